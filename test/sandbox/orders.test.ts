// Orders of the sandbox: which are refused and leave nothing, what a repeated ext_id returns, and what each shows at
// which time.
import { randomUUID } from 'node:crypto';
import { ETHEREUM, OTHER_TRON, TRON } from '../support/addresses';
import { until } from '../support/until';
import { type Answer, Client, refusal, useClient } from './support/client';

type Fields = Record<string, unknown>;

/** The call of each kind of order, and fields that are accepted. */
const KINDS = {
	withdrawal: [
		'api',
		'/partner/withdrawals',
		{ currency: 'USDT', network: 'TRON', amount: '1', to_address: TRON },
	],
	card: ['base', '/api/pin/create_card', { svc_product_id: 101 }],
	topUp: ['base', '/api/partner/card_topup', { amount: '15.00' }],
	freeze: ['base', '/api/partner/card_freeze', {}],
	esim: ['api', '/partner/esims', { offer_id: 'esim-eu-5gb' }],
	plan: ['base', '/api/esim/new_plan5', { plan_id: 'esim-tr-1gb' }],
	gift: ['base', '/api/purchase', { offer_id: 'gift-bookshop-10' }],
} satisfies Record<string, ['api' | 'base', string, Fields]>;
type Kind = keyof typeof KINDS;

const client = useClient(false);

async function order(own: Client, kind: Kind, change: Fields = {}): Promise<Answer> {
	const [base, path, fields] = KINDS[kind];
	return await own[base](path, { ...fields, ext_id: randomUUID(), ...change });
}

async function activeCard(own: Client): Promise<string> {
	const cardId = String((await order(own, 'card')).body.card_id);
	await own.inStatus(`/partner/cards/${cardId}`, 'active');
	return cardId;
}

const MAIL_ONLY = { required_fields: { email: 'a@example.com' } };

test.each<[Kind, Fields, number, string]>([
	['withdrawal', { currency: 'EUR' }, 400, 'invalid_currency'],
	['withdrawal', { network: 'ETH' }, 400, 'invalid_network'],
	['withdrawal', { to_address: ETHEREUM }, 400, 'invalid_address'],
	['withdrawal', { memo: 'x' }, 400, 'unknown_field'],
	['withdrawal', { amount: undefined }, 400, 'missing_field'],
	['card', { ext_id: undefined }, 400, 'missing_field'],
	['card', { svc_product_id: undefined }, 400, 'missing_field'],
	['card', { svc_product_id: '101' }, 400, 'invalid_field'],
	['card', { svc_product_id: 7 }, 422, 'product_not_found'],
	['card', { payment_source: 'usdt' }, 400, 'unknown_field'],
	['card', { svc_product_id: 9004 }, 422, 'insufficient_balance'],
	['esim', { quantity: 0 }, 400, 'invalid_field'],
	['esim', { quantity: '2' }, 400, 'invalid_field'],
	['esim', { offer_id: 'esim-nowhere' }, 422, 'offer_not_found'],
	['esim', { plan_id: 'x' }, 400, 'unknown_field'],
	['gift', { quantity: 2 }, 400, 'unknown_field'],
	['gift', { offer_id: 'gift-cinema-30' }, 422, 'not_available'],
	['gift', { offer_id: 'gift-games-20' }, 422, 'required_fields_missing'],
	['gift', { offer_id: 'gift-games-50', ...MAIL_ONLY }, 422, 'required_fields_missing'],
])('a %s with %j is answered with %i %s', async (kind, change, status, code) => {
	expect(refusal(await order(client, kind, change))).toEqual([status, code]);
});

/** Everything that an order may leave behind. */
async function traces(of: Client): Promise<unknown> {
	const { state } = client.sandbox;
	const { partnerId } = of.partner;
	return {
		orders: state.orders.filter((one) => String(one.partnerId) === partnerId).length,
		lines: state.ledger(partnerId).length,
		available: await of.available(),
		// Each card, eSIM and gift card has one.
		goods: state.secrets.length,
		cards: (await of.base('/api/cards', {})).body.cards,
	};
}

