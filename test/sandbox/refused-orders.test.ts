// An order that the sandbox refuses leaves nothing: no ledger line, no reservation, no order, no record.
import { randomUUID } from 'node:crypto';
import { TRON } from '../support/addresses';
import { Client, refusal, type Answer } from './support/client';

let client: Client;

beforeAll(async () => {
	client = await Client.start();
});

afterAll(async () => {
	await client.sandbox.close();
});

/** Everything that an order may leave behind. */
async function traces(of: Client): Promise<unknown> {
	const { state } = client.sandbox;
	const { partnerId } = of.partner;
	return {
		orders: state.orders.filter((order) => String(order.partnerId) === partnerId).length,
		lines: state.ledger(partnerId).length,
		available: await of.available(),
		// Each card, eSIM and gift card has one.
		goods: state.secrets.length,
		cards: (await of.base('/api/cards', {})).body.cards,
	};
}

type Send = (own: Client, cardId: string, extId: string) => Promise<Answer>;

const topUp: Send = async (own, card_id, ext_id) =>
	await own.call('card_topup', { card_id, amount: '15.00', ext_id });
const freeze: Send = async (own, card_id, ext_id) =>
	await own.call('card_freeze', { card_id, ext_id });
const issue: Send = async (own, _, ext_id) =>
	await own.base('/api/pin/create_card', { svc_product_id: 101, ext_id });
const gift: Send = async (own, _, ext_id) =>
	await own.base('/api/purchase', { offer_id: 'magic-never', ext_id });
const esims: Send = async (own, _, ext_id) =>
	await own.api('/partner/esims', { offer_id: 'magic-never', quantity: 2, ext_id });
const plan: Send = async (own, _, ext_id) =>
	await own.base('/api/esim/new_plan5', { plan_id: 'magic-never', ext_id });
const withdraw: Send = async (own, _, ext_id) =>
	await own.api('/partner/withdrawals', {
		...{ currency: 'USDT', network: 'TRON', amount: '15', to_address: TRON },
		ext_id,
	});

async function issueCard(own: Client): Promise<string> {
	const cardId = String((await issue(own, '', randomUUID())).body.card_id);
	await own.inStatus(`/partner/cards/${cardId}`, 'active');
	return cardId;
}

test.each([
	['a top-up', topUp],
	['a freeze', freeze],
])('%s of a card that is frozen', async (_, send) => {
	const own = await Client.of(client.sandbox);
	const cardId = await issueCard(own);
	await freeze(own, cardId, randomUUID());
	await own.inStatus(`/partner/cards/${cardId}`, 'frozen');
	const before = await traces(own);
	const extId = randomUUID();
	expect(refusal(await send(own, cardId, extId))).toEqual([409, 'card_not_active']);
	expect(await traces(own)).toEqual(before);
	expect((await own.call('document_get', { ext_id: extId })).status).toBe(404);
});

test('a top-up of a frozen card in a batch', async () => {
	const own = await Client.of(client.sandbox);
	const card_id = await issueCard(own);
	await freeze(own, card_id, randomUUID());
	await own.inStatus(`/partner/cards/${card_id}`, 'frozen');
	const before = await traces(own);
	const order = { card_id, amount: '15.00', ext_id: randomUUID() };
	const { body } = await own.api('/partner/batch', { items: [{ body: order }] });
	expect(body.results).toMatchObject([{ status: 'failed', error: 'card_not_active' }]);
	expect(await traces(own)).toEqual(before);
});

test.each([
	['a card', issue],
	['a gift card', gift],
	['eSIMs', esims],
	['an eSIM plan', plan],
	['a top-up', topUp],
	['a withdrawal', withdraw],
])('%s that the balance does not cover', async (_, send) => {
	const own = await Client.of(client.sandbox);
	const cardId = await issueCard(own);
	client.sandbox.setBalance(own.partner.partnerId, '0.50');
	const before = await traces(own);
	expect(refusal(await send(own, cardId, randomUUID()))).toEqual([422, 'insufficient_balance']);
	expect(await traces(own)).toEqual(before);
});
