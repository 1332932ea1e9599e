/** Proves that Wait Until Ready does not tell an order as ready of which a thing that was bought failed. */
import type { INodeParameters } from 'n8n-workflow';
import { useOrders } from './support/orders';

const { order } = useOrders({ settleMs: 5 });

const WAITING: INodeParameters = {
	...{ waitUntilReady: true, extIdMode: 'custom', extId: 'o-1' },
	options: { retries: 0, pollInterval: 0.1, maxWait: 60 },
};
const GIFT = { resource: 'giftCard', operation: 'purchase', offerId: 'gift-music-5', ...WAITING };
const ESIM = { resource: 'esim', operation: 'purchase', offerId: 'esim-tr-1gb', ...WAITING };

describe.each(['failed', 'Cancelled'])('what was bought with the status %s', (status) => {
	test('fails its item, with its order', async () => {
		const record = { offer_id: GIFT.offerId, status: 'completed', purchase_id: 'p-1' };
		const orders = [record, { status, epin: '' }].map((body) => ({ status: 200, body }));
		const { message, description, items } = await order(GIFT, { orders });
		expect(items).toEqual([]);
		expect(message).toMatch(/outcome unknown.* \(ended_otherwise\)/);
		expect(description).toContain(
			`ts status is completed, and that of what was bought is ${status.toLowerCase()}`,
		);
	});

	test('fails it also as one of several, which are in its record', async () => {
		const items = [{ esim_id: 'e-1' }, { esim_id: 'e-2' }];
		const body = { offer_id: ESIM.offerId, status: 'completed', quantity: 2, items };
		const read = (path: string) => {
			const state = { status: path.endsWith('e-2') ? status : 'active' };
			return { status: 200, body: { ...state, activation: { lpa: 'LPA:1$smdp.example$B' } } };
		};
		const two = { ...ESIM, additionalFields: { quantity: 2 } };
		const answers = { orders: [{ status: 200, body }], read };
		const run = await order(two, answers, { onError: 'continueErrorOutput' });
		expect(run.items).toMatchObject([
			{
				details: {
					...{ outcome: 'unknown', ext_id: 'o-1' },
					record: { items: [{ esim: { status: 'active' } }, { esim: { status } }] },
				},
			},
		]);
		expect(JSON.stringify(run)).not.toContain('smdp.example');
	});
});
