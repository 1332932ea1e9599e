// In the dialect wrapped, responses have envelopes, and statuses, fields and numbers are others.
import { randomUUID } from 'node:crypto';
import { TRON } from '../support/addresses';
import { refusal } from './support/client';
import { Receiver } from './support/receiver';
import { exchangeAt, Speaker } from './support/speaker';

type Fields = Record<string, unknown>;

let speaker: Speaker;

beforeAll(async () => {
	speaker = await Speaker.start('wrapped');
});

afterAll(async () => {
	await speaker.client.sandbox.close();
});

test('the token has another name, in an envelope', async () => {
	const url = `${speaker.client.sandbox.apiUrl}/auth/v1/partner/token`;
	const { body } = await exchangeAt(url, await speaker.client.assertion());
	expect(body).toEqual({ data: { jwt: expect.stringMatching(/^ey/), expires: 900 } });
});

test('an order is accepted, then fulfilled', async () => {
	const ext_id = randomUUID();
	const gift = { offer_id: 'gift-music-5', ext_id };
	const { body } = await speaker.base('/api/purchase', gift);
	const result = { ...gift, status: 'accepted', message: 'Order accepted' };
	expect(body).toMatchObject({ result });
	expect(await speaker.document(ext_id, 'fulfilled')).toHaveProperty('document_status', 'done');
	const { purchase_id } = body.result as Fields;
	const read = await speaker.get(`/partner/gift-cards/${String(purchase_id)}`);
	expect(read.body).toMatchObject({ data: { status: 'fulfilled', epin: expect.any(String) } });
});

test.each(['magic-failed', 'magic-cancelled'])('%s is rejected', async (offer_id) => {
	const order = { offer_id, ext_id: randomUUID() };
	const { body } = await speaker.api('/partner/esims', order);
	expect(body).toMatchObject({ ...order, status: 'accepted' });
	const document = await speaker.document(order.ext_id, 'rejected');
	expect(document).toHaveProperty('document_status', 'done');
	const { body: esim } = await speaker.get(`/partner/esims/${String(body.esim_id)}`);
	expect(esim).toMatchObject({ ...order, status: 'rejected' });
});

test('a card is read in an envelope', async () => {
	const { body } = await speaker.get(`/partner/cards/${await speaker.activeCard()}`);
	expect(body).toMatchObject({ data: { status: 'fulfilled', pan: expect.any(String) } });
});

test('events have the same words', async () => {
	const receiver = new Receiver();
	const callbackUrl = await receiver.start();
	const own = await Speaker.start('wrapped', {}, { callbackUrl });
	await own.base('/api/purchase', { offer_id: 'magic-failed', ext_id: randomUUID() });
	const [delivery] = await receiver.arrived(1);
	await own.client.sandbox.close();
	await receiver.close();
	const event: unknown = JSON.parse(delivery?.body ?? '');
	expect(event).toMatchObject({ data: { status: 'rejected', document_status: 'done' } });
});

test('a catalog is deep, and its fields have other names', async () => {
	const { body } = await speaker.call('card_products');
	const [first] = (body.data as { list: Fields[] }).list;
	expect(body).toMatchObject({ data: { total: 6 } });
	expect(first).toMatchObject({ sku: 101, title: 'Virtual card, USD', usdt_price: '5.00' });
	const offers = await speaker.base('/api/offers', { query: 'music' });
	expect(offers.body).toMatchObject({ data: { list: [{ sku: 'gift-music-5' }, {}], total: 2 } });
});

test.each(['kyt_check_history', 'reconciliation_ledger', 'gift_offers', 'esim_offers'])(
	'%s is a list in an envelope',
	async (name) => {
		const { body } = await speaker.call(name);
		expect(body).toEqual({ data: { list: expect.any(Array), total: expect.any(Number) } });
	},
);

test('a batch is numbered from 1, and the last result is the first', async () => {
	const bodies = [
		{ offer_id: 'gift-music-5', ext_id: randomUUID() },
		{ to_address: 'x', ext_id: randomUUID() },
		{ svc_product_id: 101, ext_id: randomUUID() },
	];
	const items = bodies.map((body) => ({ body }));
	const { body } = await speaker.api('/partner/batch', { items });
	expect(body.results).toMatchObject([
		{ index: 3, status: 'accepted', body: { ext_id: bodies[2]?.ext_id, status: 'accepted' } },
		{ index: 2, status: 'rejected', error: 'missing_field' },
		{ index: 1, status: 'accepted', body: { ext_id: bodies[0]?.ext_id } },
	]);
});

test('a screening is queued before it is worked on, and has no result before its end', async () => {
	const check = { network: 'tron_usdt', address: TRON, ext_id: randomUUID(), refresh: true };
	const seen: Fields[] = [];
	for (let looks = 0; looks < 3; looks += 1) {
		seen.push((await speaker.base('/api/partner/kyt_check', check)).body);
	}
	expect(seen.map(({ status }) => status)).toEqual(['processing', 'queued', 'processing']);
	expect(seen.filter((record) => 'risk_score' in record)).toEqual([]);
	await speaker.document(check.ext_id, 'completed');
	const { body } = await speaker.call('kyt_check_get', { ext_id: check.ext_id });
	expect(body).toMatchObject({ data: { status: 'completed', risk_score: 3 } });
});

test('no such order is told as an unknown path is', async () => {
	const missing = await speaker.call('document_get', { ext_id: randomUUID() });
	expect(refusal(missing)).toEqual([404, 'not_found']);
	expect(refusal(await speaker.get('/partner/nothing'))).toEqual([404, 'not_found']);
	expect(refusal(await speaker.get('/partner/cards/none'))).toEqual([404, 'not_found']);
});
