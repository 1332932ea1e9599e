/** Proves that equal screenings of a run share one call, and what is told of their price. */
import { errorOf, outputs } from './support/run-node';
import { hintsOf, type ScreenedItem, shown, useScreenings } from './support/screenings';
import { outcomeAddress } from '../../dev/sandbox/magic';
import { until } from '../support/until';

const BECH32 = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const NEVER = outcomeAddress('tron_usdt', 'never');
const SHORT = outcomeAddress('tron_usdt', 'insufficient_balance');

const screenings = useScreenings();

const times = (count: number, item: ScreenedItem): ScreenedItem[] =>
	Array.from({ length: count }, () => item);

describe('an address that several items name', () => {
	test.each(['screen', 'check'])(
		'%s: is paid for once and comes out for each',
		async (operation) => {
			const items = [{ address: NEVER }, ...times(49, { address: screenings.fresh })];
			const parameters = { operation, options: { maxWait: 1, pollInterval: 0.1 } };
			const run = await screenings.run(items, { parameters });
			const [output = []] = outputs(run);
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
		const [output = []] = outputs(await screenings.run(items, { parameters }));
		const [first, second] = output.map(({ json }) => json);
		expect(first).toEqual(second);
		expect(first?.report).not.toBe(second?.report);
	});

	test.each([
		['another key of their own', { extIdMode: 'custom', extId: '={{ $json.id }}' }],
		['another field', { additionalFields: { refresh: '={{ $json.id === "a" }}' } }],
	])('items with %s are sent each', async (_, parameters) => {
		const items = ['a', 'b', 'a'].map((id) => ({ id, address: screenings.fresh }));
		expect(await shown(screenings.run(items, { parameters }))).toHaveLength(3);
		expect(screenings.checks()).toHaveLength(2);
	});

	test.each([
		['wait', { options: { pollInterval: 0.1, maxWait: '={{ $json.id === "a" ? 10 : 20 }}' } }],
		['limit', { options: { pollInterval: 0.1, price: '={{ $json.id === "a" ? 1 : 2 }}' } }],
		['spelling of no', { additionalFields: '={{ $json.id === "a" ? {} : { refresh: false } }}' }],
	])('items with another %s are one order all the same', async (_, parameters) => {
		const items = ['a', 'b', 'a'].map((id) => ({ id, address: screenings.fresh }));
		expect(await shown(screenings.run(items, { parameters }))).toHaveLength(3);
		expect(screenings.checks()).toHaveLength(1);
	});

	test('keeps its ext_id when the run is tried again: nothing is paid twice', async () => {
		const items = [{ address: NEVER }, ...times(3, { address: screenings.fresh })];
		const parameters = { operation: 'check' };
		const first = await shown(screenings.run(items, { parameters, resumeSignature: 'again' }));
		const second = await shown(screenings.run(items, { parameters, resumeSignature: 'again' }));
		expect(second.map((item) => item.ext_id)).toEqual(first.map((item) => item.ext_id));
		expect(screenings.checks()).toHaveLength(2);
	});

	test('fails for each of its items when its one check fails', async () => {
		const items = [
			...times(2, { address: SHORT }),
			{ address: screenings.fresh },
			{ address: SHORT },
		];
		const run = await screenings.run(items, { onError: 'continueRegularOutput' });
		const [output = []] = outputs(run);
		const failed = {
			error: expect.stringContaining('insufficient_balance') as string,
			message: expect.stringContaining('nothing was spent') as string,
			details: expect.objectContaining({ outcome: 'refused' }) as object,
		};
		expect(output.map(({ json }) => json)).toEqual([
			failed,
			failed,
			expect.objectContaining({ address: screenings.fresh, status: 'completed' }),
			failed,
		]);
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2, 3].map((item) => ({ item })),
		);
		const keys = screenings.contract.bodies('/kyt_check').filter((body) => body.includes(SHORT));
		expect(keys).toHaveLength(1);
	});
});

describe('an address that cannot be right', () => {
	const wrong = () => ({ network: 'eth', address: screenings.fresh });

	test('is refused before anything is sent, and named as what it is', async () => {
		const run = await screenings.run([{ address: screenings.fresh }, wrong(), { address: BECH32 }]);
		const { message, description } = errorOf(run);
		expect(message).toBe('Address is a TRON address; Network is Ethereum');
		expect(description).toMatch('Not sent: nothing was spent.');
		expect(description).toMatch('None of the 3 items was sent; with a mistake: items 1 to 2.');
		expect(screenings.sandbox.stats().requests).toEqual({});
	});
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
		outcome('high'),
		outcome('failed'),
		outcome('never'),
		outcome('insufficient_balance'),
		{ address: 'alice' },
	];
	const options = { maxWait: 1, pollInterval: 0.1 };
	const run = await screenings.run(items, {
		parameters: { options },
		onError: 'continueRegularOutput',
	});
	// Two completed ones were paid; one failed, and one is still processing.
	expect(hintsOf(run)).toEqual([
		'Screened: 5 addresses of 9 items, for 1.5 USDT. A new run may cost that again; Retry, in the list of executions, does not. Reserved: 0.75 USDT. From cache: 1. Sanctions hits: 1. Unresolved: 4.',
	]);
});
