// Cards of the sandbox are as the document shows them.
import { randomUUID } from 'node:crypto';
import { compactDecrypt, importPKCS8 } from 'jose';
import { Client, readJson, refusal, type Answer } from './support/client';

let client: Client;

beforeAll(async () => {
	client = await Client.start();
});

afterAll(async () => {
	await client.sandbox.close();
});

async function issue(change: Record<string, unknown> = {}): Promise<Answer> {
	const body = { svc_product_id: 101, ext_id: randomUUID(), ...change };
	return await client.base('/api/pin/create_card', body);
}

async function activeCard(change: Record<string, unknown> = {}): Promise<string> {
	const id = String((await issue(change)).body.card_id);
	await client.inStatus(`/partner/cards/${id}`, 'active');
	return id;
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
		const card = await client.inStatus(`/partner/cards/${await activeCard()}`, 'active');
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
		await client.document(topUp.ext_id, 'completed');
		const freeze = { card_id, ext_id: randomUUID() };
		await client.call('card_freeze', freeze);
		expect(await client.inStatus(`/partner/cards/${card_id}`, 'frozen')).toMatchObject({
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
