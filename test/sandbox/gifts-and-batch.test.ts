// Gift cards and batches of the sandbox are as the document shows them.
import { randomUUID } from 'node:crypto';
import { Client, refusal } from './support/client';

let client: Client;

beforeAll(async () => {
	client = await Client.start();
});

afterAll(async () => {
	await client.sandbox.close();
});

describe('gift cards', () => {
	test('1.11 epin and codes come after fulfilment, by the read path only', async () => {
		const body = { offer_id: 'gift-bookshop-10', ext_id: randomUUID() };
		const { purchase_id } = (await client.base('/api/purchase', body)).body;
		const gift = await client.inStatus(`/partner/gift-cards/${String(purchase_id)}`, 'completed');
		const document = await client.document(body.ext_id, 'completed');
		expect(gift).toMatchObject({ epin: expect.any(String), codes: [{ code: gift.epin }] });
		expect(JSON.stringify(document)).not.toContain(String(gift.epin));
	});

	test('1.11 there is no epin before', async () => {
		const body = { offer_id: 'magic-never', ext_id: randomUUID() };
		const { purchase_id } = (await client.base('/api/purchase', body)).body;
		const gift = await client.get(`/partner/gift-cards/${String(purchase_id)}`);
		expect(gift.body.status).toBe('pending');
		expect(gift.text).not.toMatch(/epin|codes/);
	});

	test('4.5 required fields have to be there', async () => {
		const body = { offer_id: 'gift-games-20', ext_id: randomUUID() };
		const bare = await client.base('/api/purchase', body);
		const required_fields = { email: 'a@example.com' };
		const full = await client.base('/api/purchase', { ...body, required_fields });
		expect(refusal(bare)).toEqual([422, 'required_fields_missing']);
		expect(full.status).toBe(200);
	});

	test('4.5 an offer may describe its fields, and of these the required ones have to be there', async () => {
		const body = { offer_id: 'gift-games-50', ext_id: randomUUID() };
		const required_fields = { email: 'a@example.com' };
		const half = await client.base('/api/purchase', { ...body, required_fields });
		expect(half.body.message).toBe('Missing: player_id');
		const all = { ...required_fields, player_id: 7 };
		const full = await client.base('/api/purchase', { ...body, required_fields: all });
		expect(full.status).toBe(200);
	});

	test('1.9 what the catalog lists as not available is not sold', async () => {
		const body = { offer_id: 'gift-cinema-30', ext_id: randomUUID() };
		expect(refusal(await client.base('/api/purchase', body))).toEqual([422, 'not_available']);
	});

	test('4.5 a field the document does not list is refused', async () => {
		const body = { offer_id: 'gift-bookshop-10', ext_id: randomUUID(), quantity: 2 };
		expect(refusal(await client.base('/api/purchase', body))).toEqual([400, 'unknown_field']);
	});

	test('4.5 offers are found by a query', async () => {
		const { offers } = (await client.base('/api/offers', { query: 'MUSIC' })).body;
		expect(offers).toMatchObject([{ offer_id: 'gift-music-5' }, { offer_id: 'gift-music-10' }]);
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
		];
		const { status, body } = await own.api('/partner/batch', { items });
		expect(status).toBe(200);
		expect(body.count).toBe(6);
		expect(body.results).toMatchObject([
			{ index: 0, op: 'esim_purchase', status: 'accepted', error: '' },
			{ index: 1, op: 'gift_purchase', status: 'accepted', body: { status: 'pending' } },
			{ index: 2, op: 'esim_purchase', status: 'failed', error: 'missing_field' },
			{ index: 3, op: 'withdrawal', status: 'failed', error: 'not_allowed' },
			{ index: 4, op: 'card_issue', status: 'accepted' },
			{ index: 5, op: 'unknown', status: 'failed', error: 'unknown_op' },
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
