// The sandbox keeps the general rules of section 1.
import { randomUUID } from 'node:crypto';
import { TRON } from '../support/addresses';
import { Client, readAnswer, refusal, until, type Answer } from './support/client';

let client: Client;

beforeAll(async () => {
	client = await Client.start();
});

afterAll(async () => {
	await client.sandbox.close();
});

function withdrawal(change: Record<string, unknown> = {}): Record<string, unknown> {
	const body = { currency: 'USDT', network: 'TRON', amount: '1', to_address: TRON };
	return { ...body, ext_id: randomUUID(), ...change };
}

async function postCards(type: string, body: string): Promise<Answer> {
	const authorization = `Bearer ${await client.accessToken()}`;
	const init = { method: 'POST', headers: { authorization, 'content-type': type }, body };
	return await readAnswer(await fetch(`${client.sandbox.baseUrl}/api/cards`, init));
}

describe('1.2 the address bases', () => {
	test('/partner paths are not served at the base URL', async () => {
		expect(refusal(await client.base('/partner/withdrawals', {}))).toEqual([404, 'not_found']);
	});

	test('/api paths are not served at the API URL', async () => {
		expect(refusal(await client.api('/api/cards', {}))).toEqual([404, 'not_found']);
	});

	test('an unknown path gets an error in the shape of 2.9', async () => {
		const { body } = await client.get('/partner/nothing');
		expect(body).toEqual({ error: 'not_found', message: expect.any(String) });
	});
});

describe('1.3 requests and responses are JSON', () => {
	test('another Content-Type is refused', async () => {
		const answer = await postCards('text/plain', '{}');
		expect(refusal(answer)).toEqual([400, 'invalid_content_type']);
	});

	test('a charset is no other Content-Type', async () => {
		const answer = await postCards('application/json; charset=utf-8', '{}');
		expect(answer.status).toBe(200);
		expect(answer.headers.get('content-type')).toMatch('application/json');
	});

	test.each([
		['{', 'invalid_json'],
		['[]', 'invalid_body'],
		['', 'body_required'],
	])('the body %j is refused', async (body, code) => {
		const answer = await postCards('application/json', body);
		expect(refusal(answer)).toEqual([400, code]);
	});
});

describe('1.4 amounts', () => {
	test.each(['', '1.', '.5', '1e3', '+1', ' 1', '1,5', '-1', '0', '0.000', 1.5])(
		'%j is refused',
		async (amount) => {
			const answer = await client.api('/partner/withdrawals', withdrawal({ amount }));
			expect(answer.status).toBe(400);
		},
	);

	test.each(['1', '0.10', '00012.500', '0.0000000000000000000000001'])(
		'%s is kept as it was sent',
		async (amount) => {
			const answer = await client.api('/partner/withdrawals', withdrawal({ amount }));
			expect(answer.body.amount).toBe(amount);
		},
	);

	test('sums keep every digit', async () => {
		const exact = await Client.of(client.sandbox, { balance: '100000000000000000.3' });
		const body = withdrawal({ amount: '0.1000000000000000000000001' });
		await exact.api('/partner/withdrawals', body);
		expect(await exact.available()).toBe('99999999999999999.1999999999999999999999999');
	});
});

describe('1.5 times', () => {
	test('answers carry UTC RFC 3339 with a trailing Z', async () => {
		const { body } = await client.get('/partner/balance');
		expect(body.as_of).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
	});

	const seconds = Math.floor(Date.now() / 1000);

	test.each([seconds, '2026-01-01T00:00:00Z', '2026-01-01T03:00:00+03:00'])(
		'%j is accepted',
		async (from) => {
			expect((await client.call('reconciliation_ledger', { from })).status).toBe(200);
		},
	);

	test.each([seconds * 1000, '2026-01-01', 'yesterday', -1])('%j is refused', async (from) => {
		const answer = await client.call('reconciliation_ledger', { from });
		expect(refusal(answer)).toEqual([400, 'invalid_time']);
	});

	test('from and to choose the lines of the ledger', async () => {
		const past = await client.call('reconciliation_ledger', { to: 1 });
		const all = await client.call('reconciliation_ledger', { from: 1, to: seconds + 3600 });
		expect(past.body.lines).toEqual([]);
		expect(all.body.lines).not.toEqual([]);
	});
});

