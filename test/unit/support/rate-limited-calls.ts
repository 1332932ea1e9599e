import { PartnerApiError } from '../../../partner-api/errors';
import { RateLimiter } from '../../../partner-api/http/rate-limiter';

export const ITEMS_AT_ONCE = 24;
export const LATENCY_MS = 20;
export const MAX_HOLD_MS = 30_000;

export type Refusal = Pick<PartnerApiError['details'], 'retryAfterSeconds'>;
/** How an API answers a call that arrives at this moment, in milliseconds since the calls began. */
export type Api = (at: number) => 'accepted' | Refusal;

/** A partner's calls: how many were sent and refused, and when the last one was accepted. */
export class Calls {
	private readonly limiter = new RateLimiter();
	private readonly start = performance.now();
	sent: number[] = [];
	refused = 0;
	doneAt = 0;

	constructor(
		private readonly api: Api,
		private readonly latencyMs = LATENCY_MS,
	) {}

	/** Milliseconds since this object was made. */
	now(): number {
		return performance.now() - this.start;
	}

	async run(items: number, atOnce = ITEMS_AT_ONCE): Promise<void> {
		let left = items;
		const worker = async () => {
			for (; left > 0;) {
				left -= 1;
				await this.untilAccepted();
			}
		};
		await Promise.all(Array.from({ length: Math.min(atOnce, items) }, worker));
		this.doneAt = this.now();
	}

	private async untilAccepted(): Promise<void> {
		for (;;) {
			try {
				await this.limiter.run(async () => await this.call(), { maxHoldMs: MAX_HOLD_MS });
				return;
			} catch {
				this.refused += 1;
			}
		}
	}

	private async call(): Promise<void> {
		this.sent.push(this.now());
		await sleep(this.latencyMs / 2);
		const verdict = this.api(this.now());
		await sleep(this.latencyMs / 2);
		if (verdict !== 'accepted') throw rateLimited(verdict.retryAfterSeconds);
	}
}

const STEP_MS = 20;

export const sleep = async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms));

/** Lets virtual time pass until the work is done. */
export async function passed<T>(work: Promise<T>): Promise<T> {
	const state = { isDone: false };
	const end = work.finally(() => (state.isDone = true));
	end.catch(() => undefined);
	while (!state.isDone) await jest.advanceTimersByTimeAsync(STEP_MS);
	return await end;
}

/** A 429. */
export function rateLimited(retryAfterSeconds?: number): PartnerApiError {
	const details = { status: 429, outcome: 'refused', phase: 'call' } as const;
	return new PartnerApiError({ ...details, code: 'rate_limited', retryAfterSeconds });
}
