// No 429 slows calls down for longer, or holds one up for longer, than it may, in virtual time.
import { PartnerApiError, PartnerClient } from '../../../../partner-api';
import { readDialect } from '../../../../partner-api/dialect';
import { RateLimiter, rateLimiterOf } from '../../../../partner-api/http/rate-limiter';
import type { PartnerSettings } from '../../../../partner-api/settings';
import { tokenProvider } from '../../../../partner-api/token/token-provider';
import { send } from '../../../../partner-api/http/transport';
import { LATENCY_MS, passed, rateLimited, sleep } from '../../support/rate-limited-calls';

jest.mock('../../../../partner-api/http/transport', () => ({
	...jest.requireActual<object>('../../../../partner-api/http/transport'),
	send: jest.fn(),
}));

const ITEMS_AT_ONCE = 24;
const LIMITS = { maxHoldMs: 30_000 };

const SETTINGS: PartnerSettings = {
	apiUrl: 'https://api.invalid',
	baseUrl: 'https://base.invalid',
	partnerId: '1',
	keyId: 'kid',
	privateKey: 'unused',
	serviceCode: 'svc',
	...readDialect({}),
	policy: {},
};

beforeEach(() => {
	jest.useFakeTimers();
	jest.spyOn(Math, 'random').mockReturnValue(0.5);
});

afterEach(() => {
	jest.useRealTimers();
	jest.restoreAllMocks();
});

async function accept(): Promise<number> {
	await sleep(LATENCY_MS);
	return performance.now();
}

function refuse(retryAfterSeconds?: number) {
	return async (): Promise<never> => {
		await sleep(LATENCY_MS);
		throw rateLimited(retryAfterSeconds);
	};
}

async function refused(limiter: RateLimiter, seconds?: number, maxHoldMs = LIMITS.maxHoldMs) {
	const call = limiter.run(refuse(seconds), { maxHoldMs });
	await expect(passed(call)).rejects.toThrow(PartnerApiError);
}

test.each([
	[undefined, 10_000],
	[undefined, 3_600_000],
	[10, 0],
])(
	'one 429 with Retry-After: %s, then nothing for %i ms: the next calls are slowed down little',
	async (retryAfterSeconds, idleMs) => {
		const limiter = new RateLimiter();
		await passed(limiter.run(accept, LIMITS));
		await refused(limiter, retryAfterSeconds);
		await passed(limiter.run(accept, LIMITS));
		jest.advanceTimersByTime(idleMs);
		const begin = performance.now();
		for (let call = 0; call < 4; call += 1) await passed(limiter.run(accept, LIMITS));
		expect(performance.now() - begin).toBeLessThan(2_500);
	},
);

test('the longest wait of one run is not that of the others', async () => {
	const limiter = new RateLimiter();
	await refused(limiter, 3_600, 3_600_000);
	const begin = performance.now();
	expect((await passed(limiter.run(accept, LIMITS))) - begin).toBeLessThan(31_000);
});

test('a call that was sent before the 429 and is accepted after it ends no wait', async () => {
	const limiter = new RateLimiter();
	const before = limiter.run(async () => await sleep(100), LIMITS);
	await refused(limiter, 5);
	const begin = performance.now();
	const next = limiter.run(accept, LIMITS);
	await passed(before);
	expect((await passed(next)) - begin).toBeGreaterThan(4_900);
});

test('the keys of a partner share its rate limit, partners do not', () => {
	const limiter = rateLimiterOf(SETTINGS);
	expect(rateLimiterOf({ ...SETTINGS, keyId: 'another', privateKey: 'another' })).toBe(limiter);
	expect(rateLimiterOf({ ...SETTINGS, partnerId: '2' })).not.toBe(limiter);
	for (const url of ['apiUrl', 'baseUrl'])
		expect(rateLimiterOf({ ...SETTINGS, [url]: 'https://other.invalid' })).not.toBe(limiter);
});

describe('a client with the default Retries and Maximum Retry Wait', () => {
	const RETRY = { retries: 3, longestWait: 30 };
	let partners = 100;

	/** A client of a new partner, whose API answers 429 for so long. */
	function clientRefused(seconds: number, retryAfter: string): PartnerClient {
		const token = { value: 'token', expiresAtMs: Infinity, requestedAtMs: 0 };
		jest.spyOn(tokenProvider, 'get').mockResolvedValue(token);
		const end = performance.now() + seconds * 1_000;
		jest.mocked(send).mockImplementation(async () => {
			const status = performance.now() < end ? 429 : 200;
			await sleep(LATENCY_MS);
			return { status, headers: { 'retry-after': retryAfter }, text: '{}' };
		});
		partners += 1;
		const settings = { ...SETTINGS, partnerId: String(partners) };
		return new PartnerClient(settings, { timeoutMs: 30_000, retry: RETRY });
	}

	/** When each of so many items came to its end, in seconds. */
	async function endsOf(items: number, item: () => Promise<unknown>): Promise<number[]> {
		const begin = performance.now();
		const ends: number[] = [];
		const worker = async () => {
			for (; items > 0;) {
				items -= 1;
				await item();
				ends.push((performance.now() - begin) / 1_000);
			}
		};
		await passed(Promise.all(Array.from({ length: ITEMS_AT_ONCE }, worker)));
		return ends;
	}

	const READ = { method: 'GET', base: 'api', path: '/x', retrySafety: 'safe' } as const;

	test.each(['0', '1', '60'])(
		'429s without end, with Retry-After: %s: a failure in time',
		async (asked) => {
			const client = clientRefused(Infinity, asked);
			const ends = await endsOf(ITEMS_AT_ONCE, async () => {
				await expect(client.call(READ)).rejects.toMatchObject({
					outcome: 'refused',
					details: { status: 429 },
				});
			});
			const [first = Infinity, ...others] = ends;
			expect(first).toBeLessThan(125);
			// One call at a time finds out whether the 429s are over.
			expect(others.at(-1)).toBeLessThan(125 + ITEMS_AT_ONCE * RETRY.longestWait);
		},
	);
});
