// Proves that at an API which charges repeats, an order of a kind named under noRepeats is charged once.
import { ESIM, GIFT, useOrders } from './support/orders';
import { startNode } from './support/run-node';
import { Contract } from '../support/partner';

const { api } = useOrders({ settleMs: 0, deduplicates: false });
const PAIR = { ...ESIM, quantity: 2 };

/** How many orders a partner of its own has after these runs under one number. */
async function charged(
	parameters: typeof GIFT,
	runs: number,
	apiDifferences: object,
	fault?: Parameters<typeof api.sandbox.addFault>[0],
) {
	const contract = await Contract.of(api.sandbox, { balance: '1000' });
	if (fault) api.sandbox.addFault(fault);
	const fields = { documentDelay: 0, ...apiDifferences };
	const credential = contract.credential({ apiDifferences: JSON.stringify(fields) });
	const options = { retries: 3, longestWait: 0 };
	const own = { extIdMode: 'custom', extId: 'o-1', options };
	for (let run = 1; run <= runs; run += 1)
		await startNode({ parameters: { ...parameters, ...own }, items: [{}], credential });
	const id = Number(contract.partner.partnerId);
	return api.sandbox.state.orders.filter(({ partnerId }) => partnerId === id).length;
}

beforeAll(() => {
	// n8n's engine prints every error of a node.
	jest.spyOn(console, 'log').mockImplementation(() => undefined);
});

test('a lost order is looked up, not sent again', async () => {
	const lost = { match: { path: '/purchase' }, fault: 'closed_after_commit' } as const;
	expect(await charged(GIFT, 1, { noRepeats: ['gift_purchase'] }, lost)).toBe(1);
	expect(await charged(GIFT, 1, {}, lost)).toBe(2);
});

test('an order whose lookup is unclear is not sent again', async () => {
	expect(await charged(PAIR, 3, { noRepeats: ['esim_purchase'] })).toBe(1);
	expect(await charged(PAIR, 3, {})).toBe(3);
});
