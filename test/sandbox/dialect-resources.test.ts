// In the dialect resources, calls stand elsewhere, lists have pages and each base has its token.
import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { differencesOf } from '../../dev/sandbox/dialects';
import { ESIM_OFFERS } from '../../dev/sandbox/state/catalog';
import { TRON } from '../support/addresses';
import { refusal, type Answer } from './support/client';
import { exchangeAt, Speaker } from './support/speaker';

type Fields = Record<string, unknown>;

let speaker: Speaker;

beforeAll(async () => {
	speaker = await Speaker.start('resources');
});

afterAll(async () => {
	await speaker.client.sandbox.close();
});

/** All pages of a list. */
async function pages(list: (cursor: Fields) => Promise<Answer>): Promise<unknown[][]> {
	const seen: unknown[][] = [];
	let cursor: Fields = {};
	for (;;) {
		const { body } = await list(cursor);
		seen.push(body.items as unknown[]);
		if (body.next_cursor === null) return seen;
		cursor = { cursor: body.next_cursor };
	}
}

const MOVED = Object.keys(differencesOf('resources').calls ?? {});

test.each(MOVED)('%s has left its function path', async (name) => {
	expect(refusal(await speaker.base(`/api/partner/${name}`, {}))).toEqual([404, 'not_found']);
});

test('the deposit address is a GET', async () => {
	expect((await speaker.get('/partner/deposit-address')).body).toHaveProperty('address');
});

test('a card is topped up and frozen at its path', async () => {
	const card = `/partner/cards/${await speaker.activeCard()}`;
	const topUp = { amount: '2', ext_id: randomUUID() };
	expect((await speaker.api(`${card}/topups`, topUp)).body).toMatchObject(topUp);
	await speaker.document(topUp.ext_id, 'completed');
	const freeze = { ext_id: randomUUID() };
	expect((await speaker.api(`${card}/freeze`, freeze)).body).toMatchObject(freeze);
	await speaker.document(freeze.ext_id, 'completed');
	expect((await speaker.get(card)).body).toMatchObject({ balance: '2.00', status: 'frozen' });
});

test('the id of a path stands nowhere else', async () => {
	const card_id = await speaker.activeCard();
	const topUp = { card_id, amount: '2', ext_id: randomUUID() };
	const answer = await speaker.api(`/partner/cards/${card_id}/topups`, topUp);
	expect(refusal(answer)).toEqual([400, 'unknown_field']);
});

test('the callback URL is a PATCH', async () => {
	const place = { method: 'PATCH', base: 'api', path: '/partner/webhook' } as const;
	const body = { callback_url: 'http://127.0.0.1:9/hook' };
	expect((await speaker.send(place, body)).body).toEqual(body);
	expect(refusal(await speaker.send(place, {}))).toEqual([400, 'missing_field']);
	const { sandbox, partner } = speaker.client;
	sandbox.setCallbackUrl(partner.partnerId, null);
});

test('a screening is found by the int64 in its path, and the history has pages', async () => {
	const ids: unknown[] = [];
	for (let count = 0; count < 6; count += 1) {
		const check = { network: 'tron_usdt', address: TRON, refresh: true };
		ids.push((await speaker.base('/api/partner/kyt_check', check)).body.id);
	}
	const id = String(ids[0]);
	expect((await speaker.get(`/partner/kyt-checks/${id}`)).body.id).toBe(ids[0]);
	const listed = await pages((cursor) => speaker.call('kyt_check_history', cursor));
	expect(listed.flat().map((record) => (record as Fields).id)).toEqual(expect.arrayContaining(ids));
	expect(listed[0]).toHaveLength(5);
});

test('a catalog comes in pages of five', async () => {
	const listed = await pages((cursor) => speaker.call('esim_offers', cursor));
	expect(listed.map(({ length }) => length)).toEqual([5, 5, 2]);
	expect(listed.flat()).toEqual(ESIM_OFFERS);
});

test('the list of cards is a POST, and takes the cursor in its body', async () => {
	const cards: string[] = [];
	for (let count = 0; count < 6; count += 1) cards.push(await speaker.activeCard());
	const listed = await pages((cursor) => speaker.base('/api/cards', cursor));
	expect(listed.flat().map((card) => (card as Fields).card_id)).toEqual(
		expect.arrayContaining(cards),
	);
});

test('a cursor that was not given is refused', async () => {
	const answer = await speaker.call('gift_offers', { cursor: 'x' });
	expect(refusal(answer)).toEqual([400, 'invalid_cursor']);
});

test('the ledger takes its times in the query, in both forms', async () => {
	const after = Math.floor(Date.now() / 1000) + 3600;
	const none = await speaker.call('reconciliation_ledger', { from: after });
	expect(none.body).toEqual({ items: [], next_cursor: null });
	const to = new Date(after * 1000).toISOString();
	const all = await speaker.call('reconciliation_ledger', { to });
	expect((all.body.items as Fields[])[0]).toMatchObject({ reason: 'deposit' });
	const wrong = await speaker.call('reconciliation_ledger', { from: 'yesterday' });
	expect(refusal(wrong)).toEqual([400, 'invalid_time']);
});

test('1.7 partner_id is in no query', async () => {
	const answer = await speaker.call('kyt_check_history', { partner_id: '1001' });
	expect(refusal(answer)).toEqual([400, 'partner_id_not_allowed']);
});

test('no such order is a 400 with a code of its own', async () => {
	const missing = await speaker.call('document_get', { ext_id: randomUUID() });
	expect(refusal(missing)).toEqual([400, 'document_unknown']);
	expect(differencesOf('resources').noOrder).toEqual(['document_unknown']);
	expect(refusal(await speaker.get('/partner/nothing'))).toEqual([404, 'not_found']);
});

test('5.2 each base takes its own token only', async () => {
	const { api, base } = speaker.tokens;
	expect(decodeJwt(base)).toMatchObject({ typ: 'agent', client_id: expect.any(String) });
	expect(decodeJwt(api)).not.toHaveProperty('client_id');
	const quote = { method: 'POST', base: 'base', path: '/api/kyt_quote' } as const;
	const balance = { method: 'GET', base: 'api', path: '/partner/balance' } as const;
	expect(refusal(await speaker.send(quote, undefined, api))).toEqual([401, 'wrong_token']);
	expect(refusal(await speaker.send(balance, undefined, base))).toEqual([401, 'wrong_token']);
});

test('5.1 an assertion is good for one exchange, whichever, and is not recorded', async () => {
	const { sandbox } = speaker.client;
	const assertion = await speaker.client.assertion();
	const { tokenExchanges } = sandbox.stats();
	const agent = await exchangeAt(`${sandbox.baseUrl}/auth/v1/agent/token`, assertion);
	const again = await exchangeAt(`${sandbox.apiUrl}/auth/v1/partner/token`, assertion);
	expect([agent.status, again.body.error]).toEqual([200, 'jti_reused']);
	expect(sandbox.stats().tokenExchanges).toBe(tokenExchanges + 1);
	expect(JSON.stringify(sandbox.state.requests)).not.toContain(assertion);
});
