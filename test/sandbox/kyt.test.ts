// Screenings of the sandbox are as sections 2.6, 3.1 and 4.7 say.
import { randomUUID } from 'node:crypto';
import { addressFromLabel, type KytNetwork } from '../../dev/sandbox/addresses';
import { outcomeAddress } from '../../dev/sandbox/magic';
import { Client, until, type Answer } from './support/client';

let client: Client;

beforeEach(async () => {
	client = await Client.start();
});

afterEach(async () => {
	await client.sandbox.close();
});

function anAddress(network: KytNetwork = 'tron_usdt'): string {
	return addressFromLabel(network, randomUUID());
}

async function check(body: Record<string, unknown>): Promise<Answer> {
	return await client.call('kyt_check', { network: 'tron_usdt', ...body });
}

async function finished(id: unknown): Promise<Answer> {
	return await until(
		() => client.call('kyt_check_get', { id }),
		(answer) => answer.body.status !== 'processing',
	);
}

test('4.7.2 a new check is processing, with HTTP 200 and the fields of 2.6', async () => {
	const address = anAddress();
	const { status, body } = await check({ address });
	expect(status).toBe(200);
	expect(body).toMatchObject({
		status: 'processing',
		network: 'tron_usdt',
		address,
		price_usdt: '0.75',
		cached: false,
		created_at: expect.any(String),
	});
	expect(body).not.toHaveProperty('risk_score');
});

test('4.7.2 a new check is processing however slow the machine is', async () => {
	const clock = jest
		.spyOn(Date, 'now')
		.mockImplementation(() => (clock.mock.calls.length + 1) * 1000);
	try {
		expect((await check({ address: anAddress() })).body.status).toBe('processing');
	} finally {
		clock.mockRestore();
	}
});

test('2.6 the id is an int64 beyond 2^53, and is taken back with all its digits', async () => {
	const first = await check({ address: anAddress() });
	const second = await check({ address: anAddress() });
	expect(first.body.id).toBe(9_007_199_254_740_993n);
	expect(second.text).toContain('"id":9007199254740994');
	expect((await finished(second.body.id)).body.id).toBe(second.body.id);
	expect((await client.call('kyt_check_get', { id: String(second.body.id) })).status).toBe(400);
});

test('4.7.1 the price is reserved, and debited when completed', async () => {
	client.sandbox.configure({ kytDelayMs: 60_000 });
	await check({ address: anAddress() });
	client.sandbox.configure({ kytDelayMs: 5 });
	expect((await client.get('/partner/balance')).body).toMatchObject({
		ledger_balance: '10000.00',
		reserved: '0.75',
		available_balance: '9999.25',
	});
	const { body } = await check({ address: anAddress() });
	await finished(body.id);
	expect((await client.get('/partner/balance')).body).toMatchObject({
		ledger_balance: '9999.25',
		reserved: '0.75',
	});
});

test('3.1 a completed result of the address comes from the cache, at price 0', async () => {
	const address = anAddress('eth');
	const first = await check({ network: 'eth', address });
	await finished(first.body.id);
	const second = await check({ network: 'eth', address: address.toLowerCase() });
	expect(second.body).toMatchObject({ status: 'completed', cached: true, price_usdt: '0' });
	expect(await client.available()).toBe('9999.25');
});

test('3.1 a check that is still processing is no cache', async () => {
	client.sandbox.configure({ kytDelayMs: 60_000 });
	const address = anAddress();
	await check({ address });
	expect((await check({ address })).body).toMatchObject({ status: 'processing', cached: false });
});

test('3.1 refresh bypasses the cache', async () => {
	const address = anAddress();
	await finished((await check({ address })).body.id);
	const fresh = await check({ address, refresh: true });
	expect(fresh.body).toMatchObject({ status: 'processing', cached: false, price_usdt: '0.75' });
});

test('4.7.4 a known ext_id gives the existing check, charged once, refresh or not', async () => {
	const body = { address: anAddress(), ext_id: 'screening-1' };
	const first = await check(body);
	const replayed = await check({ ...body, refresh: true });
	await finished(first.body.id);
	const later = await check(body);
	expect(replayed.body.id).toBe(first.body.id);
	expect(later.body).toMatchObject({ id: first.body.id, status: 'completed', cached: false });
	expect(await client.available()).toBe('9999.25');
});

test('4.7 an ext_id keeps its network and address', async () => {
	await check({ address: anAddress(), ext_id: 'screening-1' });
	const address = await check({ address: anAddress(), ext_id: 'screening-1' });
	const network = await check({ network: 'eth', address: anAddress('eth'), ext_id: 'screening-1' });
	expect([address.status, address.body.error]).toEqual([422, 'ext_id_conflict']);
	expect([network.status, network.body.error]).toEqual([422, 'ext_id_conflict']);
});

