// The example "Reconcile the ledger": it tells what is on one side only and which amounts differ, to the last digit.
import { waitUntil } from '../../../dev/stack/wait-until';
import { withdraw } from '../../support/n8n/withdrawals';
import { useOwnSandbox } from '../../support/n8n/own-sandbox';
import { outputOf } from '../../support/n8n/example-runs';
import { StartedExample, withList } from '../../support/n8n/started-example';

const own = useOwnSandbox({ settleMs: 0 }, true);

/** Pays these amounts; the sandbox takes a fee of 1.00 for each. */
async function pay(amounts: Record<string, string>): Promise<void> {
	await withdraw(own, amounts);
	await waitUntil('the withdrawals', () =>
		own.sandbox.state.orders.every(({ status }) => status === 'completed') ? true : undefined,
	);
}

/** Its messages without those about the first deposit, sorted. @param list orders and their amounts */
async function reconciled(list?: [order: string, amount: string][]): Promise<unknown[]> {
	const orders = list?.map(([order, amount]) => ({ order, amount }));
	const change = orders && withList('Your list', 'orders', orders);
	const example = await StartedExample.start('reconciliation', own, change);
	const execution = await example.run();
	await example.remove();
	return ['On one side only', 'Amounts differ']
		.flatMap((node) => outputOf(execution, node).map(({ text }) => String(text)))
		.filter((text) => !text.includes('-10000 USDT'))
		.sort();
}

test('as npm start imports it, it knows payout 1001 of the other examples', async () => {
	await pay({ 'payout-1001': '12.50' });
	expect(await reconciled()).toEqual(['Only in your list: payout-1002, 99 USDT.']);
});

test('one side only, amounts that differ in the 18th decimal, and an order that is in the list twice', async () => {
	const digit = '0.000000000000000001';
	await pay({ same: '9.50', whole: '99', 'only-ledger': '3', digit, twice: '1' });
	expect(
		await reconciled([
			['same', '10.5000'],
			['whole', '100'],
			['only-list', '4'],
			['digit', '1.000000000000000002'],
			['twice', '2'],
			['twice', '3'],
		]),
	).toEqual([
		'Amounts differ: digit, 1.000000000000000001 USDT in the ledger, 1.000000000000000002 USDT in your list.',
		expect.stringMatching(/^Amounts differ: twice/),
		'Only in the ledger: only-ledger, 4 USDT.',
		'Only in your list: only-list, 4 USDT.',
	]);
});
