import { setTimeout as pause } from 'node:timers/promises';

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
	const deadline = Date.now() + timeoutMs;
	for (;;) {
		const answer = await ask();
		if (answer !== undefined) return answer;
		if (Date.now() > deadline) {
			throw new Error(`Waited ${Math.round(timeoutMs / 1_000)} s in vain for ${what}`);
		}
		await pause(everyMs);
	}
}
