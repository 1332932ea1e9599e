/**
 * Proves that an order can be waited for until what was bought is there, that nothing on the way loses the order, and
 * that an order is not ready if one of its goods failed.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { ok } from './support/answers';
import { type JsonValue, textOf, valueAt } from '../../partner-api';
import { type Answers, CARD, ESIM, GIFT, useOrders } from './support/orders';

const { api, order, made } = useOrders({ settleMs: 5 });

const POLL = { retries: 0, pollInterval: 0.1 };
const SHORT = { ...POLL, maxWait: 0.3 };
const PLAN = { resource: 'esim', operation: 'purchasePlan', planId: 'esim-tr-1gb' };

/** What is bought: where it comes out, the path of its read without its ID, and what of it is a secret. */
type Kind = [name: string, bought: INodeParameters, field: string, read: string, secrets: string[]];
const KINDS: Kind[] = [
	['card', CARD, 'card', 'cards/card_id', ['pan', 'cvv']],
	['eSIM', ESIM, 'esim', 'esims/esim_id', ['activation.lpa']],
	['eSIM plan', PLAN, 'esim', 'esims/esim_id', ['activation.lpa']],
	['gift card', GIFT, 'gift_card', 'gift-cards/purchase_id', ['epin', 'codes']],
];

/** Orders one and waits until it is ready. */
async function bought(
	parameters: INodeParameters,
	options: INodeParameters = POLL,
	more?: Answers,
) {
	const waiting = { waitUntilReady: true, extIdMode: 'auto', ...parameters, options };
	const { items, hints, ...run } = await order(waiting, more);
	return { item: items[0] ?? {}, hint: hints.join(' '), ...run };
}

describe.each(KINDS)('%s', (_, parameters, field, read, secrets) => {
	test('comes out with its order, and shows none of its secrets, wherever one could be', async () => {
		const masked = await bought(parameters);
		const { item } = masked;
		expect(item).toMatchObject({ status: 'completed', outcome_reached: true });
		expect(item[field]).toMatchObject({ ext_id: item.ext_id, status: expect.any(String) });
		for (const path of secrets) expect(valueAt(item[field], path)).toMatch(/^••••/);
		expect(made()).toHaveLength(1);
		const [folder = '', idName = ''] = read.split('/');
		const path = `/partner/${folder}/${item[idName] as string}`;
		const call = { method: 'GET', base: 'api', path, retrySafety: 'safe' } as const;
		const record = await api.contract.client().call(call);
		const hidden = secrets.map((name) => textOf(valueAt(record, name) as JsonValue));
		// The three digits of a CVV may stand anywhere, in a date for instance.
		for (const secret of hidden.filter(({ length }) => length > 3))
			expect(JSON.stringify(masked)).not.toContain(secret);
	});

	test('comes out readable with Reveal Secrets, and not without being asked for', async () => {
		const { item } = await bought({ ...parameters, revealSecrets: true });
		for (const path of secrets) {
			expect(JSON.stringify(valueAt(item[field], path))).toMatch(/[A-Z\d]{3}/);
		}
		expect(JSON.stringify(item)).not.toContain('••••');
		const unasked = await bought({ ...parameters, waitUntilReady: false });
		expect(unasked.item).not.toHaveProperty(field);
		expect(unasked.item).not.toHaveProperty('outcome_reached');
	});

	test('that cannot be read leaves the order, and a hint says what to do', async () => {
		api.sandbox.addFault({ match: { method: 'GET', times: 0 }, fault: '403' });
		const { item, hint } = await bought(parameters);
		expect(item).toMatchObject({ status: 'completed', outcome_reached: false });
		expect(item).not.toHaveProperty(field);
		expect(hint).toMatch(
			/^Not complete when the wait ended: item 0\. .*: Get failed \(not_allowed\)\. It needs the scope \S+\. Get it later with .*: Get\./,
		);
		expect(made()).toHaveLength(1);
	});
});

test('an order that takes too long comes out as it is; no goods are read for one that came to nothing', async () => {
	const { item, hint } = await bought({ ...CARD, svcProductId: '9003' }, SHORT);
	expect(item).toMatchObject({ status: 'pending', outcome_reached: false });
	expect(hint).toBe(
		'Not complete when the wait ended: item 0. Its status is pending. Look it up later with Document: Get.',
	);
	expect((await bought({ ...CARD, svcProductId: '9001' })).item).toEqual({});
	expect(api.sandbox.state.requests.filter(({ path }) => path.includes('/cards/'))).toEqual([]);
});

