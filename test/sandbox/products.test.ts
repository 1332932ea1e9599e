import { randomUUID } from 'node:crypto';
import { compactDecrypt, importPKCS8 } from 'jose';
import { Client, readJson, until, type Answer } from './support/client';

let client: Client;

beforeAll(async () => {
	client = await Client.start();
});

afterAll(async () => {
	await client.sandbox.close();
});

function refusal({ status, body }: Answer): [number, unknown] {
	return [status, body.error];
}

async function inStatus(path: string, status: string): Promise<Record<string, unknown>> {
	const answer = await until(
		() => client.get(path),
		({ body }) => body.status === status,
	);
	return answer.body;
}

async function documentInStatus(extId: unknown, status: string): Promise<Record<string, unknown>> {
	const answer = await until(
		() => client.call('document_get', { ext_id: extId }),
		({ body }) => body.status === status,
	);
	return answer.body;
}

async function issue(change: Record<string, unknown> = {}): Promise<Answer> {
	const body = { svc_product_id: 101, ext_id: randomUUID(), ...change };
	return await client.base('/api/pin/create_card', body);
}

async function activeCard(change: Record<string, unknown> = {}): Promise<string> {
	const id = String((await issue(change)).body.card_id);
	await inStatus(`/partner/cards/${id}`, 'active');
	return id;
}

async function buyEsim(change: Record<string, unknown> = {}): Promise<Answer> {
	const body = { offer_id: 'esim-eu-5gb', ext_id: randomUUID(), ...change };
	return await client.api('/partner/esims', body);
}

async function activeEsim(): Promise<Record<string, unknown>> {
	const { body } = await buyEsim();
	return await inStatus(`/partner/esims/${String(body.esim_id)}`, 'active');
}

describe('cards', () => {
	test('4.5 are issued with the documented fields', async () => {
		const person = {
			email: 'a@example.com',
			phone: '+10000000000',
			first_name: 'A',
			last_name: 'B',
			birth_date: '1990-01-01',
			country: 'US',
		};
		const { status, body } = await issue(person);
		expect(status).toBe(200);
		expect(body).toMatchObject({ card_id: expect.any(String), status: 'pending' });
	});

	test.each([
		[{ ext_id: undefined }, 400, 'missing_field'],
		[{ svc_product_id: undefined }, 400, 'missing_field'],
		[{ svc_product_id: '101' }, 400, 'invalid_field'],
		[{ svc_product_id: 7 }, 422, 'product_not_found'],
		[{ nickname: 'x' }, 400, 'unknown_field'],
		[{ payment_source: 'usdt' }, 400, 'unknown_field'],
		[{ svc_product_id: 9004 }, 422, 'insufficient_balance'],
	])('4.5 %j is answered with %i %s', async (change, status, code) => {
		expect(refusal(await issue(change))).toEqual([status, code]);
	});

	test('the same ext_id gives the same card, charged once', async () => {
		const own = await Client.of(client.sandbox);
		const body = { svc_product_id: 101, ext_id: randomUUID() };
		const first = await own.base('/api/pin/create_card', body);
		const second = await own.base('/api/pin/create_card', body);
		const other = await own.base('/api/pin/create_card', { ...body, country: 'US' });
		expect(second.body.card_id).toBe(first.body.card_id);
		expect(refusal(other)).toEqual([409, 'ext_id_conflict']);
		expect(await own.available()).toBe('9995.00');
	});

	test('1.11 PAN, CVV and card_encrypted come after fulfilment', async () => {
		client.sandbox.configure({ settleMs: 60_000 });
		const pending = await client.get(`/partner/cards/${String((await issue()).body.card_id)}`);
		client.sandbox.configure({ settleMs: 5 });
		expect(pending.body).not.toHaveProperty('pan');
		expect(pending.body).not.toHaveProperty('card_encrypted');
		const card = await inStatus(`/partner/cards/${await activeCard()}`, 'active');
		const key = await importPKCS8(client.partner.cardEncryptionKeyPem, 'ECDH-ES+A256KW');
		const { plaintext, protectedHeader } = await compactDecrypt(String(card.card_encrypted), key);
		expect(protectedHeader).toMatchObject({ alg: 'ECDH-ES+A256KW', enc: 'A256GCM' });
		expect(readJson(new TextDecoder().decode(plaintext))).toMatchObject({
			pan: card.pan,
			cvv: card.cvv,
		});
	});

	test('the list carries no secret', async () => {
		await activeCard();
		const { body, text } = await client.base('/api/cards', {});
		expect(body.cards).toContainEqual(expect.objectContaining({ status: 'active' }));
		expect(text).not.toMatch(/"(pan|cvv|card_encrypted)"/);
	});

	test('2.7 the billing address is an object of strings, or null', async () => {
		const with_ = { card_id: await activeCard() };
		const without = { card_id: await activeCard({ svc_product_id: 102 }) };
		const address = (await client.call('card_billing_address', with_)).body.billing_address;
		expect(Object.keys(address as object)).toEqual([
			'line1',
			'line2',
			'city',
			'region',
			'postal_code',
			'country',
		]);
		expect((await client.call('card_billing_address', without)).body).toEqual({
			billing_address: null,
		});
	});

	test('4.6 another tenant does not see the card', async () => {
		const other = await Client.of(client.sandbox);
		const card = { card_id: await activeCard() };
		expect((await other.get(`/partner/cards/${card.card_id}`)).status).toBe(404);
		expect((await other.call('card_billing_address', card)).status).toBe(404);
	});

	test('are topped up, once for each ext_id, and frozen', async () => {
		const card_id = await activeCard();
		const topUp = { card_id, amount: '25.50', ext_id: randomUUID() };
		await client.call('card_topup', topUp);
		await client.call('card_topup', topUp);
		await documentInStatus(topUp.ext_id, 'completed');
		const freeze = { card_id, ext_id: randomUUID() };
		await client.call('card_freeze', freeze);
		expect(await inStatus(`/partner/cards/${card_id}`, 'frozen')).toMatchObject({
			balance: '25.50',
		});
		const late = await client.call('card_topup', { ...topUp, ext_id: randomUUID() });
		expect(refusal(late)).toEqual([409, 'card_not_active']);
	});

	test('1.9 the catalog gives the product id under its own name and a price', async () => {
		const { products } = (await client.call('card_products')).body;
		expect(products).toContainEqual(
			expect.objectContaining({ svc_product_id: 101, price_usdt: '5.00' }),
		);
	});
});

