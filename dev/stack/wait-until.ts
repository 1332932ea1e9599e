import pWaitFor from 'p-wait-for';

/**
 * Asks again and again until the answer is not undefined, and returns it.
 *
 * @throws Error that names what was waited for, after `timeoutMs`; what `ask` throws, at once
 */
export async function waitUntil<T>(
	what: string,
	ask: () => Promise<T | undefined> | T | undefined,
	{ timeoutMs = 60_000, everyMs = 50 } = {},
): Promise<T> {
	const message = `Waited ${Math.round(timeoutMs / 1_000)} s in vain for ${what}`;
	const look = async () => {
		const answer = await ask();
		return answer !== undefined && pWaitFor.resolveWith(answer);
	};
	return pWaitFor(look, { interval: everyMs, timeout: { milliseconds: timeoutMs, message } });
}
