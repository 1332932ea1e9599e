// The example "Reconcile the ledger": it tells what is on one side only and which amounts differ, to the last digit.
import { outcomeAddress } from '../../../dev/sandbox/magic';
import { waitUntil } from '../../../dev/stack/wait-until';
import { runNode } from '../../support/n8n/harness';
import { type OwnSandbox, startOwnSandbox } from '../../support/n8n/own-sandbox';
import { outputOf } from '../../support/n8n/example-runs';
import { StartedExample, withList } from '../support/started-example';

let own: OwnSandbox;

/** Withdrawals by ext_id and amount, each of them completed; the sandbox takes a fee of 1.00 for each. */
async function withdraw(amounts: Record<string, string>): Promise<void> {
	const { error } = await runNode({
		credential: own.credential,
		items: Object.entries(amounts).map(([extId, amount]) => ({ extId, amount })),
		parameters: {
			resource: 'withdrawal',
			operation: 'create',
			amount: '={{ $json.amount }}',
			toAddress: outcomeAddress('tron_usdt', 'clear'),
			extIdMode: 'custom',
			extId: '={{ $json.extId }}',
		},
	});
	expect(error).toBeUndefined();
	await waitUntil('the withdrawals', () =>
		own.sandbox.state.orders.every(({ status }) => status === 'completed') ? true : undefined,
	);
}

/** Its messages without those about the first deposit, sorted. */
async function reconciled(amounts?: Record<string, string>): Promise<unknown[]> {
	const orders = Object.entries(amounts ?? {}).map(([order, amount]) => ({ order, amount }));
	const change = amounts && withList('Your list', 'orders', orders);
	const example = await StartedExample.start('reconciliation', own, change);
	const execution = await example.run();
	await example.remove();
	return ['On one side only', 'Amounts differ']
		.flatMap((node) => outputOf(execution, node).map(({ text }) => String(text)))
		.filter((text) => !text.includes('-10000 USDT'))
		.sort();
}

beforeEach(async () => {
	own = await startOwnSandbox({ settleMs: 0 });
});

afterEach(async () => {
	await own.sandbox.close();
});

test('as npm start imports it, it knows payout 1001 of the other examples', async () => {
	await withdraw({ 'payout-1001': '12.50' });
	expect(await reconciled()).toEqual(['Only in your list: payout-1002, 99 USDT.']);
});

test('one side only, and amounts that differ in the 18th decimal', async () => {
	await withdraw({ same: '9.50', whole: '99', 'only-ledger': '3', digit: '0.000000000000000001' });
	expect(
		await reconciled({
			same: '10.5000',
			whole: '100',
			'only-list': '4',
			digit: '1.000000000000000002',
		}),
	).toEqual([
		'Amounts differ: digit, 1.000000000000000001 USDT in the ledger, 1.000000000000000002 USDT in your list.',
		'Only in the ledger: only-ledger, 4 USDT.',
		'Only in your list: only-list, 4 USDT.',
	]);
});

test('an order that is in the list twice does not pass', async () => {
	await withdraw({ twice: '1' });
	const twice = withList('Your list', 'orders', [
		{ order: 'twice', amount: '2' },
		{ order: 'twice', amount: '3' },
	]);
	const example = await StartedExample.start('reconciliation', own, twice);
	const execution = await example.run();
	await example.remove();
	expect(outputOf(execution, 'Amounts differ')).toHaveLength(1);
});
