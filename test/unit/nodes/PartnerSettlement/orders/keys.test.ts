// Proves that one run at a time has a key, that attempts under it are remembered, and that only counted orders, and calls
// whose retries the API may not recognize, need Redis.
import type { Order } from '../../../../../nodes/PartnerSettlement/definition/order';
import { type HeldKeys, withKeys } from '../../../../../nodes/PartnerSettlement/orders/keys';
import { place } from '../../../../../nodes/PartnerSettlement/orders/place';
import type { RunItem } from '../../../../../nodes/PartnerSettlement/run/run-item';
import { PartnerApiError, readAnswer, resultOrFailure } from '../../../../../partner-api';
import { dialectOf } from '../../../../../partner-api/dialect';
import { OTHER_TRON } from '../../../../support/addresses';
import { until } from '../../../../support/until';
import { FIELDS, orderOf } from '../../../support/order';

/** A Redis: its values, the commands that came, and what happens at each. */
const mockRedis = {
	values: new Map<string, string>(),
	commands: [] as string[],
	before: undefined as ((command: string) => void) | undefined,
};

const mockCommand =
	<T>(name: string, work: (values: Map<string, string>, key: string, value: string) => T) =>
	async (key: string, value = ''): Promise<T> => {
		mockRedis.commands.push(name);
		mockRedis.before?.(name);
		await Promise.resolve();
		return work(mockRedis.values, key, value);
	};

jest.mock('../../../../../nodes/redis', () => ({
	RedisStore: class {
		setOnce = mockCommand('setOnce', (values, key, token) => {
			return values.set(key, values.get(key) ?? token).get(key);
		});
		get = mockCommand('get', (values, key) => values.get(key));
		set = mockCommand('set', (values, key, value) => values.set(key, value));
		delete = mockCommand('delete', (values, key) => values.delete(key));
		extendIf = mockCommand('extendIf', (values, key, token) => values.get(key) === token);
		deleteIf = mockCommand('deleteIf', (values, key, token) => {
			if (values.get(key) === token) values.delete(key);
		});
	},
}));

beforeEach(() => {
	mockRedis.values.clear();
	mockRedis.commands = [];
	mockRedis.before = undefined;
});

interface Given {
	partnerId?: string;
	policy?: object;
	effect?: string;
	retrySafety?: string;
	redisUrl?: string;
	timeout?: number;
	signal?: AbortSignal;
}

function itemOf({
	partnerId = '1',
	policy = {},
	effect = 'spend',
	retrySafety = 'idempotent',
	redisUrl = '',
	timeout = 30,
	signal = new AbortController().signal,
}: Given = {}): RunItem {
	const dialect = dialectOf({ documentDelay: 0 });
	return {
		run: {
			settings: { apiUrl: 'https://api', partnerId, dialect, policy },
			...{ redisUrl, operation: { effect }, signal, node: { getExecuteData: () => ({}) } },
		},
		options: { timeout, retries: 0, longestWait: 1 },
		request: { retrySafety },
	} as unknown as RunItem;
}

/** A call whose retries the API may not recognize, with the credential's Redis. */
const SHARED = { retrySafety: 'unsafe', redisUrl: 'redis://redis' };

const orders = (...extIds: (string | undefined)[]) => extIds.map((extId) => orderOf({ extId }));

/** Work that lasts until it is told to end. */
function work() {
	let end = (): void => undefined;
	const done = new Promise<void>((resolve) => (end = resolve));
	const waited: boolean[] = [];
	const run = async ({ hadToWait }: HeldKeys) => {
		waited.push(hadToWait);
		await done;
	};
	return { run, end, waited };
}

describe.each([
	['in this process', {}],
	['in Redis', SHARED],
])('a key that is under way %s', (_name, where) => {
	test('goes to the second run when the first has ended, and that run knows that it had to wait', async () => {
		const log: string[] = [];
		const [first, second] = [work(), work()];
		const noting =
			(name: string, { run }: typeof first) =>
			async (held: HeldKeys) => {
				log.push(`${name} begins`);
				await run(held);
				log.push(`${name} ends`);
			};
		const one = withKeys(itemOf(where), orders('b', 'a'), noting('first', first));
		const two = withKeys(itemOf(where), orders('a'), noting('second', second));
		second.end();
		first.end();
		await Promise.all([one, two]);
		expect(log).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
		expect([first.waited, second.waited]).toEqual([[false], [true]]);
	});

	test('is free again after work that throws', async () => {
		const thrown = withKeys(itemOf(where), orders('c'), async () => {
			throw await Promise.resolve(new Error('unforeseen'));
		});
		await expect(thrown).rejects.toThrow('unforeseen');
		const after = work();
		after.end();
		await withKeys(itemOf(where), orders('c'), after.run);
		expect(after.waited).toEqual([false]);
	});

	test('for too long, or until the run is cancelled: nothing is done', async () => {
		const first = work();
		const one = withKeys(itemOf(where), orders('f'), first.run);
		const never = jest.fn();
		const late = await withKeys(itemOf({ ...where, timeout: 0.05 }), orders('f'), never);
		expect(late).toMatchObject({ code: 'key_under_way', outcome: 'not_sent' });
		const signal = AbortSignal.timeout(50);
		const cancelled = await withKeys(itemOf({ ...where, signal }), orders('f'), never);
		expect(cancelled).toMatchObject({ code: 'cancelled', outcome: 'not_sent' });
		expect(never).not.toHaveBeenCalled();
		first.end();
		await one;
	});
});