describe('1.7 partner_id is never sent', () => {
	test('partner_id in a body is refused', async () => {
		const body = withdrawal({ partner_id: Number(client.partner.partnerId) });
		const answer = await client.api('/partner/withdrawals', body);
		expect(refusal(answer)).toEqual([400, 'partner_id_not_allowed']);
	});

	test('partner_id in the body of a call that is only named is refused', async () => {
		const answer = await client.call('deposit_address', { partner_id: 1 });
		expect(refusal(answer)).toEqual([400, 'partner_id_not_allowed']);
	});

	test.each([
		['/partner/batch', { items: [{ partner_id: 1, body: { ext_id: 'x' } }] }],
		['/partner/batch', { items: [{ body: { ext_id: 'x', required_fields: { partner_id: 1 } } }] }],
		['/partner/withdrawals', withdrawal({ note: [{ partner_id: 1 }] })],
	])('partner_id deep in a body of %s is refused', async (path, body) => {
		const answer = await client.api(path, body);
		expect(refusal(answer)).toEqual([400, 'partner_id_not_allowed']);
	});

	test('partner_id in a URL is refused, even where a query is ignored', async () => {
		const answer = await client.get('/partner/balance?partner_id=1');
		expect(refusal(answer)).toEqual([400, 'partner_id_not_allowed']);
	});

	test('the partner is the one of the token', async () => {
		const other = await Client.of(client.sandbox, { balance: '7' });
		expect(await other.available()).toBe('7.00');
	});
});

describe('1.8 ext_id', () => {
	test.each([
		[0, 400],
		[1, 200],
		[128, 200],
		[129, 400],
	])('of %i characters is answered with %i', async (length, status) => {
		const body = withdrawal({ ext_id: 'x'.repeat(length) });
		expect((await client.api('/partner/withdrawals', body)).status).toBe(status);
	});

	test.each([
		[128, 200],
		[129, 400],
	])('of %i characters outside the BMP is answered with %i', async (length, status) => {
		const body = withdrawal({ ext_id: '🦊'.repeat(length) });
		expect((await client.api('/partner/withdrawals', body)).status).toBe(status);
	});

	test('is unique per partner across all kinds of order', async () => {
		const body = withdrawal();
		await client.api('/partner/withdrawals', body);
		const gift = { offer_id: 'gift-bookshop-10', ext_id: body.ext_id };
		const screening = { network: 'tron_usdt', address: TRON, ext_id: body.ext_id };
		expect(refusal(await client.base('/api/purchase', gift))).toEqual([409, 'ext_id_conflict']);
		expect(refusal(await client.call('kyt_check', screening))).toEqual([422, 'ext_id_conflict']);
	});

	test('of another partner is free', async () => {
		const body = withdrawal();
		const other = await Client.of(client.sandbox);
		const first = await client.api('/partner/withdrawals', body);
		const second = await other.api('/partner/withdrawals', body);
		expect(second.body.withdrawal_id).not.toBe(first.body.withdrawal_id);
	});
});

test('1.9 no /quote and no /availability path exists', async () => {
	for (const name of ['gift_offers', 'esim_offers', 'card_products']) {
		expect((await client.call(`${name}/quote`)).status).toBe(404);
		expect((await client.call(`${name}/availability`)).status).toBe(404);
	}
});

test('1.10 an order can be looked up by its ext_id', async () => {
	const body = withdrawal();
	await client.api('/partner/withdrawals', body);
	const done = await until(
		() => client.call('document_get', { ext_id: body.ext_id }),
		(answer) => answer.body.status === 'completed',
	);
	expect(done.body).toMatchObject({ kind: 'withdrawal', document_status: 'done', amount: '1' });
	const missing = await client.call('document_get', { ext_id: 'nobody' });
	expect(refusal(missing)).toEqual([404, 'document_not_found']);
});

describe('1.12 what v1 does not have', () => {
	test.each(['card_unfreeze', 'card_replace', 'purchase_cancel', 'purchase_refund'])(
		'%s is no function',
		async (name) => {
			expect((await client.call(name)).status).toBe(404);
		},
	);
});

describe('1.14 payment is from the prepaid balance', () => {
	test.each(['/api/pin/create_card', '/api/purchase', '/api/esim/new_plan5'])(
		'payment_source=stars on %s gets 403',
		async (path) => {
			const answer = await client.base(path, { payment_source: 'stars', ext_id: 'x' });
			expect(refusal(answer)).toEqual([403, 'not_allowed']);
		},
	);

	test('client_id on card issue is refused', async () => {
		const body = { svc_product_id: 101, ext_id: randomUUID(), client_id: 'x' };
		const answer = await client.base('/api/pin/create_card', body);
		expect(refusal(answer)).toEqual([400, 'client_id_not_allowed']);
	});
});
