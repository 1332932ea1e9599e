/**
 * Proves that an order whose document appears late is done, at an API that refuses its repeats with a code of its own: never
 * refused, never placed twice; and that in ordinary use no lookup is made twice, so nobody waits.
 */
import type { INodeParameters } from 'n8n-workflow';

import { until } from '../support/until';
import { API_CALL, batchOf, LOST, NONE, SENT, TOP_UP, WITHDRAWAL } from './support/orders';
import { type OwnAnswer, useApis } from './support/answers';
import { DELAY, LateApi } from './support/late-api';
import { AS_TOOL, errorOf, type NodeRun, outputs, startNode } from './support/run-node';

/** The ways in which an API says that it has an `ext_id` already. */
const REPEATED: OwnAnswer[] = [
	{ status: 422, body: { error: 'duplicate_request' } },
	{ status: 400, body: { error: 'request_known' } },
];
const apis = useApis();

beforeEach(() => {
	jest.spyOn(process, 'uptime').mockReturnValue(2 * DELAY);
});

afterEach(() => {
	jest.restoreAllMocks();
});

type Keys = 'automatic' | 'content' | 'own';

interface Kind {
	auto: INodeParameters;
	own?: INodeParameters;
	orders: number;
	/** It is only assumed that the API recognizes a retry of it, so the client does not retry it. */
	isUnsafe: boolean;
}

const WITHDRAWALS: Kind = { auto: { ...WITHDRAWAL, amount: '1' }, orders: 1, isUnsafe: false };
const GIFT = { resource: 'giftCard', operation: 'purchase', offerId: 'g' };
const TOP_UPS: Kind = { auto: TOP_UP, orders: 1, isUnsafe: true };
const TWO = batchOf([SENT, { ...SENT, amount: '2' }]);
const OWN_TWO = batchOf(['o-1', 'o-2'].map((extId) => ({ ...SENT, ext_id: extId })));
const KINDS: [string, Kind][] = [
	['withdrawal', WITHDRAWALS],
	['gift card', { auto: GIFT, orders: 1, isUnsafe: false }],
	['top-up', TOP_UPS],
	['batch', { auto: TWO, own: OWN_TWO, orders: 2, isUnsafe: true }],
];
/** Such a call has no key but the operator's. */
const API_CALLS: [string, Kind] = [
	...(['API Call', { auto: API_CALL, own: API_CALL, orders: 1, isUnsafe: true }] as const),
];
const kindsUnder = (keys: Keys) => (keys === 'own' ? [...KINDS, API_CALLS] : KINDS);

/** Runs the node for an order under such a key. With a key made from the content, it runs as an agent's tool. */
async function start(
	{ auto, own = { ...auto, extIdMode: 'custom', extId: 'o-1' } }: Kind,
	keys: Keys,
	more: Partial<NodeRun> & Pick<NodeRun, 'credential'>,
	retries = 0,
) {
	const parameters = keys === 'own' ? own : { ...auto, extIdMode: 'auto' };
	const run = await startNode({
		parameters: { ...parameters, options: { retries, longestWait: 0.01, maximumPerItem: '9' } },
		items: [{}],
		resumeSignature: 'a-run',
		...(keys === 'content' && AS_TOOL),
		...more,
	});
	const items = (outputs(run)[0] ?? []).map(({ json }) => json);
	// An agent is told of an error by the output.
	const failed = items.flatMap(({ error }) => (typeof error === 'string' && error ? error : []));
	const message = errorOf(run).message + failed.join('');
	return { message, done: items.length - failed.length };
}

interface Course {
	/** The API carries the order out; its response arrives, or is lost. */
	loses: boolean;
	/** The responses to the first lookups. Later ones show the order. */
	lookups: OwnAnswer[];
	retries?: number;
	/** How it goes on. */
	more?: Partial<NodeRun>;
	/** What a run before that one ends with. */
	first?: RegExp;
}

const RETRY: Partial<NodeRun> = { mode: 'retry' };
const LATE = [LOST, NONE];

const COURSES: [string, Course][] = [
	["the client's own repeat", { loses: true, lookups: [NONE], retries: 1 }],
	['Retry On Fail', { loses: true, lookups: LATE, more: { maxTries: 2 } }],
	['Retry right after', { loses: true, lookups: LATE, more: RETRY, first: /outcome unknown/ }],
	['Retry of what was done', { loses: false, lookups: [NONE], more: RETRY, first: /^$/ }],
];

const CASES = COURSES.flatMap(([course, how]) =>
	(['automatic', 'content', 'own'] as const).flatMap((keys) =>
		kindsUnder(keys).flatMap(([name, kind]) =>
			REPEATED.map((repeated) => ({ ...how, keys, kind, repeated, name: `${name}, ${course}` })),
		),
	),
);

