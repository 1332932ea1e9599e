import { readExample } from '../../../stack/examples';
import type { Workflow } from '../../../stack/n8n-api-schemas';
import { waitUntil } from '../../../stack/wait-until';
import { runNode } from '../harness';
import { type OwnSandbox, startOwnSandbox } from '../own-sandbox';
import {
	makeTable,
	noteAbout,
	outputOf,
	removeAll,
	runByHand,
	start,
	startNotebook,
	withItem,
	withOwnTable,
	withParameters,
	withSetting,
} from './support';
import { withdraw } from './withdraw';

const TABLE = 'settlement_payouts';
/** The sandbox's fee for each withdrawal. */
const FEE = '1.00';

let own: OwnSandbox;
let example: Workflow;

/** Reconciles by hand against a list of these amounts by ext_id, and these completed rows, and returns the report. */
async function reconcile(
	amounts: Record<string, string>,
	change = (it: Workflow) => it,
	added: Record<string, string>[] = [],
) {
	const { workflow, table } = withOwnTable(change(example), TABLE);
	const listed = Object.entries(amounts).map(([ext_id, amount]) => ({ ext_id, amount, fee: FEE }));
	await makeTable(
		table,
		['ext_id', 'payout', 'amount', 'fee', 'status'],
		[
			...[...listed, ...added].map((row) => ({ payout: '1', status: 'completed', ...row })),
			{ payout: '1', ext_id: 'on-its-way', amount: '5', fee: FEE, status: '' },
			{ payout: '1', ext_id: 'never-paid', amount: '5', fee: FEE, status: 'failed' },
			// As the payout example notes the event of a withdrawal that was made elsewhere.
			{ ext_id: 'only-ledger', status: 'completed' },
		],
	);
	const execution = await runByHand(await start(workflow, own.credential), 'Run by hand');
	expect(execution.data.resultData.error).toBeUndefined();
	return outputOf(execution, 'Compare')[0] ?? {};
}

beforeEach(async () => {
	own = await startOwnSandbox({ settleMs: 0 });
	example = await readExample('reconciliation');
	await startNotebook();
});

afterEach(async () => {
	await removeAll();
	await own.sandbox.close();
});

test('it finds what is missing on either side and what differs, to the last digit', async () => {
	await withdraw(own, {
		same: '10.50',
		'other-spelling': '7.5',
		'only-ledger': '3',
		'last-digit': '0.100000000000000001',
		large: '9007.199254740993',
	});

	const { text, ...report } = await reconcile({
		same: '10.50',
		'other-spelling': '07.500',
		'only-list': '4.25',
		'last-digit': '0.1',
		large: '9007.199254740992',
	});

	expect(report).toEqual({
		agree: 2,
		only_in_ledger: [{ ext_id: 'only-ledger', ledger: '4.00', list: '0.00', difference: '4.00' }],
		only_in_list: [{ ext_id: 'only-list', ledger: '0.00', list: '5.25', difference: '-5.25' }],
		amounts_differ: expect.arrayContaining([
			{
				ext_id: 'last-digit',
				ledger: '1.100000000000000001',
				list: '1.10',
				difference: '0.000000000000000001',
			},
			{
				ext_id: 'large',
				ledger: '9008.199254740993',
				list: '9008.199254740992',
				difference: '0.000000000001',
			},
		]),
		twice_in_list: [],
		unreadable: [],
		// The deposit.
		left_out: 1,
		ledger_total: '9033.299254740993000001',
		list_total: '9034.549254740992',
		difference: '-1.249999999998999999',
		beside_the_lines: '',
	});
	expect(report.amounts_differ).toHaveLength(2);
	expect(await noteAbout('2 orders agree, 4 do not')).toBe(text);
});

test('an order that came back needs no entry in the list', async () => {
	own.sandbox.configure({ settleMs: 5 });
	const { error } = await runNode({
		credential: own.credential,
		parameters: { resource: 'esim', operation: 'purchase', offerId: 'magic-failed' },
	});
	expect(error).toBeUndefined();
	await waitUntil(
		'the failure',
		() => own.sandbox.state.orders[0]?.status === 'failed' || undefined,
	);

	const report = await reconcile({}, (it) => withSetting(it, 'only_kinds', 'esim_purchase'));

	expect(report).toMatchObject({ agree: 1, only_in_ledger: [], ledger_total: '0.00' });
});

