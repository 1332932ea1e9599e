// Each dialect of the sandbox differs from as-shown where the document is silent, and nowhere else.
import { randomUUID } from 'node:crypto';
import { differencesOf, dialectSchema, type DialectName } from '../../dev/sandbox/dialects';
import { faultValues } from '../../dev/sandbox/magic';
import { TRON } from '../support/addresses';
import { Speaker } from './support/speaker';

const NAMES = dialectSchema.options;
const speakers = new Map<DialectName, Speaker>();

function speakerOf(name: DialectName): Speaker {
	const speaker = speakers.get(name);
	if (!speaker) throw new Error(`${name} was not started`);
	return speaker;
}

beforeAll(async () => {
	for (const name of NAMES) speakers.set(name, await Speaker.start(name));
});

afterAll(async () => {
	for (const { client } of speakers.values()) await client.sandbox.close();
});

describe.each(NAMES)('%s keeps to what the document shows', (name) => {
	const speak = (): Speaker => speakerOf(name);

	test('2.1 the balance', async () => {
		const { body } = await speak().get('/partner/balance');
		expect(body).toMatchObject({ currency: 'USDT', available_balance: expect.any(String) });
	});

	test('2.2 a withdrawal, its states and its replay', async () => {
		const ext_id = randomUUID();
		const order = { currency: 'USDT', network: 'TRON', amount: '1', to_address: TRON, ext_id };
		const { body } = await speak().api('/partner/withdrawals', order);
		expect(body).toMatchObject({ ...order, withdrawal_id: expect.any(String), status: 'pending' });
		expect(await speak().document(ext_id, 'completed')).toHaveProperty('document_status', 'done');
		const replay = await speak().api('/partner/withdrawals', order);
		expect(replay.body).toEqual({ ...body, status: 'completed' });
	});

	test('2.3, 2.4 and 2.5 an eSIM', async () => {
		const order = { ext_id: randomUUID(), offer_id: 'esim-eu-5gb' };
		const { body } = await speak().api('/partner/esims', order);
		expect(body).toMatchObject({ ...order, debit_amount: '12.90', status: expect.any(String) });
		const path = `/partner/esims/${String(body.esim_id)}`;
		expect((await speak().get(path)).body).toMatchObject({ ...order, iccid: expect.any(String) });
		const topUp = await speak().api(`${path}/topups`, { ...order, ext_id: randomUUID() });
		expect(topUp.body).toMatchObject({ ext_id: expect.any(String), status: expect.any(String) });
	});

	test('4.7 a screening starts as processing and is completed in the end', async () => {
		const check = { network: 'tron_usdt', address: TRON, ext_id: randomUUID(), refresh: true };
		const { status, body } = await speak().base('/api/partner/kyt_check', check);
		expect([status, body.status]).toEqual([200, 'processing']);
		await speak().document(check.ext_id, 'completed');
		const replay = await speak().base('/api/partner/kyt_check', check);
		expect(replay.body).toMatchObject({ id: body.id, status: 'completed', risk_score: 3 });
	});

	test('2.7 a billing address, and 4.1 the secret', async () => {
		const card_id = await speak().activeCard();
		const { body } = await speak().base('/api/partner/card_billing_address', { card_id });
		expect(body).toMatchObject({ billing_address: { city: 'Wilmington' } });
		const url = { callback_url: 'http://127.0.0.1:9/hook' };
		expect((await speak().call('webhook_register', url)).status).toBe(200);
		const rotated = await speak().base('/auth/v1/agent/hmac/rotate');
		expect(rotated.body).toEqual({ hmac_secret: expect.any(String) });
		const { sandbox, partner } = speak().client;
		sandbox.setCallbackUrl(partner.partnerId, null);
	});

	test('1.9 and 1.10 the paths of the catalogs and of document_get', async () => {
		const catalogs = ['card_products', 'esim_offers', 'gift_offers'];
		const method = name === 'resources' ? 'GET' : 'POST';
		for (const path of catalogs.map((one) => `/api/partner/${one}`)) {
			const body = method === 'GET' ? undefined : {};
			const answer = await speak().send({ method, base: 'base', path }, body);
			expect([path, answer.status]).toEqual([path, 200]);
		}
		const missing = await speak().base('/api/partner/document_get', { ext_id: randomUUID() });
		expect(missing.body).toEqual({ error: expect.any(String), message: expect.any(String) });
	});

	test('its differences are JSON, and name calls that as-shown has', async () => {
		const differences = differencesOf(name);
		expect(JSON.parse(JSON.stringify(differences))).toEqual(differences);
		for (const call of Object.keys(differences.calls ?? {})) {
			const { status } = await speakerOf('as-shown').base(`/api/partner/${call}`, {});
			expect([call, status]).not.toEqual([call, 404]);
		}
	});

	test('a rule strikes a call by its path in as-shown', async () => {
		const { sandbox } = speak().client;
		const card_id = await speak().activeCard();
		const orders = sandbox.state.orders.length;
		const topUp = { card_id, amount: '1', ext_id: randomUUID() };
		const match = { path: '/api/partner/card_topup', body: topUp.ext_id };
		sandbox.addFault({ match, fault: '500_after_commit' });
		expect((await speak().call('card_topup', topUp)).status).toBe(500);
		expect((await speak().call('card_topup', topUp)).status).toBe(200);
		expect(sandbox.state.orders).toHaveLength(orders + 1);
	});

	test('a magic value strikes', async () => {
		const { amount = '' } = faultValues.get('503') ?? {};
		const topUp = { card_id: await speak().activeCard(), amount, ext_id: randomUUID() };
		expect((await speak().call('card_topup', topUp)).status).toBe(503);
	});
});
