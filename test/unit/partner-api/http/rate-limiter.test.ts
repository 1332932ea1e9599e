// The rate limiter finds an API's limit and keeps to it, in virtual time: outages, limits, isolated 429s, order, waits.
import { PartnerApiError } from '../../../../partner-api/errors';
import { RateLimiter } from '../../../../partner-api/http/rate-limiter';
import {
	type Api,
	Calls,
	ITEMS_AT_ONCE,
	LATENCY_MS,
	MAX_HOLD_MS,
	passed,
	rateLimited,
	type Refusal,
	sleep,
} from '../../support/rate-limited-calls';

/** If a 429 names no time, finding it out costs some more calls. */
const ASKS: [string, Refusal, number][] = [
	['with Retry-After: 1', { retryAfterSeconds: 1 }, 0.1],
	['without Retry-After', {}, 0.3],
];

let start: number;

beforeEach(() => {
	jest.useFakeTimers();
	start = performance.now();
});

afterEach(() => {
	jest.useRealTimers();
});

function now(): number {
	return performance.now() - start;
}

/** An API that takes so many calls in each second of its clock. */
function limitedTo(perSecond: number, refusal: Refusal, begin: number): Api {
	let second = -1;
	let calls = 0;
	return (at) => {
		const present = Math.floor((at + begin) / 1000);
		calls = present === second ? calls + 1 : 1;
		second = present;
		return calls <= perSecond ? 'accepted' : refusal;
	};
}

function outUntil(ms: number, refusal: Refusal): Api {
	return (at) => (at < ms ? refusal : 'accepted');
}

describe.each(ASKS)('429 %s', (_name, refusal, mostRefused) => {
	test.each([8_000, 25_000])('60 items through %i ms of it: done soon after', async (ms) => {
		const calls = new Calls(outUntil(ms, refusal));
		await passed(calls.run(60));
		expect(calls.doneAt).toBeLessThan(ms + 3_000);
		expect(calls.refused).toBeLessThan(10 + (2 * ms) / 1000);
	});

	test('a limit that has been lifted costs little', async () => {
		const limited = limitedTo(20, refusal, 0);
		const calls = new Calls((at) => (at < 10_000 ? limited(at) : 'accepted'));
		await passed(calls.run(200));
		await passed(sleep(10_000));
		const begin = calls.now();
		await passed(calls.run(1_000));
		expect(calls.doneAt - begin).toBeLessThan(2 * (1_000 / ITEMS_AT_ONCE) * LATENCY_MS);
	});

	test.each([0, 300, 950])(
		'ten executions under 20 a second, begun %i ms into one: few refused',
		async (begin) => {
			const calls = new Calls(limitedTo(20, refusal, begin));
			await passed(Promise.all(Array.from({ length: 10 }, async () => await calls.run(60))));
			expect(calls.refused / calls.sent.length).toBeLessThan(mostRefused);
			expect(calls.doneAt).toBeLessThan(2 * 30_000);
		},
	);
});

test.each([10, 20, 100])(
	'a thousand calls of %i ms without a 429 lose at most a round trip at the start',
	async (latencyMs) => {
		const calls = new Calls(() => 'accepted', latencyMs);
		await passed(calls.run(1_000));
		const rounds = Math.ceil(1_000 / ITEMS_AT_ONCE);
		expect(calls.doneAt).toBeLessThanOrEqual((rounds + 1) * latencyMs);
	},
);

test('after a 429 nobody sends before the moment it asks for, then one call goes first', async () => {
	const calls = new Calls(outUntil(1_000, { retryAfterSeconds: 7 }));
	await passed(calls.run(200));
	const later = calls.sent.filter((at) => at > 100);
	expect(later[0]).toBeGreaterThanOrEqual(7_000);
	expect(later[1]).toBeGreaterThanOrEqual(7_000 + LATENCY_MS);
});

describe('a call that waits', () => {
	const limits = { maxHoldMs: MAX_HOLD_MS };
	let limiter: RateLimiter;

	beforeEach(async () => {
		limiter = new RateLimiter();
		const refused = limiter.run(async () => await Promise.reject(rateLimited(10)), limits);
		await expect(refused).rejects.toThrow(PartnerApiError);
	});

	test('no longer than the refused call may, whatever is asked for', async () => {
		const refuse = async () => await Promise.reject(rateLimited(86_400));
		const calls = [limiter.run(refuse, limits), limiter.run(() => Promise.resolve(now()), limits)];
		const [, next] = await passed(Promise.allSettled(calls));
		expect(next).toMatchObject({ status: 'fulfilled' });
		expect(now()).toBeLessThan(10_000 + MAX_HOLD_MS + 1_000);
	});

	test('is cancelled at once, and its turn is nobody’s', async () => {
		const cancel = new AbortController();
		const call = jest.fn();
		const cancelled = limiter.run(call, { ...limits, signal: cancel.signal });
		const next = limiter.run(() => Promise.resolve('sent'), limits);
		cancel.abort();
		const afterwards = limiter.run(call, { ...limits, signal: cancel.signal });
		await expect(afterwards).rejects.toMatchObject({ code: 'cancelled' });
		await expect(cancelled).rejects.toMatchObject({ code: 'cancelled', outcome: 'not_sent' });
		expect(await passed(next)).toBe('sent');
		expect(call).not.toHaveBeenCalled();
	});

	test('gives up in time', async () => {
		const late = limiter.run(jest.fn(), { ...limits, timeoutMs: 500 });
		await expect(passed(late)).rejects.toMatchObject({ code: 'timeout', outcome: 'not_sent' });
		expect(now()).toBeLessThan(600);
		expect(jest.getTimerCount()).toBe(0);
	});
});

test('10,000 calls that wait are sent in the order in which they came', async () => {
	const limiter = new RateLimiter();
	const sent: number[] = [];
	const calls = Array.from({ length: 10_000 }, async (_, index) => {
		await limiter.run(
			() => {
				sent.push(index);
				return Promise.resolve();
			},
			{ maxHoldMs: MAX_HOLD_MS },
		);
	});
	await passed(Promise.all(calls));
	expect(sent).toEqual(calls.map((_, index) => index));
});