test.each([
	[{ network: 'tron' }, 400, 'invalid_network'],
	[{ address: undefined }, 400, 'missing_field'],
	[{ refresh: 'yes' }, 400, 'invalid_field'],
	[{ amount: '1' }, 400, 'unknown_field'],
	[{ ext_id: '' }, 400, 'invalid_ext_id'],
	[{ address: 'TCzq6m2zxnQkrZrf8cqYcK6bbXQYAfWYKc' }, 422, 'invalid_address'],
	[{ network: 'eth' }, 422, 'invalid_address'],
])('4.7 %j is answered with %i %s', async (change, status, code) => {
	const { status: given, body } = await check({ address: anAddress(), ...change });
	expect([given, body.error]).toEqual([status, code]);
});

test('a check is found by id or ext_id, by its own partner only', async () => {
	const { body } = await check({ address: anAddress(), ext_id: 'screening-1' });
	const other = await Client.of(client.sandbox);
	const byExtId = await client.call('kyt_check_get', { ext_id: 'screening-1' });
	expect(byExtId.body.id).toBe(body.id);
	expect((await other.call('kyt_check_get', { id: body.id })).status).toBe(404);
	expect((await client.call('kyt_check_get', {})).status).toBe(400);
});

test('the history holds the checks of the partner, the latest first', async () => {
	const first = await check({ address: anAddress() });
	const second = await check({ address: anAddress() });
	const other = await Client.of(client.sandbox);
	const { checks } = (await client.call('kyt_check_history')).body;
	expect(checks).toMatchObject([{ id: second.body.id }, { id: first.body.id }]);
	expect((await other.call('kyt_check_history')).body.checks).toEqual([]);
});

test('the history of one address', async () => {
	const address = anAddress();
	await check({ address });
	await check({ address: anAddress() });
	const { checks } = (await client.call('kyt_check_history', { address })).body;
	expect(checks).toMatchObject([{ address }]);
});

test('1.10 a screening is a document too', async () => {
	await check({ address: anAddress(), ext_id: 'screening-1' });
	const { body } = await client.call('document_get', { ext_id: 'screening-1' });
	expect(body).toMatchObject({ kind: 'kyt_check', ext_id: 'screening-1' });
});

describe('4.5 the quote', () => {
	test('costs nothing and gives the price', async () => {
		expect((await client.base('/api/kyt_quote')).body.price_usdt).toBe('0.75');
		expect(await client.available()).toBe('10000.00');
	});

	test('takes no body, not even an empty object', async () => {
		const { status, body } = await client.base('/api/kyt_quote', {});
		expect([status, body.error]).toEqual([400, 'body_not_allowed']);
	});
});

describe('magic addresses', () => {
	test.each([
		['sanctions', { status: 'completed', sanctions_hit: true, risk_score: 100 }],
		['high', { status: 'completed', severity: 'high', risk_score: 87.5 }],
		['medium', { status: 'completed', severity: 'medium' }],
		['unknown_severity', { status: 'completed', severity: 'galactic' }],
		['slow', { status: 'completed', severity: 'low' }],
		['failed', { status: 'failed', error_code: 'provider_unavailable' }],
	] as const)('%s', async (outcome, expected) => {
		const { body } = await check({ address: outcomeAddress('tron_usdt', outcome) });
		expect((await finished(body.id)).body).toMatchObject(expected);
	});

	test('missing_score', async () => {
		const { body } = await check({ address: outcomeAddress('tron_usdt', 'missing_score') });
		const done = await finished(body.id);
		expect(done.body.status).toBe('completed');
		expect(done.body).not.toHaveProperty('risk_score');
		expect(done.body).not.toHaveProperty('severity');
	});

	test('a failed screening costs nothing', async () => {
		const { body } = await check({ address: outcomeAddress('tron_usdt', 'failed') });
		await finished(body.id);
		expect(await client.available()).toBe('10000.00');
	});

	test('insufficient_balance', async () => {
		const address = outcomeAddress('tron_usdt', 'insufficient_balance');
		const { status, body } = await check({ address });
		expect([status, body.error]).toEqual([422, 'insufficient_balance']);
	});

	test('never keeps processing while later checks finish', async () => {
		const { body } = await check({ address: outcomeAddress('tron_usdt', 'never') });
		await finished((await check({ address: anAddress() })).body.id);
		expect((await client.call('kyt_check_get', { id: body.id })).body.status).toBe('processing');
	});

	test('a real sanctioned address is a hit', async () => {
		const address = '0x098b716b8aaf21512996dc57eb0615e2383e2f96';
		const { body } = await check({ network: 'eth', address });
		expect((await finished(body.id)).body.sanctions_hit).toBe(true);
	});
});

test('an empty balance buys no screening', async () => {
	const poor = await Client.of(client.sandbox, { balance: '0.74' });
	const { status, body } = await poor.call('kyt_check', {
		network: 'btc',
		address: anAddress('btc'),
	});
	expect([status, body.error]).toEqual([422, 'insufficient_balance']);
});
