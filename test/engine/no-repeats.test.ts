// Proves that at an API which charges repeats, an order of a kind named under noRepeats is charged once.
import { ESIM, GIFT } from './support/orders';
import { useNode } from './support/run-node';
import { Contract } from '../support/partner';

const { api, start } = useNode({ settleMs: 0, deduplicates: false });

/** How many orders a partner of its own has after these runs under one number. */
async function charged(parameters: typeof GIFT, runs: number, apiDifferences: object) {
	api.contract = await Contract.of(api.sandbox, { balance: '1000' });
	const lost = { match: { path: '/purchase' }, fault: 'closed_after_commit' } as const;
	api.sandbox.addFault(lost);
	const fields = { documentDelay: 0, ...apiDifferences };
	const credential = api.contract.credential({ apiDifferences: JSON.stringify(fields) });
	const options = { retries: 3, longestWait: 0 };
	const own = { extIdMode: 'custom', extId: 'o-1', options };
	for (let run = 1; run <= runs; run += 1) await start({ ...parameters, ...own }, { credential });
	return api.contract.orders().length;
}

test('a lost order is looked up, not sent again', async () => {
	expect(await charged(GIFT, 1, { noRepeats: ['gift_purchase'] })).toBe(1);
	expect(await charged(GIFT, 1, {})).toBe(2);
});

test('an order whose lookup is unclear is not sent again', async () => {
	const pair = { ...ESIM, quantity: 2 };
	expect(await charged(pair, 3, { noRepeats: ['esim_purchase'] })).toBe(1);
	expect(await charged(pair, 3, {})).toBe(3);
});
