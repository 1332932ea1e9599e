/** Proves that equal screenings of a run share one call, which is paid once, and what is told of their price. */
import type { INodeParameters } from 'n8n-workflow';
import { outcomeAddress } from '../../dev/sandbox/magic';
import { ETHEREUM, TRON } from '../support/addresses';
import { until } from '../support/until';
import { useOrders } from './support/orders';
import { errorOf, outputs } from './support/run-node';
import { hintsOf, type ScreenedItem, shown, useScreenings } from './support/screenings';

const BECH32 = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const NEVER = outcomeAddress('tron_usdt', 'never');
const SHORT = outcomeAddress('tron_usdt', 'insufficient_balance');
const ON = { onError: 'continueRegularOutput' as const };
const screenings = useScreenings();
const { order } = useOrders({ kytDelayMs: 0 });
const times = (count: number, item: ScreenedItem): ScreenedItem[] =>
	Array.from({ length: count }, () => item);

describe('an address that several items name', () => {
	test.each(['screen', 'check'])(
		'%s: is paid for once and comes out for each',
		async (operation) => {
			const items = [{ address: NEVER }, ...times(49, { address: screenings.fresh })];
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
			const lines = screenings.sandbox.state.ledger(screenings.contract.partner.partnerId);
			expect(lines.filter(({ reason }) => reason === 'kyt_check')).toHaveLength(1);
		},
	);

	test('each item gets a copy of its own', async () => {
		const parameters = { options: { pollInterval: 0.1, wholeAnswer: true } };
		const items = times(2, { address: screenings.fresh });
		const [first, second] = await shown(screenings.run(items, { parameters }));
		expect(first).toEqual(second);
		expect(first?.report).not.toBe(second?.report);
	});

	test('in one spelling or another, its network chosen or detected', async () => {
		const run = screenings.run([
			{ network: 'eth', address: ETHEREUM },
			{ network: 'eth', address: ETHEREUM.toLowerCase() },
			{ network: 'btc', address: BECH32 },
			{ network: 'auto', address: BECH32.toUpperCase() },
			{ address: ` ${screenings.fresh}\n` },
			{ network: 'auto', address: screenings.fresh },
		]);
		expect((await shown(run)).map(({ network }) => network)).toEqual([
			'eth',
			'eth',
			'btc',
			'btc',
			'tron_usdt',
			'tron_usdt',
		]);
		// As they were typed first; they are sent at once, so any may arrive before another.
		const sent = screenings.checks().map(({ address }) => address);
		expect(sent.sort()).toEqual([ETHEREUM, BECH32, screenings.fresh].sort());
	});

	test.each<[string, number, INodeParameters]>([
		['another key of their own', 2, { extIdMode: 'custom', extId: '={{ $json.id }}' }],
		['another field', 2, { additionalFields: { refresh: '={{ $json.id === "a" }}' } }],
		['another wait', 1, { options: { maxWait: '={{ $json.id === "a" ? 10 : 20 }}' } }],
		['another limit', 1, { options: { price: '={{ $json.id === "a" ? 1 : 2 }}' } }],
		['another "no"', 1, { additionalFields: '={{ $json.id === "a" ? {} : { refresh: false } }}' }],
	])('with %s takes %i calls', async (_, calls, more) => {
		const parameters = { ...more, options: { pollInterval: 0.1, ...(more.options as object) } };
		const items = ['a', 'b', 'a'].map((id) => ({ id, address: screenings.fresh }));
		expect(await shown(screenings.run(items, { parameters }))).toHaveLength(3);
		expect(screenings.checks()).toHaveLength(calls);
	});

	test('keeps its ext_id when the run is tried again, its network chosen or detected', async () => {
		const run = async (network: string) => {
			const items = [{ address: NEVER }, ...times(3, { network, address: screenings.fresh })];
			const more = { parameters: { operation: 'check' }, resumeSignature: 'again' };
			return (await shown(screenings.run(items, more))).map((item) => item.ext_id);
		};
		expect(await run('auto')).toEqual(await run('tron_usdt'));
		expect(screenings.checks()).toHaveLength(2);
	});

	test('fails for each of its items when its one check fails', async () => {
		const short = { address: SHORT };
		const items = [short, short, { address: screenings.fresh }, short];
		const [output = []] = outputs(await screenings.run(items, ON));
		const failed = {
			error: expect.stringContaining('insufficient_balance'),
			message: expect.stringContaining('nothing was spent'),
			details: expect.objectContaining({ outcome: 'refused' }),
		};
		const done = expect.objectContaining({ address: screenings.fresh, status: 'completed' });
		expect(output.map(({ json }) => json)).toEqual([failed, failed, done, failed]);
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2, 3].map((item) => ({ item })),
		);
		const keys = screenings.contract.bodies('/kyt_check').filter((body) => body.includes(SHORT));
		expect(keys).toHaveLength(1);
	});
});

test.each([
	['of another network', 'eth', 'Address is a TRON address; Network is Ethereum'],
	['of no network', 'auto', 'Address: which network it is of cannot be told; choose Network'],
])('an address %s is refused before anything is sent', async (_, network, said) => {
	const wrong = { network, address: network === 'auto' ? 'alice' : screenings.fresh };
	const run = await screenings.run([{ address: screenings.fresh }, wrong, wrong]);
	const { message, description } = errorOf(run);
	expect(message).toBe(said);
	expect(description).toMatch('Not sent: nothing was spent.');
	expect(description).toMatch('None of the 3 items was sent; with a mistake: items 1 to 2.');
	expect(screenings.sandbox.stats().requests).toEqual({});
});

test('what a run came to is told in one hint', async () => {
	const outcome = (name: Parameters<typeof outcomeAddress>[1]) => ({
		address: outcomeAddress('tron_usdt', name),
	});
	// On file already: free.
	await screenings.run([{ address: screenings.fresh }]);
	const items = [
		{ address: screenings.fresh },
		...times(3, outcome('sanctions')),
		...[outcome('high'), outcome('failed'), outcome('never'), outcome('insufficient_balance')],
		{ address: 'alice' },
	];
	const parameters = { options: { maxWait: 1, pollInterval: 0.1 } };
	// Two completed ones were paid; one failed, and one is still processing.
	expect(hintsOf(await screenings.run(items, { parameters, ...ON }))).toEqual([
		'Screened: 5 addresses of 9 items, for 1.5 USDT. A new run may cost that again; Retry, in the list of executions, does not. Reserved: 0.75 USDT. From cache: 1. Sanctions hits: 1. Unresolved: 4.',
	]);
});

test.each([
	...[401, 403, 404, 429].map((status) => [status, { error: 'no' }, 'unknown'] as const),
	...[400, 422].map((status) => [status, { message: 'Bad request' }, 'unknown'] as const),
	...[400, 422].map((status) => [status, { error: 'no' }, 'refused'] as const),
])('of a screening on file, a repeat with %s and %j says: %s', async (status, body, outcome) => {
	const check = {
		...{ resource: 'kyt', operation: 'check', network: 'tron_usdt', address: TRON },
		...{ extIdMode: 'custom', extId: 'a-screening', options: { retries: 0 } },
	};
	const refusal = { status, body };
	expect((await order(check)).items).toMatchObject([{ ext_id: 'a-screening' }]);
	// A 401 is repeated once, with a new token.
	const { items } = await order(check, { orders: [refusal, refusal] }, ON);
	expect(items).toMatchObject([{ details: { outcome } }]);
});
