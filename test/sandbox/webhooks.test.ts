// The sandbox announces what settles, signed as section 6 says.
import { TRON } from '../support/addresses';
import { until } from '../support/until';
import { Client, isSignedWith, readJson, refusal, useClient, useReceiver } from './support/client';

const receiver = useReceiver();
const client = useClient(true, () => [{ webhookBackoffMs: 1 }, { callbackUrl: receiver.url }]);

function sendPing(): string {
	return client.sandbox.sendEvent(client.partner.partnerId, 'test.ping', { note: 'smoke' });
}

test('6.1.4 and 6.2 the signature is the hex HMAC-SHA256 of the raw body, in its envelope', async () => {
	const eventId = sendPing();
	const [delivery] = await receiver.arrived(1);
	expect(isSignedWith(client.partner.webhookSecret, delivery)).toBe(true);
	expect(delivery?.headers['content-type']).toBe('application/json');
	expect(readJson(delivery?.body ?? '')).toEqual({
		event_id: eventId,
		event: 'test.ping',
		occurred_at: expect.stringMatching(/Z$/),
		data: { note: 'smoke' },
	});
	expect(eventId).toMatch(/^[0-9a-f-]{36}$/);
});

test('6.1 the header carries the service code', async () => {
	const other = await Client.start({ serviceCode: 'acme' }, { callbackUrl: receiver.url });
	other.sandbox.sendEvent(other.partner.partnerId, 'test.ping', {});
	const [delivery] = await receiver.arrived(1);
	await other.sandbox.close();
	expect(delivery?.headers).toHaveProperty('x-acme-signature');
	expect(delivery?.headers).not.toHaveProperty('x-svc-signature');
});

describe('6.3 and 6.4 each order that settles is announced, without secrets', () => {
	async function announced(event: string): Promise<Record<string, unknown>> {
		const deliveries = await until(
			() => receiver.received.map(({ body }) => readJson(body)),
			(bodies) => bodies.some((body) => body.event === event),
		);
		return deliveries.find((body) => body.event === event)?.data as Record<string, unknown>;
	}

	const settled = {
		ext_id: expect.any(String),
		status: 'completed',
		document_status: 'done',
		http_status: '200',
		ref_id: expect.any(String),
		order_id: expect.any(String),
	};

	test('withdrawal', async () => {
		const body = { currency: 'USDT', network: 'TRON', amount: '3.10', to_address: TRON };
		await client.api('/partner/withdrawals', { ...body, ext_id: 'w' });
		expect(await announced('withdrawal.status_changed')).toEqual({ ...settled, ...body });
	});

	test('card issue, top-up and freeze', async () => {
		const issued = await client.base('/api/pin/create_card', { svc_product_id: 101, ext_id: 'c' });
		const card_id = issued.body.card_id;
		expect(await announced('card_issue.status_changed')).toMatchObject({ ...settled, card_id });
		await client.call('card_topup', { card_id, amount: '5', ext_id: 't' });
		expect(await announced('card_topup.status_changed')).toMatchObject({ ...settled, amount: '5' });
		await client.call('card_freeze', { card_id, ext_id: 'f' });
		expect(await announced('card_freeze.status_changed')).toMatchObject({ ...settled, card_id });
		const card = await client.get(`/partner/cards/${String(card_id)}`);
		const sent = receiver.received.map(({ body }) => body).join('');
		expect(sent).not.toContain(String(card.body.pan));
		expect(sent).not.toMatch(/pan|cvv|card_encrypted/);
	});

	test('a failure carries error and message', async () => {
		await client.base('/api/purchase', { offer_id: 'magic-failed', ext_id: 'g' });
		expect(await announced('gift_purchase.status_changed')).toMatchObject({
			status: 'failed',
			error: 'provisioning_failed',
			message: expect.any(String),
			http_status: '422',
		});
	});
});

test('6.1.1 an answer that is not 2xx is followed by the same bytes again', async () => {
	receiver.statuses.push(500, 302, 200);
	sendPing();
	const deliveries = await receiver.arrived(3);
	await client.sandbox.webhooksIdle();
	expect(new Set(deliveries.map(({ body }) => body)).size).toBe(1);
	expect(receiver.received).toHaveLength(3);
	expect(client.sandbox.state.deliveries).toMatchObject([
		{ attempt: 1, status: 500, answer: 'thanks' },
		{ attempt: 2, status: 302 },
		{ attempt: 3, status: 200 },
	]);
});

describe('4.1 rotating the secret', () => {
	const path = '/auth/v1/agent/hmac/rotate';

	test('the previous secret is dead at once', async () => {
		const { status, body } = await client.base(path);
		expect(status).toBe(200);
		sendPing();
		const [delivery] = await receiver.arrived(1);
		expect(isSignedWith(String(body.hmac_secret), delivery)).toBe(true);
		expect(isSignedWith(client.partner.webhookSecret, delivery)).toBe(false);
	});

	test('takes no body, not even an empty object, and needs a callback URL first', async () => {
		expect(refusal(await client.base(path, {}))).toEqual([400, 'body_not_allowed']);
		const bare = await Client.of(client.sandbox);
		expect(refusal(await bare.base(path))).toEqual([400, 'callback_url required']);
		await bare.call('webhook_register', { callback_url: 'https://partner.example/hook' });
		expect((await bare.base(path)).status).toBe(200);
	});
});

test.each(['http://partner.example/hook', 'ftp://127.0.0.1/', 'hook'])(
	'6 %s is no callback URL',
	async (callback_url) => {
		const answer = await client.call('webhook_register', { callback_url });
		expect(refusal(answer)).toEqual([400, 'invalid_callback_url']);
	},
);
