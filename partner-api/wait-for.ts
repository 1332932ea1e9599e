import { type LocalErrorCode, PartnerApiError, type PartnerApiErrorDetails } from './errors';

/** How long somebody waits. */
interface Patience {
	/** Absent: as long as it takes. */
	timeoutMs?: number;
	/** Cancels the waiting. */
	signal?: AbortSignal;
}

/**
 * Waits for work that comes before a request goes out, as long as its caller wants to; the work itself goes on.
 *
 * @param phase which request it is done for
 * @throws PartnerApiError `timeout` or `cancelled`, not sent; what the work throws
 */
export async function waitFor<T>(
	work: Promise<T>,
	phase: PartnerApiErrorDetails['phase'],
	{ timeoutMs, signal }: Patience,
): Promise<T> {
	let giveUp: (code: LocalErrorCode) => void = () => undefined;
	const givenUp = new Promise<never>((_, reject) => {
		giveUp = (code) => {
			reject(new PartnerApiError({ code, outcome: 'not_sent', phase }));
		};
	});
	const cancel = () => {
		giveUp('cancelled');
	};
	const timer =
		timeoutMs === undefined ? undefined : setTimeout(() => giveUp('timeout'), timeoutMs);
	signal?.addEventListener('abort', cancel, { once: true });
	if (signal?.aborted) cancel();
	try {
		return await Promise.race([work, givenUp]);
	} finally {
		clearTimeout(timer);
		signal?.removeEventListener('abort', cancel);
	}
}