test.each([
	['of another partner', { partnerId: '2' }, ['d']],
	['of a screening, whose repeat the API knows', { effect: 'screen' }, ['d']],
	['another key', {}, ['e']],
	['none', {}, [undefined]],
])('nobody waits for a key %s', async (_, given, extIds) => {
	const [first, second] = [work(), work()];
	second.end();
	const one = withKeys(itemOf(), orders('d'), first.run);
	await withKeys(itemOf(given), orders(...extIds), second.run);
	expect(second.waited).toEqual([false]);
	first.end();
	await one;
});

describe.each([
	['this process', {}],
	['Redis', SHARED],
])('%s remembers', (where, given) => {
	/** What is known of an order before the work. The work then does this. */
	async function known(order: Order, doing: (held: HeldKeys) => unknown = () => undefined) {
		let before: ReturnType<HeldKeys['attemptOf']>;
		await withKeys(itemOf(given), [order], async (held) => {
			before = held.attemptOf(order);
			await doing(held);
		});
		return before;
	}
	const noted = async (order: Order) =>
		await known(order, async (held) => await held.noteAttempts([order]));
	const refused = async (order: Order) =>
		await known(order, async (held) => {
			await held.noteAttempts([order]);
			await held.forgetAttempt(order);
		});
	const keyed = (key: string, change: Partial<Order> = {}) =>
		orderOf({ extId: `${where} ${key}`, ...change });

	test('when the last attempt ended, and whether it was of this very order', async () => {
		const order = keyed('a');
		const begin = Date.now();
		expect(await noted(order)).toBeUndefined();
		expect(await known(order)).toEqual({ at: expect.any(Number), isSame: true });
		expect((await known(order))?.at).toBeGreaterThanOrEqual(begin);
		expect(await known(keyed('b'))).toBeUndefined();
	});

	test.each<[string, boolean, object]>([
		['another address', false, { fields: { ...FIELDS, to_address: OTHER_TRON } }],
		['another amount', false, { fields: { ...FIELDS, amount: '2' } }],
		['an amount that identifies nothing', true, { identifying: ['to_address'] }],
		['another field that identifies nothing', true, { fields: { ...FIELDS, note: 'x' } }],
		['another item and payload', true, { itemIndex: 7, payload: {} }],
	])('what it ordered: with %s, that it is the same: %s', async (what, isSame, change) => {
		const order = keyed(what, { identifying: ['to_address'] });
		await noted(order);
		expect((await known({ ...order, ...change }))?.isSame).toBe(isSame);
	});

	test('nothing of an attempt that was refused, and still the one before', async () => {
		const order = keyed('f');
		await refused(order);
		expect(await known(order)).toBeUndefined();
		await noted(order);
		const first = await known(order);
		await until(Date.now, (now) => now > (first?.at ?? 0));
		await refused(keyed('f', { fields: { ...FIELDS, amount: '9' } }));
		expect(await known(order)).toEqual(first);
	});
});

describe('Redis', () => {
	const KNOWN = { ...SHARED, retrySafety: 'idempotent' };

	test.each([
		['a call whose repeat the API knows', KNOWN, []],
		['a screening', { ...SHARED, effect: 'screen' }, []],
		['a credential without its URL', { ...SHARED, redisUrl: '' }, []],
		// Otherwise, in queue mode, the lookup before it would wait for a late document.
		['a counted order', { ...KNOWN, policy: { keepAtLeast: '1' } }, ['setOnce', 'get', 'set']],
		['one that is not', { ...KNOWN, policy: { maximumPerOrder: '1' } }, []],
	])('for %s is asked %j', async (_, given, commands) => {
		await withKeys(itemOf(given), orders('r'), async (held) => {
			await held.noteAttempts([orderOf({ extId: 'r' })]);
		});
		expect(mockRedis.commands.slice(0, 3)).toEqual(commands);
	});

	/** Redis fails at this command, by its name or its place. */
	const failAt = (which: string | number) => (command: string) => {
		if (which === command || which === mockRedis.commands.length)
			throw new Error('redis://:password@redis');
	};
	/** Places an order. @returns what became of it, and whether a request for it went out */
	const placeOne = async () => {
		let isSent = false;
		const settled = await place([{ item: itemOf(SHARED), order: orderOf() }], async (_, onSend) => {
			const failure = await resultOrFailure(onSend());
			if (failure instanceof PartnerApiError) return [{ last: 'not_sent', failure }];
			isSent = true;
			return [{ last: 'this_order', answer: readAnswer({ ext_id: 'o-1' }, dialectOf({})) }];
		});
		return { settled, isSent };
	};

	test.each(['setOnce', 'get', 'extendIf', 'set'])(
		'that fails at %s before an order: nothing is sent',
		async (command) => {
			mockRedis.before = failAt(command);
			const { settled, isSent } = await placeOne();
			expect(isSent).toBe(false);
			expect(settled).toMatchObject([
				{ outcome: 'not_sent', failure: { code: 'redis_unreachable' } },
			]);
		},
	);

	test('that fails behind an order takes nothing from it', async () => {
		// setOnce, get, extendIf, set, and the order; then the end of the attempt, and the release of the key.
		for (const nth of [5, 6]) {
			mockRedis.commands = [];
			mockRedis.before = failAt(nth);
			const { settled, isSent } = await placeOne();
			expect(isSent).toBe(true);
			expect(settled).toMatchObject([{ outcome: 'done' }]);
			mockRedis.values.clear();
		}
	});
});
