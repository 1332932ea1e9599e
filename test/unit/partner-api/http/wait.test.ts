// A wait that is given up ends at once, says what is known of the order, and leaves nothing behind.
import { getEventListeners } from 'node:events';
import { pause } from '../../../../partner-api';
import { restAfter, waitFor } from '../../../../partner-api/http/wait';

const AN_HOUR = 3600;
const NEVER = new Promise<never>(() => undefined);

afterEach(() => {
	jest.useRealTimers();
});

test('a cancelled pause ends at once, and tells that the order exists', async () => {
	const cancel = new AbortController();
	const waiting = pause(AN_HOUR, cancel.signal, 'unknown');
	cancel.abort();
	await expect(waiting).rejects.toMatchObject({ code: 'cancelled', outcome: 'unknown' });
});

test.each([
	['takes too long', 'timeout', { timeoutMs: 1 }],
	['was cancelled already', 'cancelled', { signal: AbortSignal.abort() }],
	['is cancelled meanwhile', 'cancelled', { signal: AbortSignal.timeout(1) }],
])('work that %s is not waited for', async (_, code, limits) => {
	const waiting = waitFor(NEVER, limits, (reason) => new Error(reason));
	await expect(waiting).rejects.toThrow(code);
});

test('work that is done leaves neither a timer nor a listener behind', async () => {
	jest.useFakeTimers();
	const { signal } = new AbortController();
	expect(await waitFor(Promise.resolve(7), { timeoutMs: 1_000, signal }, Error)).toBe(7);
	expect(jest.getTimerCount()).toBe(0);
	expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('after long work, three others get their turn; after short work nobody waits', async () => {
	const turns: string[] = [];
	setImmediate(() => setImmediate(() => setImmediate(() => turns.push('other'))));
	const now = 1_000_000;
	jest.spyOn(performance, 'now').mockReturnValue(now);
	expect(await restAfter(now - 9)).toBe(now - 9);
	expect(turns).toEqual([]);
	expect(await restAfter(now - 11)).toBe(now);
	expect(turns).toEqual(['other']);
});
