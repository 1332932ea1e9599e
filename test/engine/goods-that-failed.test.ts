/** Proves that Wait Until Ready does not tell an order as ready of which a thing that was bought failed. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { useOrders } from './support/orders';

const { order } = useOrders({ settleMs: 5 });

const WAITING: INodeParameters = {
	...{ waitUntilReady: true, extIdMode: 'custom', extId: 'o-1' },
	options: { retries: 0, pollInterval: 0.1, maxWait: 60 },
};
const GIFT = { resource: 'giftCard', operation: 'purchase', offerId: 'gift-music-5', ...WAITING };
const ESIM = { resource: 'esim', operation: 'purchase', offerId: 'esim-tr-1gb', ...WAITING };

describe.each(['failed', 'Cancelled ', 'rejected'])(
	'what was bought with the status %s',
	(status) => {
		test('fails its item, with its order', async () => {
			const record = { offer_id: GIFT.offerId, status: 'completed', purchase_id: 'p-1' };
			const orders = [record, { status, epin: '' }].map((body) => ({ status: 200, body }));
			const { message, description, items } = await order(GIFT, { orders });
			expect(items).toEqual([]);
			expect(message).toMatch(/outcome unknown.* \(ended_otherwise\)/);
			expect(description).toContain(
				`ts status is completed, and that of what was bought is ${status.trim().toLowerCase()}`,
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
	},
);

const GIFT_ORDER = { offer_id: GIFT.offerId, status: 'completed', purchase_id: 'p-1' };
const ok = (body: IDataObject) => ({ status: 200, body });

test.each<[string, IDataObject, IDataObject, string]>([
	[
		'in an envelope',
		GIFT_ORDER,
		{ ok: true, gift_card: { id: 'p-1', status: 'failed' } },
		'failed',
	],
])('what failed %s fails its item', async (_, record, gift, end) => {
	const read = () => ok(gift);
	const answers = { orders: [ok(record)], document: record, read };
	const { items, description } = await order(GIFT, answers);
	expect(items).toEqual([]);
	expect(description).toContain(`that of what was bought is ${end}`);
});

test('one that failed by the document fails its item, where the others are ready', async () => {
	const items = [
		{ esim_id: 'e-1', status: 'active' },
		{ status: 'failed', error: 'provision_failed', esim: { iccid: '1' } },
	];
	const run = await order(
		{ ...ESIM, extIdMode: 'auto', additionalFields: { quantity: 2 } },
		{
			orders: [ok({ offer_id: ESIM.offerId, status: 'processing' })],
			document: { offer_id: ESIM.offerId, quantity: 2, status: 'completed', items },
			read: () => ok({ status: 'active', activation: { lpa: 'LPA:1$smdp.example$B' } }),
		},
	);
	expect(run.items).toEqual([]);
	expect(run.message).toContain('outcome unknown (ended_otherwise)');
});

test.each<[string, IDataObject, string]>([
	['is empty', {}, 'not all of it is there yet'],
	['has no code yet', { epin: null, codes: [] }, 'not all of it is there yet'],
	['has a code that is blank', { status: 'active', epin: '' }, 'its status is active'],
	['is on its way', { status: 'processing', epin: 'A' }, 'its status is processing'],
	['is on its way', { gift_card: { id: 'p-1', status: 'processing' } }, 'its status is processing'],
	[
		'is on its way',
		{ status: 'processing', gift_card: { id: 'p-1', epin: 'A' } },
		'its status is processing',
	],
	['has expired', { status: 'expired', epin: 'A' }, 'its status is expired'],
	[
		'has a list of blank codes',
		{ codes: ['', { code: '', pin: null }] },
		'not all of it is there yet',
	],
	['is only announced', { message: 'It is being issued' }, 'not all of it is there yet'],
	['has a secret for a status', { status: 'PIN: 4455', epin: '' }, 'its status is ••••••••'],
])('what was bought and %s is not told as ready', async (_, gift, why) => {
	const short = { ...GIFT, options: { retries: 0, pollInterval: 0.1, maxWait: 0.2 } };
	const { items, hints } = await order(short, { orders: [ok(GIFT_ORDER)], read: () => ok(gift) });
	expect(items).toMatchObject([{ outcome_reached: false }]);
	expect(hints.join(' ')).toContain(
		`It is placed and paid, and ${why}. Get it later with Gift Card: Get.`,
	);
});

test('a paper beside a card says nothing of the card', async () => {
	const issue = { ...GIFT, resource: 'card', operation: 'issue', svcProductId: '101' };
	const orders = [ok({ status: 'completed', card_id: 'c-1' })];
	for (const status of ['expired', 'pending']) {
		const read = () =>
			ok({ card_id: 'c-1', status: 'active', document: { type: 'passport', status } });
		const { items } = await order(issue, { orders, read });
		expect(items).toMatchObject([{ outcome_reached: true }]);
	}
});
