/**
 * Proves that equal screenings of a run share one call, paid once, and that the node waits for a screening whatever its
 * status is called meanwhile.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { outcomeAddress } from '../../dev/sandbox/magic';
import { ETHEREUM, TRON } from '../support/addresses';
import { until } from '../support/until';
import { LOST, useOrders } from './support/orders';
import { errorOf, hintsOf, ON, outputs, startNode } from './support/run-node';
import { gateAt, type ScreenedItem, shown, useScreenings } from './support/screenings';
import { CLEAR_RECORD, SUBJECT } from '../support/screening-records';
import { useApis } from './support/answers';

const BECH32 = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const NEVER = outcomeAddress('tron_usdt', 'never');
const SHORT = outcomeAddress('tron_usdt', 'insufficient_balance');
const screenings = useScreenings();
const { order } = useOrders({ kytDelayMs: 0 });
const times = (count: number, item: ScreenedItem): ScreenedItem[] =>
	Array.from({ length: count }, () => item);

describe('an address that several items name', () => {
	test.each(['screen', 'check'])(
		'%s: is paid for once and comes out for each',
		async (operation) => {
			const items = [{ address: NEVER }, ...times(49, { address: screenings.fresh() })];
			const parameters = { operation, options: { maxWait: 1, pollInterval: 0.1 } };
			const [output = []] = outputs(await screenings.run(items, { parameters }));
			expect(output.map(({ pairedItem }) => pairedItem)).toEqual(
				items.map((_, item) => ({ item })),
			);
			expect(output.map(({ json }) => json.address)).toEqual(items.map(({ address }) => address));
			expect(screenings.checks()).toHaveLength(2);
			const paid = screenings.checks().map(({ extId }) => extId);
			expect(new Set(output.map(({ json }) => json.ext_id))).toEqual(new Set(paid));
			await until(() => screenings.checks().some(({ status }) => status === 'completed'));
			const lines = screenings.api.sandbox.state.ledger(screenings.api.contract.partner.partnerId);
			expect(lines.filter(({ reason }) => reason === 'kyt_check')).toHaveLength(1);
		},
	);

	test('in one spelling or another, its network chosen or detected', async () => {
		const run = screenings.run([
			{ network: 'eth', address: ETHEREUM },
			{ network: 'eth', address: ETHEREUM.toLowerCase() },
			{ network: 'btc', address: BECH32 },
			{ network: 'auto', address: BECH32.toUpperCase() },
			{ address: ` ${screenings.fresh()}\n` },
			{ network: 'auto', address: screenings.fresh() },
		]);
		const networks = (await shown(run)).map(({ network }) => network);
		expect(networks).toEqual('eth eth btc btc tron_usdt tron_usdt'.split(' '));
		// As they were typed first; they are sent at once, so any may arrive before another.
		const sent = screenings.checks().map(({ address }) => address);
		expect(sent.sort()).toEqual([ETHEREUM, BECH32, screenings.fresh()].sort());
	});

	test.each<[string, number, INodeParameters]>([
		['another key of their own', 2, { extIdMode: 'custom', extId: '={{ $json.id }}' }],
		['another field', 2, { additionalFields: { refresh: '={{ $json.id === "a" }}' } }],
		['another wait', 1, { options: { maxWait: '={{ $json.id === "a" ? 10 : 20 }}' } }],
		['another limit', 1, { options: { price: '={{ $json.id === "a" ? 1 : 2 }}' } }],
		['another "no"', 1, { additionalFields: '={{ $json.id === "a" ? {} : { refresh: false } }}' }],
	])('with %s takes %i calls', async (_, calls, more) => {
		const parameters = { ...more, options: { pollInterval: 0.1, ...(more.options as object) } };
		const items = ['a', 'b', 'a'].map((id) => ({ id, address: screenings.fresh() }));
		expect(await shown(screenings.run(items, { parameters }))).toHaveLength(3);
		expect(screenings.checks()).toHaveLength(calls);
	});

	test('fails for each of its items when its one check fails', async () => {
		const short = { address: SHORT };
		const items = [short, short, { address: screenings.fresh() }, short];
		const [output = []] = outputs(await screenings.run(items, ON));
		const failed = {
			error: expect.stringContaining('insufficient_balance'),
			message: expect.stringContaining('nothing was spent'),
			details: expect.objectContaining({ outcome: 'refused' }),
		};
		const done = expect.objectContaining({ address: screenings.fresh(), status: 'completed' });
		expect(output.map(({ json }) => json)).toEqual([failed, failed, done, failed]);
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2, 3].map((item) => ({ item })),
		);
		const keys = screenings.api.contract
			.bodies('/kyt_check')
			.filter((body) => body.includes(SHORT));
		expect(keys).toHaveLength(1);
	});
});

test('one hint sums up a run', async () => {
	const outcome = (name: Parameters<typeof outcomeAddress>[1]) => ({
		address: outcomeAddress('tron_usdt', name),
	});
	// On file already: free.
	await screenings.run([{ address: screenings.fresh() }]);
	const items = [
		{ address: screenings.fresh() },
		...times(3, outcome('sanctions')),
		...[outcome('high'), outcome('failed'), outcome('never'), outcome('insufficient_balance')],
		{ address: 'alice' },
	];
	const parameters = { options: { maxWait: 1, pollInterval: 0.1 } };
	// Two completed ones were paid; one failed at an unknown price, and one is still processing.
	expect(hintsOf(await screenings.run(items, { parameters, ...ON }))).toEqual([
		'Screened: 5 addresses of 9 items, for at least 1.5 USDT: the price of 1 is not known. A new run may cost the same again. Retry, in the list of executions, does not. Reserved: 0.75 USDT. From cache: 1. Sanctions hits: 1. Unresolved: 4.',
	]);
});

/** A screening under an own number. */
const CHECK = {
	...{ resource: 'kyt', operation: 'check', network: 'tron_usdt', address: TRON },
	...{ extIdMode: 'custom', extId: 'a-screening', options: { retries: 0 } },
};