const ESIM_RECORD = { ext_id: 'o-1', offer_id: ESIM.offerId, status: 'completed' };
const THREE = { ...ESIM, additionalFields: { quantity: 3 } };
const SOLD = { offer_id: ESIM.offerId, quantity: 3 };

test('each eSIM of a quantity is read', async () => {
	const { item } = await bought({ ...THREE, revealSecrets: true });
	const items = item.items as { esim_id: string; esim: { esim_id: string } }[];
	expect(items).toHaveLength(3);
	expect(items.map(({ esim }) => esim.esim_id)).toEqual(items.map(({ esim_id: id }) => id));
	expect(item).toMatchObject({ outcome_reached: true });
	expect(item).not.toHaveProperty('esim');
	const record = {
		...ESIM_RECORD,
		items: ['1', '2', '3'].map((id) => ({ order_id: 'o', esim_id: id })),
	};
	const own = { ...THREE, extIdMode: 'custom', extId: 'o-1' };
	const read = () => ok({ esim_id: 'e', activation: { lpa: 'LPA:1$a.example$B' } });
	const ofOne = await bought(own, POLL, { orders: [ok(record)], read });
	expect(ofOne.item).toMatchObject({ items: record.items, outcome_reached: true });
	const one = (await bought({ ...ESIM, additionalFields: { quantity: 1 } })).item;
	expect(one.esim).toMatchObject({ esim_id: expect.any(String) });
});

test.each<[string, INodeParameters, IDataObject]>([
	['no ID', GIFT, { offer_id: GIFT.offerId }],
	['the ID of another kind, and none', PLAN, { purchase_id: '17', esim_id: 0 }],
	['not all of them', THREE, { ...SOLD, items: [{ esim_id: 'e-1' }, { esim_id: 'e-2' }] }],
	['one three times', THREE, { ...SOLD, items: ['e-1', 'e-1', 'e-1'] }],
])(
	'an order that shows %s is neither reported as ready nor waited for',
	async (_, parameters, shown) => {
		const record = { ...shown, status: 'completed' };
		const esim = ok({ esim_id: 'e-1', activation: { lpa: 'LPA:1$a.example$B' } });
		const answers = { orders: [ok(record)], document: record, read: () => esim };
		const { item, hint, lookups } = await bought(parameters, { ...POLL, maxWait: 10 }, answers);
		expect(lookups).toBeLessThan(3);
		expect(item).toMatchObject({ status: 'completed', outcome_reached: false });
		expect(hint).toMatch(
			/It is placed and paid, but the API does not show the \w+_id of everything that was bought\. If that field has another name, enter the name as goodsId in API Differences\. If an earlier run placed the order, look for the ID in the output of that run, and use it in .*: Get\./,
		);
	},
);

test.each([
	['an answer that is no record', [1]],
	['an ID that no path can hold', '..'],
])('%s leaves the order', async (_, odd) => {
	const card = { svc_product_id: 101, status: 'completed', card_id: odd === '..' ? odd : 'c' };
	const { item, hint } = await bought(CARD, SHORT, { orders: [card, odd, odd, odd].map(ok) });
	expect(item).toMatchObject({ ...card, outcome_reached: false });
	expect(hint).toContain('Card: Get failed (unexpected_answer)');
});

test('no more is read than was ordered, however many the API shows', async () => {
	const items = Array.from({ length: 60_000 }, (_, index) => ({ esim_id: `e-${String(index)}` }));
	const reads: string[] = [];
	const read = (path: string) => {
		reads.push(path);
		const activation = { lpa: 'LPA:1$a$b' };
		return ok({ esim_id: path.split('/').at(-1), status: 'completed', activation });
	};
	const document = { status: 'completed', offer_id: 'esim-tr-1gb', items };
	await bought({ ...THREE, revealSecrets: true }, POLL, { document, read });
	expect(reads).toHaveLength(3);
});

