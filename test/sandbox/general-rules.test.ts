// The sandbox keeps the general rules of section 1.
import { randomUUID } from 'node:crypto';
import { TRON } from '../support/addresses';
import { type Answer, Client, readAnswer, refusal, useClient } from './support/client';

const client = useClient(false);

async function postCards(type: string, body: string): Promise<Answer> {
	const authorization = `Bearer ${await client.accessToken()}`;
	const init = { method: 'POST', headers: { authorization, 'content-type': type }, body };
	return await readAnswer(await fetch(`${client.sandbox.baseUrl}/api/cards`, init));
}

test('1.2 each base serves its own paths only', async () => {
	expect(refusal(await client.base('/partner/withdrawals', {}))).toEqual([404, 'not_found']);
	expect(refusal(await client.api('/api/cards', {}))).toEqual([404, 'not_found']);
});

describe('1.3 requests and responses are JSON', () => {
	test.each([
		['text/plain', '{}', 400, 'invalid_content_type'],
		['application/json; charset=utf-8', '{}', 200, undefined],
		['application/json', '{', 400, 'invalid_json'],
		['application/json', '[]', 400, 'invalid_body'],
		['application/json', '', 400, 'body_required'],
	])('%s with the body %j', async (type, body, status, code) => {
		expect(refusal(await postCards(type, body))).toEqual([status, code]);
	});
});

describe('1.4 amounts', () => {
	test.each(['', '1.', '.5', '1e3', '+1', ' 1', '1,5', '-1', '0', '0.000', 1.5])(
		'%j is refused',
		async (amount) => {
			const answer = await client.withdraw({ amount });
			expect(answer.status).toBe(400);
		},
	);

	test('amounts and sums keep every digit', async () => {
		const exact = await Client.of(client.sandbox, { balance: '100000000000000000.3' });
		const amount = '0.1000000000000000000000001';
		expect((await exact.withdraw({ amount })).body.amount).toBe(amount);
		expect(await exact.available()).toBe('99999999999999999.1999999999999999999999999');
	});
});

const seconds = Math.floor(Date.now() / 1000);

test.each([
	...[seconds, '2026-01-01T00:00:00Z', '2026-01-01T03:00:00+03:00'].map((at) => [at, 200] as const),
	...[seconds * 1000, '2026-01-01', 'yesterday', -1].map((at) => [at, 400] as const),
])('1.5 the time %j is answered with %i', async (from, status) => {
	expect((await client.call('reconciliation_ledger', { from })).status).toBe(status);
});

describe('1.7 partner_id is never sent', () => {
	test.each([
		['/partner/batch', { items: [{ partner_id: 1, body: { ext_id: 'x' } }] }],
		['/partner/batch', { items: [{ body: { ext_id: 'x', required_fields: { partner_id: 1 } } }] }],
		['/partner/withdrawals', { note: [{ partner_id: 1 }] }],
	])('in a body of %s it is refused, however deep', async (path, body) => {
		const answer = await client.api(path, body);
		expect(refusal(answer)).toEqual([400, 'partner_id_not_allowed']);
	});

	test('in a URL it is refused, even where a query is ignored', async () => {
		const answer = await client.get('/partner/balance?partner_id=1');
		expect(refusal(answer)).toEqual([400, 'partner_id_not_allowed']);
	});
});

describe('1.8 ext_id', () => {
	test.each([
		['x', 0, 400],
		['x', 1, 200],
		['x', 128, 200],
		['x', 129, 400],
		['🦊', 128, 200],
		['🦊', 129, 400],
	])('of %s %i times is answered with %i', async (character, length, status) => {
		const ext_id = character.repeat(length);
		expect((await client.withdraw({ ext_id })).status).toBe(status);
	});

	test('is unique per partner across all kinds of order', async () => {
		const { ext_id } = (await client.withdraw()).body;
		const gift = { offer_id: 'gift-bookshop-10', ext_id };
		const screening = { network: 'tron_usdt', address: TRON, ext_id };
		expect(refusal(await client.base('/api/purchase', gift))).toEqual([409, 'ext_id_conflict']);
		expect(refusal(await client.call('kyt_check', screening))).toEqual([422, 'ext_id_conflict']);
	});
});

test('1.14 payment is from the prepaid balance, and client_id on card issue is refused', async () => {
	for (const path of ['/api/pin/create_card', '/api/purchase', '/api/esim/new_plan5']) {
		const answer = await client.base(path, { payment_source: 'stars', ext_id: 'x' });
		expect(refusal(answer)).toEqual([403, 'not_allowed']);
	}
	const body = { svc_product_id: 101, ext_id: randomUUID(), client_id: 'x' };
	const answer = await client.base('/api/pin/create_card', body);
	expect(refusal(answer)).toEqual([400, 'client_id_not_allowed']);
});