test('a payout that came back does not agree with a list that has it as paid', async () => {
	const lines = [
		{ ext_id: 'back', type: 'debit', amount: '5', reason: 'withdrawal' },
		{ ext_id: 'back', type: 'credit', amount: '5', reason: 'withdrawal returned' },
		{ ext_id: 'only-returned', type: 'credit', amount: '5', reason: 'withdrawal returned' },
		{ ext_id: 'card', type: 'debit', amount: '9', reason: 'card_issue' },
		{ ext_id: '', type: 'credit', amount: '1000', reason: 'deposit' },
	];

	const report = await reconcile({ back: '4', 'only-returned': '4' }, (it) =>
		withItem(it, 'Ledger', { lines }),
	);

	expect(report).toMatchObject({
		agree: 0,
		amounts_differ: [
			{ ext_id: 'back', ledger: '0.00', list: '5.00' },
			{ ext_id: 'only-returned', ledger: '-5.00', list: '5.00' },
		],
		unreadable: [],
		left_out: 2,
	});
});

test('lines without ext_id or amount are reported, none is dropped', async () => {
	await withdraw(own, { a: '1', b: '2' });

	const all = await reconcile({ a: '1', b: 'two' }, (it) => withSetting(it, 'only_kinds', ''));

	expect(all).toMatchObject({
		agree: 1,
		only_in_ledger: [{ ext_id: 'b', ledger: '3.00' }],
		// The deposit has no ext_id.
		unreadable: expect.arrayContaining([
			{ side: 'list', ext_id: 'b', spent: 'two', fee: FEE },
			expect.objectContaining({ side: 'ledger', ext_id: '', kind: 'deposit' }),
		]),
		left_out: 0,
	});
});

test('all lines of a long ledger are compared', async () => {
	const ids = Array.from({ length: 60 }, (_, index) => `payout-${index}`);
	const amounts = Object.fromEntries(ids.map((id) => [id, '1']));
	await withdraw(own, amounts);

	expect(await reconcile(amounts)).toMatchObject({
		agree: 60,
		only_in_list: [],
		left_out: 1,
		ledger_total: '120.00',
	});
});

test.each([
	['a cursor', { next_cursor: 'abc' }, 'next_cursor "abc"'],
	['more to come', { has_more: true, total: 51 }, 'has_more true, total 51'],
	['nothing more', { has_more: false, next_cursor: null, next: '' }, ''],
])('%s beside the lines is in the report', async (_, beside, told) => {
	const lines = [{ ext_id: 'a', type: 'debit', amount: '2', reason: 'withdrawal' }];
	const shapes = [
		{ lines, ...beside },
		{ data: { lines }, ...beside },
		{ data: lines, ...beside },
	];
	for (const shape of shapes) {
		const report = await reconcile({ a: '1' }, (it) => withItem(it, 'Ledger', shape));

		expect(report).toMatchObject({ agree: 1, beside_the_lines: told });
		expect(String(report.text).includes('THERE MAY BE MORE LINES')).toBe(told !== '');
		expect(report.text).toContain(told);
	}
});

test('an answer without a list is no empty ledger', async () => {
	const { workflow } = withOwnTable(withItem(example, 'Ledger', { lines: 'none' }), TABLE);

	const execution = await runByHand(await start(workflow, own.credential), 'Run by hand');

	expect(execution.data.resultData.error?.message).toContain('adapt Ledger lines');
	expect(outputOf(execution, 'Compare')).toEqual([]);
});

test('an order that the list has twice agrees with nothing', async () => {
	await withdraw(own, { twice: '4', once: '1' });
	const half = { ext_id: 'twice', amount: '2', fee: '0.5' };
	const report = await reconcile({ once: '1' }, undefined, [half, half]);

	expect(report).toMatchObject({
		agree: 1,
		amounts_differ: [],
		twice_in_list: [{ ext_id: 'twice', ledger: '5.00', list: '5.00', difference: '0.00' }],
	});
	expect(report.text).toContain('1 orders agree, 1 do not');
	expect(report.text).toContain('twice in the list: twice');
});

test('a payout that came back without a fee can be read', async () => {
	await withdraw(own, { free: '4' });

	const report = await reconcile({}, undefined, [{ ext_id: 'free', amount: '5', fee: '' }]);

	expect(report).toMatchObject({ agree: 1, unreadable: [] });
});

test('with an empty list and an empty ledger it still reports', async () => {
	// What came from here on only.
	const additionalFields = { from: '2100-01-01T00:00:00Z' };
	const report = await reconcile({}, (it) => withParameters(it, 'Ledger', { additionalFields }));

	expect(report).toMatchObject({ agree: 0, left_out: 0, difference: '0.00' });
});

test('the schedule starts it', async () => {
	await withdraw(own, { 'on-schedule': '1.23' });
	const often = withParameters(withOwnTable(example, TABLE).workflow, 'Mondays at 7', {
		rule: { interval: [{ field: 'seconds', secondsInterval: 1 }] },
	});

	await start(often, own.credential);

	expect(await noteAbout('only in the ledger: on-schedule')).toContain('ledger 2.23, list 0.00');
});