const WAITING: INodeParameters = {
	...{ waitUntilReady: true, extIdMode: 'custom', extId: 'o-1' },
	options: { retries: 0, pollInterval: 0.1, maxWait: 60 },
};
const GIFT_ORDER = { offer_id: GIFT.offerId, status: 'completed', purchase_id: 'p-1' };

test.each<[IDataObject, string]>([
	[{ status: 'Cancelled ', epin: '' }, 'cancelled'],
	[{ ok: true, gift_card: { id: 'p-1', status: 'failed' } }, 'failed'],
])('a purchase that shows %j fails its item, with its order', async (gift, status) => {
	const answers = { orders: [ok(GIFT_ORDER)], document: GIFT_ORDER, read: () => ok(gift) };
	const { message, description, items } = await order({ ...GIFT, ...WAITING }, answers);
	expect(items).toEqual([]);
	expect(message).toMatch(/outcome unknown.* \(ended_otherwise\)$/);
	expect(description).toContain(
		`ts status is completed, and the purchase has the status ${status}`,
	);
});

test('an expired passport in the record of a card does not fail the paid order', async () => {
	const read = () => ok({ card_id: 'c-1', passport: { status: 'expired' } });
	expect((await bought(CARD, POLL, { read })).item).toMatchObject({ outcome_reached: true });
});

test('one of several that failed fails the item, and all are in its record', async () => {
	const items = [{ esim_id: 'e-1' }, { esim_id: 'e-2' }];
	const body = { offer_id: ESIM.offerId, status: 'completed', quantity: 2, items };
	const read = (path: string) => {
		const status = path.endsWith('e-2') ? 'failed' : 'active';
		return ok({ status, activation: { lpa: 'LPA:1$smdp.example$B' } });
	};
	const two = { ...ESIM, ...WAITING, additionalFields: { quantity: 2 } };
	const run = await order(two, { orders: [ok(body)], read }, { onError: 'continueErrorOutput' });
	const record = { items: [{ esim: { status: 'active' } }, { esim: { status: 'failed' } }] };
	expect(run.items).toMatchObject([{ details: { outcome: 'unknown', ext_id: 'o-1', record } }]);
	expect(JSON.stringify(run)).not.toContain('smdp.example');
});

const MISSING = 'not all of it is there yet';

test.each<[IDataObject, string]>([
	[{}, MISSING],
	[{ epin: null, codes: ['', { code: '', pin: null }] }, MISSING],
	[{ status: 'active', epin: '' }, 'its status is active'],
	[{ status: 'processing', gift_card: { id: 'p-1', epin: 'A' } }, 'its status is processing'],
	[{ status: 'PIN: 4455', epin: '' }, 'its status is ••••••••'],
])('a purchase that shows %j is not reported as ready', async (gift, why) => {
	const short = { ...GIFT, ...WAITING, options: { retries: 0, pollInterval: 0.1, maxWait: 0.2 } };
	const { items, hints } = await order(short, { orders: [ok(GIFT_ORDER)], read: () => ok(gift) });
	expect(items).toMatchObject([{ outcome_reached: false }]);
	expect(hints.join(' ')).toContain(
		`It is placed and paid, but ${why}. Get it later with Gift Card: Get.`,
	);
});

test('the first hint names the items of which something is missing, and the step to take', async () => {
	const parameters = { ...GIFT, waitUntilReady: true, extIdMode: 'auto', options: SHORT };
	api.sandbox.addFault({ match: { method: 'GET', times: 2 }, fault: '403' });
	const { hints } = await order(parameters, {}, { items: [{}, {}, {}] });
	expect(hints[0]).toBe('Not complete when the wait ended: items 0 to 1.');
	expect(hints.filter((hint) => hint.includes('not_allowed'))).toHaveLength(1);
});

test('an ID that only the document shows is read, also if the response is over already', async () => {
	const order = { offer_id: 'esim-tr-1gb', status: 'completed' };
	const esim = { esim_id: 'e-1', status: 'completed', activation: { lpa: 'LPA:1$a$B' } };
	const document = { ...order, esim_id: 'e-1' };
	const answers = { orders: [ok(order)], document, read: () => ok(esim) };
	expect((await bought(ESIM, POLL, answers)).item).toMatchObject({ outcome_reached: true });
});