test('an order that no lookup shows yet is done, whatever its kind and key, and however it goes on', async () => {
	const ended = CASES.map(async ({ name, kind, keys, loses, lookups, repeated, ...how }) => {
		const lookedUp = (before: number) => lookups[before];
		const { api, credential } = await LateApi.of(apis, { lookedUp, loses, repeated });
		const { first, more, retries } = how;
		if (first) expect((await start(kind, keys, { credential })).message).toMatch(first);
		const last = await start(kind, keys, { credential, ...more }, retries);
		return { name, ...last, placed: api.placed.size, calls: kind.isUnsafe ? api.calls : 1 };
	});
	expect(await Promise.all(ended)).toEqual(
		CASES.map(({ name, kind: { orders } }) => {
			return { name, message: '', done: orders, placed: orders, calls: 1 };
		}),
	);
});

test.each(kindsUnder('own'))(
	'in ordinary use nobody waits, in a first run under own numbers, and a Retry of what was refused: %s',
	async (_, kind) => {
		const first = await LateApi.of(apis);
		const { credential: at } = first;
		const done = { message: '', done: kind.orders };
		expect(await start(kind, 'own', { credential: at })).toEqual(done);
		expect(Math.max(...first.api.lookups.values(), 0)).toBeLessThan(2);
		for (const keys of ['automatic', 'own'] as const) {
			if (keys === 'automatic' && kind.own === API_CALL) continue;
			let isShort = true;
			const { api, credential } = await LateApi.of(apis, { refuses: () => isShort });
			for (const mode of ['trigger', 'retry', 'retry'] as const) {
				isShort = api.calls < 2;
				api.lookups.clear();
				const { message } = await start(kind, keys, { credential, mode });
				expect(message).toMatch(isShort ? /refused \(insufficient_balance\)/ : /^$/);
				// One before it is sent, and one behind a refusal.
				expect(Math.max(...api.lookups.values(), 0)).toBeLessThan(isShort ? 3 : 2);
			}
		}
	},
);

test.each([
	['that has just begun', 0, 'regular'],
	['in queue mode, without Redis', 2 * DELAY, 'queue'],
])('a process %s looks again: another one may have sent the order', async (_, uptime, mode) => {
	jest.spyOn(process, 'uptime').mockReturnValue(uptime);
	jest.replaceProperty(process, 'env', { ...process.env, EXECUTIONS_MODE: mode });
	const { api, credential } = await LateApi.of(apis, { documentDelay: 1.5 });
	expect(await start(TOP_UPS, 'own', { credential })).toEqual({ message: '', done: 1 });
	// At once, and again until the time is over.
	expect(api.lookups.get('o-1')).toBeGreaterThan(1);
});

test('in a Retry, the failed document of the attempt before does not end the wait', async () => {
	let lookups = 0;
	let calls = 0;
	const credential = await apis.start((_, path, { ext_id: extId }) => {
		const record = { ...SENT, withdrawal_id: 'w', ext_id: extId };
		if (path.endsWith('/document_get')) {
			lookups += 1;
			const shown = lookups < 2 ? 'failed' : 'completed';
			return { status: 200, body: { ...record, status: shown } };
		}
		calls += 1;
		const placed: OwnAnswer = { status: 200, body: { ...record, status: 'pending' } };
		return calls === 1 ? { status: 422, body: { error: 'insufficient_balance' } } : placed;
	});
	const options = { retries: 0, maxWait: 5, pollInterval: 0.1 };
	const place = async (mode: NodeRun['mode']) =>
		await startNode({
			parameters: { ...WITHDRAWAL, amount: '1', options, waitUntilReady: true },
			items: [{}],
			resumeSignature: 'a-run',
			credential: { ...credential, apiDifferences: '{"documentDelay":0.6}' },
			mode,
		});
	expect(errorOf(await place('trigger')).message).toMatch('refused');
	const run = await place('retry');
	expect(outputs(run)[0]?.[0]?.json.status).toBe('completed');
});

test('a cancelled execution ends the wait: the order is open', async () => {
	const ways = { documentDelay: 3_600, lookedUp: () => NONE, loses: true };
	const { api, credential } = await LateApi.of(apis, ways);
	const run = startNode({ parameters: TOP_UPS.auto, items: [{}], credential });
	await until(() => api.lookups.size > 0);
	run.cancel();
	expect(errorOf(await run).message).toContain('outcome unknown');
	expect(api.calls).toBe(1);
});