test.each<Kind>(['withdrawal', 'card', 'topUp', 'esim', 'plan', 'gift'])(
	'a %s that the balance does not cover leaves nothing',
	async (kind) => {
		const own = await Client.of(client.sandbox);
		const card_id = await activeCard(own);
		client.sandbox.setBalance(own.partner.partnerId, '0.50');
		const before = await traces(own);
		const change = kind === 'topUp' ? { card_id } : {};
		expect(refusal(await order(own, kind, change))).toEqual([422, 'insufficient_balance']);
		expect(await traces(own)).toEqual(before);
	},
);

test.each<Kind>(['topUp', 'freeze'])(
	'a %s of a frozen card leaves nothing, not in a batch either',
	async (kind) => {
		const own = await Client.of(client.sandbox);
		const card_id = await activeCard(own);
		await order(own, 'freeze', { card_id });
		await own.inStatus(`/partner/cards/${card_id}`, 'frozen');
		const before = await traces(own);
		const late = { card_id, ext_id: randomUUID() };
		expect(refusal(await order(own, kind, late))).toEqual([409, 'card_not_active']);
		const items = [{ body: { ...late, amount: '15.00' } }];
		const { body } = await own.api('/partner/batch', { items });
		expect(body.results).toMatchObject([{ status: 'failed', error: 'card_not_active' }]);
		expect(await traces(own)).toEqual(before);
		expect((await own.call('document_get', { ext_id: late.ext_id })).status).toBe(404);
	},
);

test('the same ext_id gives the same order, charged once; with other fields it is a conflict', async () => {
	const own = await Client.of(client.sandbox, { balance: '100' });
	const ext_id = randomUUID();
	const [first, second] = [
		await order(own, 'withdrawal', { ext_id }),
		await order(own, 'withdrawal', { ext_id }),
	];
	expect(second.body.withdrawal_id).toBe(first.body.withdrawal_id);
	expect(await own.available()).toBe('98.00');
	for (const change of [{ amount: '1.0' }, { to_address: OTHER_TRON }]) {
		const other = await order(own, 'withdrawal', { ext_id, ...change });
		expect(refusal(other)).toEqual([409, 'ext_id_conflict']);
	}
});

test('amount and fee of a withdrawal are reserved, then debited; a failed one gives them back', async () => {
	const own = await Client.of(client.sandbox, { balance: '100' });
	client.sandbox.configure({ settleMs: 60_000 });
	await order(own, 'withdrawal', { amount: '10' });
	client.sandbox.configure({ settleMs: 5 });
	const { body } = await own.get('/partner/balance');
	expect(body).toMatchObject({ ledger_balance: '100.00', reserved: '11.00' });
	await order(own, 'withdrawal', { amount: '20' });
	await order(own, 'withdrawal', { amount: '13.01' });
	const settled = await until(
		() => own.get('/partner/balance'),
		(answer) => answer.body.reserved === '11.00',
	);
	expect(settled.body).toMatchObject({ ledger_balance: '79.00', available_balance: '68.00' });
});

