/** Proves that n8n gets its turn between items, also where each of very many fails without a call. */
import type { INodeParameters } from 'n8n-workflow';
import { addressFromLabel } from '../../dev/sandbox/addresses';
import { FORBIDDEN, useOrders } from './support/orders';
import { countTurns } from '../support/turns';
import { WITHDRAWAL } from './support/withdrawal';

const { order } = useOrders();
const ITEMS = Array.from({ length: 300 }, (_, nth) => ({
	amount: '1',
	address: addressFromLabel('tron_usdt', String(nth)),
}));
const SCREENING = { resource: 'kyt', operation: 'screen', network: 'tron_usdt' };

test.each<[string, INodeParameters]>([
	['withdrawals', { ...WITHDRAWAL, extIdMode: 'auto' }],
	['screenings', { ...SCREENING, address: '={{ $json.address }}', extIdMode: 'auto' }],
])(
	'%s of a credential that is refused take two turns each: one to be read, one to fail',
	async (_, parameters) => {
		const turns = countTurns();
		const { items } = await order(
			parameters,
			{ token: () => FORBIDDEN },
			{ items: ITEMS, onError: 'continueRegularOutput' },
		);
		expect(items).toHaveLength(ITEMS.length);
		expect(items[0]).toMatchObject({ error: expect.any(String) });
		expect(turns()).toBeGreaterThan(2 * ITEMS.length);
	},
);
