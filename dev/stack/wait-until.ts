import { setTimeout as pause } from 'node:timers/promises';
// Version 6 leaves an abort listener behind for each check, and Node warns about them.
import pWaitFor from 'p-wait-for';

/** Without a given interval, a long wait is checked less and less often, because each check is work for n8n. */
const MAX_PAUSE_MS = 300;

/**
 * Asks repeatedly until the answer is not undefined, and returns it.
 *
 * @throws Error that names what was waited for, after `timeoutMs`; what `ask` throws, at once
 */
export async function waitUntil<T>(
	what: string,
	ask: () => Promise<T | undefined> | T | undefined,
	{ timeoutMs = 60_000, everyMs }: { timeoutMs?: number; everyMs?: number } = {},
): Promise<T> {
	const message = `Waited ${Math.round(timeoutMs / 1_000)} s in vain for ${what}`;
	const begin = performance.now();
	const look = async () => {
		const answer = await ask();
		if (answer !== undefined) return pWaitFor.resolveWith(answer);
		if (everyMs === undefined)
			await pause(Math.min((performance.now() - begin) / 20, MAX_PAUSE_MS));
		return false;
	};
	return pWaitFor(look, { interval: everyMs ?? 50, timeout: { milliseconds: timeoutMs, message } });
}
