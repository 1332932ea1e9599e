// How long and how often a wait looks, and what ends it.
import { poll } from '../../../../partner-api/http/poll';
import { type FailureOutcome, PartnerApiError } from '../../../../partner-api';

let now: number;

beforeEach(() => {
	now = 0;
	jest.spyOn(performance, 'now').mockImplementation(() => now);
});

afterEach(() => {
	jest.restoreAllMocks();
});

function failed(
	code: string,
	status?: number,
	outcome: FailureOutcome = 'not_sent',
): PartnerApiError {
	return new PartnerApiError({ code, outcome, status, phase: 'call' });
}

/** Waits for `done`, 60 seconds at the most; each look takes this long and sees the next of these. */
async function wait(
	looks: (string | PartnerApiError)[],
	{ lookTakes = 0, first = 'ordered', pollInterval = 1 } = {},
) {
	const rests: number[] = [];
	const given: { at: number; seconds: number }[] = [];
	const left = [...looks];
	const result = await poll(first, {
		maxWait: 60,
		pollInterval,
		rest: async (seconds) => {
			rests.push(seconds);
			now += seconds * 1000;
			return await Promise.resolve(true);
		},
		lookUp: async (seconds) => {
			given.push({ at: now / 1000, seconds });
			now += Math.min(lookTakes, seconds) * 1000;
			const seen = left.shift() ?? 'under way';
			if (seen instanceof PartnerApiError) throw seen;
			return await Promise.resolve(seen);
		},
		isDone: (seen) => seen === 'done',
	});
	return { ...result, rests, given, seconds: now / 1000 };
}

test('the waits grow, and together they are no more than the maximum', async () => {
	const { seen, rests, seconds } = await wait([]);
	expect(seen).toBe('under way');
	expect(rests.slice(0, 4)).toEqual([1, 1.5, 2.25, 3.375]);
	expect(Math.max(...rests)).toBe(10);
	expect(seconds).toBe(60);
	expect((await wait([], { pollInterval: 20 })).rests).toEqual([20, 20, 20]);
});

test.each([0.05, 7, 30, 3600])(
	'if each look takes %s s, none gets more time than is left, but enough for a response',
	async (lookTakes) => {
		const { seconds, given } = await wait([], { lookTakes });
		expect(given[0]).toEqual({ at: 1, seconds: 59 });
		for (const { at, seconds: most } of given) expect(most).toBeCloseTo(Math.max(60 - at, 2));
		expect(seconds).toBeLessThanOrEqual(62);
	},
);

test('what is done at once is not looked at', async () => {
	expect(await wait([], { first: 'done' })).toMatchObject({ seen: 'done', given: [] });
});

test('a failure that may pass leaves what was seen before it, until the next look', async () => {
	const passing = [failed('busy', 503), failed('rate_limited', 429), failed('timeout')];
	const { seen, failure } = await wait([...passing, 'done']);
	expect([seen, failure]).toEqual(['done', undefined]);
});

test('a failure that stays ends the wait, and is told beside what was seen before it', async () => {
	const { seen, failure, given } = await wait(['seen', failed('not_allowed', 403), 'done']);
	expect([seen, failure?.code]).toEqual(['seen', 'not_allowed']);
	expect(given).toHaveLength(2);
});

test("the API's own code cancelled cancels nothing", async () => {
	const { failure } = await wait(['seen', failed('cancelled', 422)]);
	expect(failure?.code).toBe('cancelled');
});

test('one that is cancelled leaves the order open', async () => {
	await expect(wait([failed('cancelled')])).rejects.toMatchObject({
		code: 'cancelled',
		outcome: 'unknown',
	});
});