test('a screening refused after a lost attempt stays open: that attempt may still arrive', async () => {
	const orders = [LOST, { status: 422, body: { error: 'no' } }];
	const options = { retries: 1, longestWait: 0.01 };
	const { items, sent } = await order({ ...CHECK, options }, { orders }, ON);
	expect(items).toMatchObject([{ details: { outcome: 'unknown' } }]);
	expect(sent).toHaveLength(2);
});

test.each([
	...[401, 403, 404, 429].map((status) => [status, { error: 'no' }, 'unknown'] as const),
	...[400, 422].map((status) => [status, { message: 'Bad request' }, 'unknown'] as const),
	...[400, 422].map((status) => [status, { error: 'no' }, 'refused'] as const),
])('of a screening on file, a repeat with %s and %j says: %s', async (status, body, outcome) => {
	const refusal = { status, body };
	expect((await order(CHECK)).items).toMatchObject([{ ext_id: 'a-screening' }]);
	// A 401 is repeated once, with a new token.
	const { items } = await order(CHECK, { orders: [refusal, refusal] }, ON);
	expect(items).toMatchObject([{ details: { outcome } }]);
});

const apis = useApis();
const WAIT = { retries: 0, maxWait: 60, pollInterval: 0.1 };
const from = (answers: unknown[], before: number) => answers[Math.min(before, answers.length - 1)];

/** Through which output of the gate an item leaves if the checks get these responses, and the keys that were sent. */
async function gated(answers: unknown[]) {
	const seen: unknown[] = [];
	const say = ({ ext_id: extId }: IDataObject, before: number) => {
		seen.push(extId);
		return from(answers, before);
	};
	const out = await gateAt(apis, say, undefined, { options: WAIT });
	const outlet = ['clear', 'review', 'block', 'unresolved'][out.findIndex((all) => all.length > 0)];
	return { outlet, seen };
}

async function screened(operation: string, answers: unknown[]) {
	let calls = 0;
	const credential = await apis.start(() => {
		calls += 1;
		return { status: 200, body: from(answers, calls - 1) };
	});
	const parameters = { resource: 'kyt', operation, extIdMode: 'auto', ...SUBJECT, options: WAIT };
	const run = await startNode({ credential, parameters, items: [{}] });
	return { items: outputs(run)[0]?.map(({ json }) => json), message: errorOf(run).message };
}

describe('a screening is waited for', () => {
	test.each(['queued', 'in_review', 'processing', 'PROCESSING', ''])(
		'while its status is "%s"',
		async (status) => {
			const none = { sanctions_hit: undefined, risk_score: undefined, report: {} };
			const early = { ...CLEAR_RECORD, ...none, status };
			const answers = [early, early, CLEAR_RECORD];
			const { outlet, seen } = await gated(answers);
			expect({ outlet, calls: seen.length }).toEqual({ outlet: 'clear', calls: 3 });
			expect(new Set(seen).size).toBe(1);
			expect((await screened('screen', answers)).items).toMatchObject([{ status: 'completed' }]);
		},
	);

	test.each<[string, object, string]>([
		['failed', { status: 'failed' }, 'unresolved'],
		['a hit, whatever its status', { status: 'queued', sanctions_hit: true }, 'block'],
		['completed, with a result', { result: { network: 'TRC20' } }, 'clear'],
		['completed, with a result that failed', { result: { status: 'failed' } }, 'unresolved'],
		['completed, and no success', { success: false }, 'unresolved'],
	])('no longer than until it is %s', async (_, change, outlet) => {
		const said = await gated([{ ...CLEAR_RECORD, ...change }]);
		expect({ outlet: said.outlet, calls: said.seen.length }).toEqual({ outlet, calls: 1 });
		if (outlet !== 'clear') return;
		for (const operation of ['check', 'screen'])
			expect((await screened(operation, [{ ...CLEAR_RECORD, ...change }])).message).toBe('');
	});
});
