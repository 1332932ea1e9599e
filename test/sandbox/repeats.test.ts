// A sandbox that does not deduplicate makes a second order of a repeat.
import { randomUUID } from 'node:crypto';
import { TRON } from '../support/addresses';
import { Client } from './support/client';

let client: Client;

beforeAll(async () => {
	client = await Client.start({ deduplicates: false });
});

afterAll(async () => {
	await client.sandbox.close();
});

const WITHDRAWAL = { currency: 'USDT', network: 'TRON', amount: '1', to_address: TRON };
const GIFT = { offer_id: 'magic-never' };

async function card(): Promise<string> {
	const own = await Client.of(client.sandbox);
	client = own;
	const body = { svc_product_id: 101, ext_id: randomUUID() };
	const { card_id } = (await own.base('/api/pin/create_card', body)).body;
	await own.inStatus(`/partner/cards/${String(card_id)}`, 'active');
	return String(card_id);
}

/** How many orders and screenings two of the same make. */
async function madeByTwo(send: (extId: string) => Promise<unknown>): Promise<number> {
	const extId = randomUUID();
	await send(extId);
	await send(extId);
	const { orders, kytChecks } = client.sandbox.state;
	return [...orders, ...kytChecks].filter((one) => one.extId === extId).length;
}

describe('a sandbox that does not deduplicate', () => {
	test.each<[string, (extId: string, cardId: string) => Promise<unknown>]>([
		['a top-up', (ext_id, card_id) => client.call('card_topup', { card_id, amount: '1', ext_id })],
		['a gift card', (ext_id) => client.base('/api/purchase', { ...GIFT, ext_id })],
		[
			'an order of a batch',
			(ext_id) => client.api('/partner/batch', { items: [{ body: { ...GIFT, ext_id } }] }),
		],
	])('makes %s again', async (_, send) => {
		const cardId = await card();
		expect(await madeByTwo((extId) => send(extId, cardId))).toBe(2);
	});

	test('makes a freeze again while the first is pending', async () => {
		const cardId = await card();
		client.sandbox.configure({ settleMs: 60_000 });
		const body = { card_id: cardId };
		expect(await madeByTwo((ext_id) => client.call('card_freeze', { ...body, ext_id }))).toBe(2);
		client.sandbox.configure({ settleMs: 5 });
	});

	test.each<[string, (extId: string) => Promise<unknown>]>([
		['a withdrawal', (ext_id) => client.api('/partner/withdrawals', { ...WITHDRAWAL, ext_id })],
		[
			'a screening',
			(ext_id) => client.call('kyt_check', { network: 'tron_usdt', address: TRON, ext_id }),
		],
	])('knows %s again, as the document says', async (_, send) => {
		expect(await madeByTwo(send)).toBe(1);
	});

	test('can be made one that does', async () => {
		const config = { method: 'PATCH', body: '{"deduplicates":true}' };
		await fetch(`${client.sandbox.url}/_sandbox/config`, config);
		const made = await madeByTwo((ext_id) => client.base('/api/purchase', { ...GIFT, ext_id }));
		expect(made).toBe(1);
	});
});