describe('eSIMs', () => {
	test('2.3 a purchase has the documented fields', async () => {
		const { body } = await buyEsim();
		expect(body).toMatchObject({
			esim_id: expect.any(String),
			offer_id: 'esim-eu-5gb',
			debit_amount: '12.90',
			debit_currency: 'USDT',
			status: 'pending',
			created_at: expect.any(String),
		});
	});

	test('4.4 a quantity gives items and costs that many', async () => {
		const { body } = await buyEsim({ quantity: 3 });
		expect(body).toMatchObject({ debit_amount: '38.70', quantity: 3 });
		expect(body.items).toHaveLength(3);
		expect(body).not.toHaveProperty('esim_id');
	});

	test.each([
		[{ quantity: 0 }, 400, 'invalid_field'],
		[{ quantity: '2' }, 400, 'invalid_field'],
		[{ offer_id: 'esim-nowhere' }, 422, 'offer_not_found'],
		[{ plan_id: 'x' }, 400, 'unknown_field'],
		[{ ext_id: 'x'.repeat(129) }, 400, 'invalid_ext_id'],
	])('4.4 %j is answered with %i %s', async (change, status, code) => {
		expect(refusal(await buyEsim(change))).toEqual([status, code]);
	});

	test('2.4 details carry the LPA when ready, and usage', async () => {
		const esim = await activeEsim();
		expect(esim).toMatchObject({
			activation: { lpa: expect.stringMatching(/^LPA:1\$/), qr_available: true },
			usage: { data_total_mb: 5120, data_used_mb: 0, data_remaining_mb: 5120 },
			country: 'EU',
			iccid: expect.stringMatching(/^\d{19}$/),
		});
	});

	test('2.4 there is no LPA before', async () => {
		const { body } = await buyEsim({ offer_id: 'magic-never' });
		const pending = await client.get(`/partner/esims/${String(body.esim_id)}`);
		expect(pending.body.activation).toEqual({ qr_available: false });
	});

	test('1.13 a provisioning failure returns the funds', async () => {
		const own = await Client.of(client.sandbox);
		const body = { offer_id: 'magic-failed', ext_id: randomUUID() };
		await own.api('/partner/esims', body);
		expect(await own.available()).toBe('9999.00');
		const { body: document } = await until(
			() => own.call('document_get', { ext_id: body.ext_id }),
			(answer) => answer.body.status === 'failed',
		);
		expect(document).toMatchObject({ document_status: 'failed', error: 'provisioning_failed' });
		expect(await own.available()).toBe('10000.00');
	});

	test('2.5 a top-up answers ext_id and status, and adds data', async () => {
		const { esim_id } = await activeEsim();
		const path = `/partner/esims/${String(esim_id)}/topups`;
		const body = { offer_id: 'esim-tr-1gb', ext_id: randomUUID() };
		const answer = await client.api(path, body);
		expect(answer.body).toMatchObject({ ext_id: body.ext_id, status: 'pending' });
		await documentInStatus(body.ext_id, 'completed');
		const esim = await client.get(`/partner/esims/${String(esim_id)}`);
		expect(esim.body.usage).toMatchObject({ data_total_mb: 6144 });
	});

	test('4.5 a plan for an iccid needs an eSIM of this agent', async () => {
		const { iccid } = await activeEsim();
		const other = await Client.of(client.sandbox);
		const body = { plan_id: 'esim-tr-1gb', ext_id: randomUUID(), iccid };
		expect(refusal(await other.base('/api/esim/new_plan5', body))).toEqual([
			422,
			'iccid_not_owned',
		]);
		expect((await client.base('/api/esim/new_plan5', body)).body.iccid).toBe(iccid);
	});

	test('4.5 a plan without an iccid is a new eSIM', async () => {
		const body = { plan_id: 'esim-tr-1gb', ext_id: randomUUID() };
		const { esim_id } = (await client.base('/api/esim/new_plan5', body)).body;
		await inStatus(`/partner/esims/${String(esim_id)}`, 'active');
	});
});

