// Each control call of the sandbox does what its README says, and for the page's forms too.
import { TRON } from '../support/addresses';
import { until } from '../support/until';
import {
	type Answer,
	isSignedWith,
	readAnswer,
	readJson,
	refusal,
	useClient,
	useReceiver,
} from './support/client';

const LATER = { settleMs: 600_000, kytDelayMs: 600_000 };

const receiver = useReceiver();
const client = useClient(true, () => [{ ...LATER, webhookBackoffMs: 1 }, { balance: '100.00' }]);

async function control(path: string, body: unknown = {}, method = 'POST'): Promise<Answer> {
	const url = `${client.sandbox.pageUrl}${path}`;
	return await readAnswer(await fetch(url, { method, body: JSON.stringify(body) }));
}

const listen = () => client.sandbox.setCallbackUrl(client.partner.partnerId, receiver.url);

const balance = async () => (await client.get('/partner/balance')).body;

describe('orders and screenings', () => {
	test.each([
		['completed', '89.00'],
		['failed', '100.00'],
		['cancelled', '100.00'],
	])('a pending order becomes %s, its money moves and it is announced', async (status, left) => {
		listen();
		const { ext_id } = (await client.withdraw()).body;
		expect(await balance()).toMatchObject({ available_balance: '89.00', reserved: '11.00' });
		const [order] = client.sandbox.state.orders;
		const path = `/orders/${order?.orderId ?? ''}`;
		expect((await control(path, { status })).status).toBe(200);
		expect(await balance()).toMatchObject({ available_balance: left, reserved: '0.00' });
		const [delivery] = await receiver.arrived(1);
		expect(readJson(delivery?.body ?? '')).toMatchObject({ data: { ext_id, status } });
		const again = await control(path, { status });
		expect(refusal(again)).toEqual([400, 'invalid_request']);
		expect(again.body.message).toBe(`This order is ${status} already`);
		expect(await balance()).toMatchObject({ available_balance: left });
	});

	test('a freeze that fails leaves the card as it is', async () => {
		const orderId = (): string => client.sandbox.state.orders.at(-1)?.orderId ?? '';
		const issue = { svc_product_id: 101, ext_id: 'c' };
		const { card_id } = (await client.base('/api/pin/create_card', issue)).body;
		await control(`/orders/${orderId()}`, { status: 'completed' });
		await client.call('card_freeze', { card_id, ext_id: 'f' });
		await control(`/orders/${orderId()}`, { status: 'failed' });
		const card = await client.get(`/partner/cards/${String(card_id)}`);
		expect(card.body.status).toBe('active');
	});

	test.each([
		['clear', { status: 'completed', sanctions_hit: false }, '99.25'],
		['sanctions', { status: 'completed', sanctions_hit: true }, '99.25'],
		['failed', { status: 'failed', error_code: 'provider_unavailable' }, '100.00'],
	])('a screening ends as %s', async (outcome, record, left) => {
		await client.call('kyt_check', { network: 'tron_usdt', address: TRON, ext_id: 'k' });
		const [check] = client.sandbox.state.kytChecks;
		const path = `/screenings/${String(check?.id)}`;
		expect((await control(path, { outcome })).status).toBe(200);
		expect((await client.call('kyt_check_get', { ext_id: 'k' })).body).toMatchObject(record);
		expect(await balance()).toMatchObject({ available_balance: left, reserved: '0.00' });
		expect(refusal(await control(path, { outcome }))).toEqual([400, 'invalid_request']);
	});
});

describe('events', () => {
	const send = async (fields: object = {}): Promise<Answer> => {
		const { partnerId: partner } = client.partner;
		return await control('/events', { event: 'gift_purchase.status_changed', partner, ...fields });
	};

	test('any event is sent, signed, with the fields that are given', async () => {
		listen();
		const { body } = await send({ ext_id: 'order-1', data: { status: 'failed' } });
		const [delivery] = await receiver.arrived(1);
		expect(readJson(delivery?.body ?? '')).toMatchObject({
			event_id: body.event_id,
			event: 'gift_purchase.status_changed',
			data: { ext_id: 'order-1', status: 'failed', document_status: 'done' },
		});
		expect(isSignedWith(client.partner.webhookSecret, delivery)).toBe(true);
	});

	test('without a callback URL it says so', async () => {
		expect((await send()).body.message).toBe('There is no callback URL of partner 1001 yet');
	});

	test('one that is to come later is answered at once, and comes', async () => {
		listen();
		await send();
		await client.sandbox.webhooksIdle();
		const { body } = await control('/deliveries/1', { delaySeconds: 0.1 });
		expect(body).toEqual({ deliveries: [] });
		await receiver.arrived(2);
	});
});

