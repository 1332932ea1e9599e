// Isolated 429s that ask for a second cost little more than these seconds, in virtual time.
import { Calls, type Refusal } from '../../support/rate-limited-calls';
import { passed } from '../../support/virtual-time';

beforeEach(() => {
	jest.useFakeTimers();
	jest.spyOn(Math, 'random').mockReturnValue(0.5);
});

afterEach(() => {
	jest.useRealTimers();
	jest.restoreAllMocks();
});

const ASKED: Refusal = { retryAfterSeconds: 1 };

/** Refuses this share of calls in no order, the same in each run of a seed. */
function refusing(share: number, seed: number): () => boolean {
	let state = seed;
	return () => {
		state = (state * 48_271) % 2_147_483_647;
		return state / 2_147_483_647 < share;
	};
}

test.each([
	[5, 10, 1],
	[5, 10, 2],
	[5, 10, 3],
	[24, 20, 4],
	[24, 100, 5],
])(
	'%i at once of %i ms, one in a hundred refused (%i): at least half the rate that the holds allow',
	async (atOnce, latencyMs, seed) => {
		const isRefused = refusing(0.01, seed);
		const calls = new Calls(() => (isRefused() ? ASKED : 'accepted'), latencyMs);
		await passed(calls.run(3_000, atOnce));
		const ideal = (3_000 * latencyMs) / atOnce + 1_000 * calls.refused;
		expect(calls.doneAt).toBeLessThan(2 * ideal);
	},
);

test.each([
	[8, 1],
	[8, 2],
	[8, 3],
	[120, 4],
	[120, 5],
])(
	'half of all calls refused for %i s, then one in a hundred (%i): 10 s later at least half the rate',
	async (seconds, seed) => {
		const [often, rarely] = [refusing(0.5, seed), refusing(0.01, seed)];
		const isRefused = (at: number) => (at < seconds * 1_000 ? often() : rarely());
		const calls = new Calls((at) => (isRefused(at) ? ASKED : 'accepted'), 10);
		const work = calls.run(6_000, 5);
		const begin = (seconds + 10) * 1_000;
		await passed(work);
		const sent = calls.sent.filter((at) => at >= begin && at < begin + 20_000);
		// A hundred calls of 10 ms, 5 at once, and the second that one of them asks for take 1.2 s.
		expect(sent.length).toBeGreaterThan((20 / 1.2) * 100 * 0.5);
	},
);
