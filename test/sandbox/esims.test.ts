// eSIMs of the sandbox are as the document shows them.
import { randomUUID } from 'node:crypto';
import { Client, refusal, type Answer } from './support/client';

let client: Client;

beforeAll(async () => {
	client = await Client.start();
});

afterAll(async () => {
	await client.sandbox.close();
});

async function buyEsim(change: Record<string, unknown> = {}): Promise<Answer> {
	const body = { offer_id: 'esim-eu-5gb', ext_id: randomUUID(), ...change };
	return await client.api('/partner/esims', body);
}

async function activeEsim(): Promise<Record<string, unknown>> {
	const { body } = await buyEsim();
	return await client.inStatus(`/partner/esims/${String(body.esim_id)}`, 'active');
}

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
		const document = await own.document(body.ext_id, 'failed');
		expect(document).toMatchObject({ document_status: 'failed', error: 'provisioning_failed' });
		const lines = own.sandbox.state.ledger(own.partner.partnerId);
		expect(lines.slice(-2)).toMatchObject([
			{ type: 'debit', balance_after: '9999.00', ext_id: body.ext_id },
			{ type: 'credit', balance_after: '10000.00', ext_id: body.ext_id },
		]);
	});

	test('2.5 a top-up answers ext_id and status, and adds data', async () => {
		const { esim_id } = await activeEsim();
		const path = `/partner/esims/${String(esim_id)}/topups`;
		const body = { offer_id: 'esim-tr-1gb', ext_id: randomUUID() };
		const answer = await client.api(path, body);
		expect(answer.body).toMatchObject({ ext_id: body.ext_id, status: 'pending' });
		await client.document(body.ext_id, 'completed');
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
		const present = await activeEsim();
		const { esim_id } = (await client.base('/api/esim/new_plan5', body)).body;
		const esim = await client.inStatus(`/partner/esims/${String(esim_id)}`, 'active');
		expect(esim.iccid).toMatch(/^\d{19}$/);
		expect([esim_id, esim.iccid]).not.toContain(present.esim_id);
		expect(esim.iccid).not.toBe(present.iccid);
		expect(esim.usage).toMatchObject({ data_total_mb: 1024 });
	});
});