test.each<[Kind, string, string, RegExp]>([
	['card', '/partner/cards/', 'card_id', /"(pan|cvv|card_encrypted)"/],
	['esim', '/partner/esims/', 'esim_id', /"lpa":"LPA:1\$/],
	['gift', '/partner/gift-cards/', 'purchase_id', /"(epin|codes)"/],
])('1.11 the secrets of a %s come after fulfilment, by the read path only', async (...row) => {
	const [kind, path, id, secrets] = row;
	client.sandbox.configure({ settleMs: 60_000 });
	const open = await order(client, kind);
	expect((await client.get(path + String(open.body[id]))).text).not.toMatch(secrets);
	client.sandbox.configure({ settleMs: 5 });
	const ext_id = randomUUID();
	const { body } = await order(client, kind, { ext_id });
	const document = await client.document(ext_id, 'completed');
	expect((await client.get(path + String(body[id]))).text).toMatch(secrets);
	expect(JSON.stringify(document)).not.toMatch(secrets);
	expect((await client.base('/api/cards', {})).text).not.toMatch(secrets);
});

test('2.7 the billing address is an object of strings, or null; 4.6 another tenant gets none', async () => {
	const card = { card_id: await activeCard(client) };
	const { body } = await client.call('card_billing_address', card);
	expect(Object.keys(body.billing_address as object)).toEqual(
		'line1 line2 city region postal_code country'.split(' '),
	);
	const without = await order(client, 'card', { svc_product_id: 102 });
	const { card_id } = without.body;
	await client.inStatus(`/partner/cards/${String(card_id)}`, 'active');
	expect((await client.call('card_billing_address', { card_id })).body).toEqual({
		billing_address: null,
	});
	const other = await Client.of(client.sandbox);
	expect((await other.get(`/partner/cards/${card.card_id}`)).status).toBe(404);
	expect((await other.call('card_billing_address', card)).status).toBe(404);
});

test('4.4 a quantity of eSIMs gives items; 4.5 a plan for an iccid needs an eSIM of this agent', async () => {
	const { body } = await order(client, 'esim', { quantity: 3 });
	expect(body).toMatchObject({ debit_amount: '38.70', quantity: 3 });
	expect(body.items).toHaveLength(3);
	expect(body).not.toHaveProperty('esim_id');
	const { esim_id } = (await order(client, 'esim')).body;
	const { iccid } = await client.inStatus(`/partner/esims/${String(esim_id)}`, 'active');
	const other = await Client.of(client.sandbox);
	expect(refusal(await order(other, 'plan', { iccid }))).toEqual([422, 'iccid_not_owned']);
	expect((await order(client, 'plan', { iccid })).body.iccid).toBe(iccid);
});

describe('4.8 batch', () => {
	test('runs each item on its own and reports each', async () => {
		const own = await Client.of(client.sandbox, { scopes: ['esim:*', 'cards:*'] });
		const items = [
			{ body: { offer_id: 'esim-eu-5gb', ext_id: randomUUID(), quantity: 2 } },
			{ body: { offer_id: 'gift-music-5', ext_id: randomUUID() } },
			{ body: { offer_id: 'esim-eu-5gb' } },
			{ body: { to_address: 'x', ext_id: randomUUID() } },
			{ op: 'card_issue', body: { svc_product_id: 101, ext_id: randomUUID() } },
			{ body: { colour: 'red' } },
		];
		const { status, body } = await own.api('/partner/batch', { items });
		expect([status, body.count]).toEqual([200, 6]);
		expect(body.results).toMatchObject([
			{ index: 0, op: 'esim_purchase', status: 'accepted', error: '' },
			{ index: 1, op: 'gift_purchase', status: 'accepted', body: { status: 'pending' } },
			{ index: 2, op: 'esim_purchase', status: 'failed', error: 'missing_field' },
			{ index: 3, op: 'withdrawal', status: 'failed', error: 'not_allowed' },
			{ index: 4, op: 'card_issue', status: 'accepted' },
			{ index: 5, op: 'unknown', status: 'failed', error: 'unknown_op' },
		]);
	});

	test.each([{}, { items: [] }, { items: [{}] }, { items: 'x' }])('%j is refused', async (body) => {
		expect((await client.api('/partner/batch', body)).status).toBe(400);
	});
});

test('a sandbox that does not deduplicate carries out a repeat, unless the document says that it is recognized', async () => {
	const own = await Client.start({ deduplicates: false });
	const card_id = await activeCard(own);
	const batch = async (ext_id: string) =>
		await own.api('/partner/batch', { items: [{ body: { offer_id: 'magic-never', ext_id } }] });
	const screen = async (ext_id: string) =>
		await own.call('kyt_check', { network: 'tron_usdt', address: TRON, ext_id });
	const kinds: [number, (ext_id: string) => Promise<unknown>][] = [
		[2, (ext_id) => order(own, 'topUp', { card_id, amount: '1', ext_id })],
		[2, (ext_id) => order(own, 'gift', { ext_id })],
		[2, batch],
		[1, (ext_id) => order(own, 'withdrawal', { ext_id })],
		[1, screen],
	];
	for (const [made, send] of kinds) {
		const extId = randomUUID();
		await send(extId);
		await send(extId);
		const { orders, kytChecks } = own.sandbox.state;
		expect([...orders, ...kytChecks].filter((one) => one.extId === extId)).toHaveLength(made);
	}
	await own.sandbox.close();
});
