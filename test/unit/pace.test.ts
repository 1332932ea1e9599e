import { Pace } from '../../partner-api/pace';
import { pause } from '../../partner-api/pause';

jest.mock('../../partner-api/pause');

const CALLS = 1000;
const LIMIT_PER_SECOND = 50;
const AT_ONCE = 16;
const LATENCY_MS = 20;

/** Milliseconds. Only waits and answers take any time. */
let now: number;

beforeEach(() => {
	jest.spyOn(performance, 'now').mockImplementation(() => now);
	jest.mocked(pause).mockImplementation(async (seconds) => {
		now += seconds * 1000;
		await Promise.resolve();
	});
});

afterEach(() => {
	jest.restoreAllMocks();
});

/** An API that takes so many calls in each second of the clock. */
class LimitedApi {
	private second = -1;
	private calls = 0;

	takes(at: number): boolean {
		const second = Math.floor(at / 1000);
		this.calls = second === this.second ? this.calls + 1 : 1;
		this.second = second;
		return this.calls <= LIMIT_PER_SECOND;
	}
}

/** How many are refused until all calls have been taken, so many of them under way at once. */
async function refusedOf(calls: number): Promise<number> {
	const pace = new Pace();
	const api = new LimitedApi();
	let refused = 0;
	for (let left = calls; left > 0;) {
		const answers: { at: number; isTaken: boolean }[] = [];
		while (answers.length < Math.min(AT_ONCE, left)) {
			const at = await pace.turn(undefined);
			answers.push({ at, isTaken: api.takes(at) });
		}
		now += LATENCY_MS;
		for (const { at, isTaken } of answers) {
			if (isTaken) pace.noteAccepted();
			else pace.noteRefused(at, 1);
			if (isTaken) left -= 1;
			else refused += 1;
		}
	}
	return refused;
}

test.each([0, 250, 500, 750, 999])(
	'1,000 calls under 50 a second, begun %d ms into one: under 5 % refused',
	async (start) => {
		now = start;
		const refused = await refusedOf(CALLS);
		expect(refused).toBeGreaterThan(0);
		expect(refused / (CALLS + refused)).toBeLessThan(0.05);
	},
);
