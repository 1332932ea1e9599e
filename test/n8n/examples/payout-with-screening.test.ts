// The example "Pay out behind the screening gate": only a clear address is paid, once for each number, and the page tells the truth.
import { outcomeAddress } from '../../../dev/sandbox/magic';
import { useExample } from '../../support/n8n/started-example';

const CLEAR = outcomeAddress('tron_usdt', 'clear');

const { own, example } = useExample('payout-with-screening', { kytDelayMs: 0, settleMs: 0 });

afterEach(() => {
	own.sandbox.clearFaults();
});

function withdrawals() {
	return own.sandbox.state.orders.filter(({ kind }) => kind === 'withdrawal');
}

test('a clear address is noted first, and then paid', async () => {
	expect(await example.pageOf('1', CLEAR, '12.50')).toContain(
		`Payout 1: 12.50 USDT to ${CLEAR} is ordered, status`,
	);
	expect(withdrawals().map(({ extId }) => extId)).toEqual(['payout-1']);
	expect(await example.rows()).toMatchObject([
		{ ext_id: 'payout-1', order: `Withdraw 12.50 USDT to ${CLEAR}`, status: null },
	]);
});

test('the same number is paid once, with another amount not at all', async () => {
	const paid = withdrawals().length;
	expect(await example.pageOf('2', CLEAR, '1')).toContain('is ordered');
	expect(await example.pageOf('2', CLEAR, '1')).toContain('is ordered');
	expect(await example.pageOf('2', CLEAR, '2')).toMatch(/NOT CERTAIN(?!.*Send).*differs in amount/);
	expect(withdrawals()).toHaveLength(paid + 1);
	expect((await example.rows()).filter((row) => row.ext_id === 'payout-2')).toHaveLength(1);
});

test.each([
	['block', outcomeAddress('tron_usdt', 'sanctions'), /sanctions list/],
	['review', outcomeAddress('tron_usdt', 'medium'), /risk score 48/],
	['unresolved', outcomeAddress('tron_usdt', 'missing_score'), /no risk score/],
	['unresolved', 'not-an-address', /address/],
])('an address that is %s is not paid: %s', async (verdict, address, reason) => {
	const paid = withdrawals().length;
	const page = await example.pageOf(`3-${address}`, address, '1');
	expect(page).toContain(`nothing was paid this time, because the verdict is ${verdict}.`);
	expect(page).toMatch(reason);
	expect(withdrawals()).toHaveLength(paid);
});

test('if the outcome is unknown, the page says so, and the same number is safe', async () => {
	const lost = { match: { path: '/withdrawals', times: 0 }, fault: 'closed_after_commit' } as const;
	own.sandbox.addFault(lost);
	own.sandbox.addFault({ match: { path: '/document_get', times: 0 }, fault: 'closed_before' });
	expect(await example.pageOf('5', CLEAR, '3')).toContain(
		'NOT CERTAIN whether it was paid. Do not pay it in any other way',
	);

	own.sandbox.clearFaults();
	expect(await example.pageOf('5', CLEAR, '3')).toContain('is ordered');
	expect(withdrawals().filter(({ extId }) => extId === 'payout-5')).toHaveLength(1);
});

test('a stranger orders nothing', async () => {
	const paid = withdrawals().length;
	for (const person of [undefined, 'First approver (sandbox)'] as const) {
		const response = await example.submit(['6', CLEAR, '1'], person);
		expect(response.status).toBe(401);
	}
	expect(withdrawals()).toHaveLength(paid);
});