describe('gift cards', () => {
	test('1.11 epin and codes come after fulfilment, by the read path only', async () => {
		const body = { offer_id: 'gift-bookshop-10', ext_id: randomUUID() };
		const { purchase_id } = (await client.base('/api/purchase', body)).body;
		const gift = await inStatus(`/partner/gift-cards/${String(purchase_id)}`, 'completed');
		const document = await documentInStatus(body.ext_id, 'completed');
		expect(gift).toMatchObject({ epin: expect.any(String), codes: [{ code: gift.epin }] });
		expect(JSON.stringify(document)).not.toContain(String(gift.epin));
	});

	test('4.5 required fields have to be there', async () => {
		const body = { offer_id: 'gift-games-20', ext_id: randomUUID() };
		const bare = await client.base('/api/purchase', body);
		const required_fields = { email: 'a@example.com' };
		const full = await client.base('/api/purchase', { ...body, required_fields });
		expect(refusal(bare)).toEqual([422, 'required_fields_missing']);
		expect(full.status).toBe(200);
	});

	test('4.5 a field the document does not list is refused', async () => {
		const body = { offer_id: 'gift-bookshop-10', ext_id: randomUUID(), quantity: 2 };
		expect(refusal(await client.base('/api/purchase', body))).toEqual([400, 'unknown_field']);
	});

	test('4.5 offers are found by a query', async () => {
		const { offers } = (await client.base('/api/offers', { query: 'MUSIC' })).body;
		expect(offers).toMatchObject([{ offer_id: 'gift-music-5' }]);
	});
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
			{ body: { offer_id: 'gift-music-5', ext_id: randomUUID(), partner_id: 1 } },
		];
		const { status, body } = await own.api('/partner/batch', { items });
		expect(status).toBe(200);
		expect(body.count).toBe(7);
		expect(body.results).toMatchObject([
			{ index: 0, op: 'esim_purchase', status: 'accepted', error: '' },
			{ index: 1, op: 'gift_purchase', status: 'accepted', body: { status: 'pending' } },
			{ index: 2, op: 'esim_purchase', status: 'failed', error: 'missing_field' },
			{ index: 3, op: 'withdrawal', status: 'failed', error: 'not_allowed' },
			{ index: 4, op: 'card_issue', status: 'accepted' },
			{ index: 5, op: 'unknown', status: 'failed', error: 'unknown_op' },
			{ index: 6, op: 'gift_purchase', status: 'failed', error: 'partner_id_not_allowed' },
		]);
	});

	test('a repeated batch makes nothing twice', async () => {
		const own = await Client.of(client.sandbox);
		const items = [{ body: { svc_product_id: 101, ext_id: randomUUID() } }];
		const first = await own.api('/partner/batch', { items });
		const second = await own.api('/partner/batch', { items });
		expect(second.body.results).toMatchObject([{ status: 'accepted' }]);
		expect(await own.available()).toBe('9995.00');
		expect(first.status).toBe(200);
	});

	test.each([{}, { items: [] }, { items: [{}] }, { items: 'x' }])('%j is refused', async (body) => {
		expect((await client.api('/partner/batch', body)).status).toBe(400);
	});
});

test('the deposit address is sticky', async () => {
	const first = await client.call('deposit_address');
	const second = await client.call('deposit_address');
	const other = await (await Client.of(client.sandbox)).call('deposit_address');
	expect(first.body).toMatchObject({ network: 'TRON', currency: 'USDT' });
	expect(second.body.address).toBe(first.body.address);
	expect(other.body.address).not.toBe(first.body.address);
});