test('an outage ends by itself, or when all faults are cleared', async () => {
	await client.accessToken();
	const status = async (): Promise<number> => (await client.get('/partner/balance')).status;
	await control('/faults', { fault: '503', times: 0, seconds: 1 });
	expect(await status()).toBe(503);
	await until(status, (shown) => shown === 200);
	await control('/faults', { fault: '503', times: 0 });
	expect(await status()).toBe(503);
	await control('/faults/clear');
	expect(await status()).toBe(200);
});

test('the dialect changes while it runs', async () => {
	await control('/dialect', { dialect: 'wrapped' });
	expect((await client.exchangeWith({})).body).toMatchObject({ data: { jwt: expect.any(String) } });
	await control('/dialect', { dialect: 'resources' });
	expect(refusal(await client.call('card_topup'))).toEqual([404, 'not_found']);
	await control('/dialect', { dialect: 'as-shown' });
	expect(refusal(await client.call('card_topup'))).toEqual([400, 'missing_field']);
});

test('all records get a day older, and tokens keep real time', async () => {
	const { ext_id } = (await client.withdraw()).body;
	const times = async () => {
		const { body } = await client.call('document_get', { ext_id });
		const [line] = client.sandbox.state.ledger(client.partner.partnerId);
		return [body.created_at, body.updated_at, line?.created_at].map(String).map(Date.parse);
	};
	const before = await times();
	await control('/age', { days: 3 });
	expect(await times()).toEqual(before.map((time) => time - 3 * 86_400_000));
	expect(client.sandbox.state.requests[0]?.at.getTime()).toBeLessThan(Date.now() - 86_400_000);
});

test('a reset leaves partners with their money, keys and tokens, and nothing else', async () => {
	listen();
	await client.withdraw();
	await control('/config', { latencyMs: 3 }, 'PATCH');
	await control('/faults', { fault: '503', times: 0 });
	await control('/dialect', { dialect: 'resources' });
	await control(`/partners/${client.partner.partnerId}`, { deposit: '5', blocked: true });
	await control('/reset');
	const { state } = client.sandbox;
	const rest = [state.orders, state.kytChecks, state.deliveries, state.requests];
	expect(rest.map(({ length }) => length)).toEqual([0, 0, 0, 0]);
	expect(await balance()).toMatchObject({ available_balance: '100.00', reserved: '0.00' });
	expect(client.sandbox.differences).toEqual({});
	await client.withdraw();
	const [order] = state.orders;
	await control(`/orders/${order?.orderId ?? ''}`, { status: 'completed' });
	await receiver.arrived(1);
});

test.each([
	['/orders/nobody', { status: 'completed' }],
	['/screenings/1', { outcome: 'clear' }],
	['/faults', { fault: 'flood' }],
	['/dialect', { dialect: 'klingon' }],
	['/partners/1001', { deposit: '-5' }],
])('%s with %j is refused', async (path, body) => {
	for (const method of /config|partners/.test(path) ? ['POST', 'PATCH'] : ['POST'])
		expect(refusal(await control(path, body, method))).toEqual([400, 'invalid_request']);
});

describe('a form', () => {
	async function post(path: string, fields: Record<string, string>): Promise<Response> {
		const { pageUrl } = client.sandbox;
		return await fetch(`${pageUrl}${path}`, {
			method: 'POST',
			body: new URLSearchParams(fields),
			redirect: 'manual',
			headers: { referer: `${pageUrl}/events?delivery=1` },
		});
	}

	test('sends texts, numbers and whole bodies, and leads back to itself', async () => {
		const rule = { fault: '503', times: 0, orders: true };
		const saved = await post('/config', { 'latencyMs:json': '7', 'settleMs:json': '' });
		expect([saved.status, saved.headers.get('location')]).toEqual([
			303,
			'/_sandbox/events?delivery=1',
		]);
		expect((await post('/faults', { ':json': JSON.stringify(rule) })).status).toBe(303);
		await client.withdraw();
		expect(client.sandbox.state.orders).toHaveLength(0);
	});

	test('is not what curl sends by default', async () => {
		const headers = { 'content-type': 'application/x-www-form-urlencoded' };
		const body = '{"latencyMs": 7}';
		const init: RequestInit = { method: 'POST', headers, redirect: 'manual', body };
		const answer = await readAnswer(await fetch(`${client.sandbox.pageUrl}/config`, init));
		expect([answer.status, answer.body]).toEqual([200, {}]);
	});

	test('that cannot be carried out shows why', async () => {
		const response = await post('/partners/1001', { deposit: '<b>1' });
		expect(response.status).toBe(400);
		expect(await response.text()).toContain('deposit: invalid_amount');
	});
});
