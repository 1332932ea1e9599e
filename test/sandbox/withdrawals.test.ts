// The balance and the withdrawals of the sandbox are as the document shows them.
import { randomUUID } from 'node:crypto';
import { ETHEREUM, OTHER_TRON, TRON } from '../support/addresses';
import { Client, refusal, until } from './support/client';

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

describe('4.2 balance', () => {
	test('has the fields of 2.1 and no network', async () => {
		const { body } = await client.get('/partner/balance');
		expect(Object.keys(body).sort()).toEqual([
			'as_of',
			'available_balance',
			'currency',
			'ledger_balance',
			'pending_credit',
			'reserved',
		]);
	});

	test('legacy query parameters are ignored', async () => {
		const answer = await client.get('/partner/balance?currency=EUR&network=ETH&asset=x');
		expect(answer.body.currency).toBe('USDT');
	});
});

describe('4.3 withdrawals', () => {
	test('have the fields of 2.2 and start as pending', async () => {
		const body = withdrawal({ amount: '2.50' });
		const answer = await client.api('/partner/withdrawals', body);
		expect(answer.body).toEqual({
			...body,
			withdrawal_id: expect.any(String),
			fee: '1.00',
			fee_currency: 'USDT',
			status: 'pending',
			created_at: expect.any(String),
		});
	});

	test.each([
		['currency', 'EUR', 'invalid_currency'],
		['network', 'ETH', 'invalid_network'],
		['to_address', ETHEREUM, 'invalid_address'],
		['memo', 'x', 'unknown_field'],
		['amount', undefined, 'missing_field'],
	])('%s %j is refused', async (field, value, code) => {
		const answer = await client.api('/partner/withdrawals', withdrawal({ [field]: value }));
		expect(refusal(answer)).toEqual([400, code]);
	});

	test('the same ext_id and body give the existing withdrawal, charged once', async () => {
		const own = await Client.of(client.sandbox, { balance: '100' });
		const body = withdrawal({ amount: '10' });
		const first = await own.api('/partner/withdrawals', body);
		const { ext_id: extId, ...rest } = body;
		const second = await own.api('/partner/withdrawals', { ext_id: extId, ...rest });
		expect(second.body.withdrawal_id).toBe(first.body.withdrawal_id);
		expect(await own.available()).toBe('89.00');
	});

	test.each([{ amount: '1.0' }, { to_address: OTHER_TRON }])(
		'the same ext_id with %j is a conflict',
		async (change) => {
			const body = withdrawal();
			await client.api('/partner/withdrawals', body);
			const answer = await client.api('/partner/withdrawals', { ...body, ...change });
			expect(refusal(answer)).toEqual([409, 'ext_id_conflict']);
		},
	);

	test('amount and fee are reserved, then debited', async () => {
		const own = await Client.of(client.sandbox, { balance: '100' });
		client.sandbox.configure({ settleMs: 60_000 });
		await own.api('/partner/withdrawals', withdrawal({ amount: '10' }));
		client.sandbox.configure({ settleMs: 5 });
		const { body } = await own.get('/partner/balance');
		expect(body).toMatchObject({ ledger_balance: '100.00', reserved: '11.00' });
		await own.api('/partner/withdrawals', withdrawal({ amount: '20' }));
		const settled = await until(
			() => own.get('/partner/balance'),
			(answer) => answer.body.reserved === '11.00',
		);
		expect(settled.body).toMatchObject({ ledger_balance: '79.00', available_balance: '68.00' });
	});

	test('more than the available balance is refused and binds no ext_id', async () => {
		const own = await Client.of(client.sandbox, { balance: '10' });
		const body = withdrawal({ amount: '9.01' });
		const answer = await own.api('/partner/withdrawals', body);
		expect(refusal(answer)).toEqual([422, 'insufficient_balance']);
		expect((await own.api('/partner/withdrawals', { ...body, amount: '9' })).status).toBe(200);
	});

	test('a failed one gives the money back', async () => {
		const own = await Client.of(client.sandbox, { balance: '100' });
		const body = withdrawal({ amount: '13.01' });
		await own.api('/partner/withdrawals', body);
		const again = await until(
			() => own.api('/partner/withdrawals', body),
			(answer) => answer.body.status !== 'pending',
		);
		expect(again.body.status).toBe('failed');
		expect(await own.available()).toBe('100.00');
	});
});

test('the deposit address is sticky', async () => {
	const first = await client.call('deposit_address');
	const second = await client.call('deposit_address');
	const other = await (await Client.of(client.sandbox)).call('deposit_address');
	expect(first.body).toMatchObject({ network: 'TRON', currency: 'USDT' });
	expect(second.body.address).toBe(first.body.address);
	expect(other.body.address).not.toBe(first.body.address);
});
