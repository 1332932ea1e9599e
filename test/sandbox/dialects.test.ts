// Each dialect of the sandbox differs from as-shown where the document is silent. That it does nowhere else, the engine's
// tests over dialects rely on: test/engine/other-dialects.test.ts.
import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { differencesOf, dialectSchema, type DialectName } from '../../dev/sandbox/dialects';
import { TRON } from '../support/addresses';
import { used } from '../support/used';
import { refusal, sendTo, useReceiver } from './support/client';
import { Speaker } from './support/speaker';

type Fields = Record<string, unknown>;

const NAMES = dialectSchema.options;
const useSpeaker = (name: DialectName) =>
	used(
		async () => await Speaker.in(name),
		async ({ sandbox }) => await sandbox.close(),
	);
const speakers = Object.fromEntries(NAMES.map((name) => [name, useSpeaker(name)])) as Record<
	DialectName,
	Speaker
>;

describe.each(NAMES)('%s', (name) => {
	const speaker = speakers[name];

	test('its differences are JSON, and name calls that as-shown has', async () => {
		const differences = differencesOf(name);
		expect(JSON.parse(JSON.stringify(differences))).toEqual(differences);
		for (const call of Object.keys(differences.calls ?? {})) {
			const { status } = await speakers['as-shown'].base(`/api/partner/${call}`, {});
			expect([call, status]).not.toEqual([call, 404]);
		}
	});

	test('a rule strikes a call by its path in as-shown', async () => {
		const { sandbox } = speaker;
		const card_id = await speaker.activeCard(name === 'wrapped' ? 'fulfilled' : 'completed');
		const orders = sandbox.state.orders.length;
		const topUp = { card_id, amount: '1', ext_id: randomUUID() };
		const match = { path: '/api/partner/card_topup', body: topUp.ext_id };
		sandbox.addFault({ match, fault: '500_after_commit' });
		expect((await speaker.call('card_topup', topUp)).status).toBe(500);
		expect((await speaker.call('card_topup', topUp)).status).toBe(200);
		expect(sandbox.state.orders).toHaveLength(orders + 1);
	});
});

describe('in resources, calls have other paths, lists have pages and each base has its own token', () => {
	const speaker = speakers.resources;

	const MOVED = Object.keys(differencesOf('resources').calls ?? {});

	test.each(MOVED)('%s is no longer at its function path', async (name) => {
		expect(refusal(await speaker.base(`/api/partner/${name}`, {}))).toEqual([404, 'not_found']);
	});

	test.each([
		['gift_offers', { cursor: 'x' }, 'invalid_cursor'],
		['kyt_check_history', { partner_id: '1001' }, 'partner_id_not_allowed'],
		['document_get', { ext_id: 'nobody' }, 'document_unknown'],
	])('%s with %j is answered with 400 %s', async (name, fields, code) => {
		expect(refusal(await speaker.call(name, fields))).toEqual([400, code]);
	});

	test('5.2 each base takes its own token only', async () => {
		const [api, base] = [await speaker.accessToken(), await speaker.accessToken('base')];
		expect(decodeJwt(base)).toMatchObject({ typ: 'agent', client_id: expect.any(String) });
		expect(decodeJwt(api)).not.toHaveProperty('client_id');
		const quote = { method: 'POST', base: 'base', path: '/api/kyt_quote' } as const;
		const balance = { method: 'GET', base: 'api', path: '/partner/balance' } as const;
		expect(refusal(await speaker.send(quote, undefined, api))).toEqual([401, 'wrong_token']);
		expect(refusal(await speaker.send(balance, undefined, base))).toEqual([401, 'wrong_token']);
	});

	test('5.1 an assertion is good for one exchange, whichever, and is not recorded', async () => {
		const { sandbox } = speaker;
		const assertion = await speaker.assertion();
		const { tokenExchanges } = sandbox.stats();
		const agent = await sendTo(`${sandbox.baseUrl}/auth/v1/agent/token`, { assertion });
		const again = await sendTo(`${sandbox.apiUrl}/auth/v1/partner/token`, { assertion });
		expect([agent.status, again.body.error]).toEqual([200, 'jti_reused']);
		expect(sandbox.stats().tokenExchanges).toBe(tokenExchanges + 1);
		expect(JSON.stringify(sandbox.state.requests)).not.toContain(assertion);
	});
});

describe('in wrapped, responses have envelopes, and statuses, fields and numbers differ', () => {
	const speaker = speakers.wrapped;
	const receiver = useReceiver();

	test('the token has another name, in an envelope', async () => {
		const url = `${speaker.sandbox.apiUrl}/auth/v1/partner/token`;
		const { body } = await sendTo(url, { assertion: await speaker.assertion() });
		expect(body).toEqual({ data: { jwt: expect.stringMatching(/^ey/), expires: 900 } });
	});

	test('an order is accepted, then fulfilled', async () => {
		const ext_id = randomUUID();
		const gift = { offer_id: 'gift-music-5', ext_id };
		const { body } = await speaker.base('/api/purchase', gift);
		const result = { ...gift, status: 'accepted', message: 'Order accepted' };
		expect(body).toMatchObject({ result });
		expect(await speaker.document(ext_id, 'fulfilled')).toHaveProperty('document_status', 'done');
		const { purchase_id } = body.result as Fields;
		const read = await speaker.get(`/partner/gift-cards/${String(purchase_id)}`);
		expect(read.body).toMatchObject({ data: { status: 'fulfilled', epin: expect.any(String) } });
	});

	test.each(['magic-failed', 'magic-cancelled'])('%s is rejected', async (offer_id) => {
		const order = { offer_id, ext_id: randomUUID() };
		const { body } = await speaker.api('/partner/esims', order);
		expect(body).toMatchObject({ ...order, status: 'accepted' });
		const document = await speaker.document(order.ext_id, 'rejected');
		expect(document).toHaveProperty('document_status', 'done');
		const { body: esim } = await speaker.get(`/partner/esims/${String(body.esim_id)}`);
		expect(esim).toMatchObject({ ...order, status: 'rejected' });
	});

	test('events have the same words', async () => {
		const { sandbox, partner } = speaker;
		sandbox.setCallbackUrl(partner.partnerId, receiver.url);
		await speaker.base('/api/purchase', { offer_id: 'magic-failed', ext_id: randomUUID() });
		const [delivery] = await receiver.arrived(1);
		const event: unknown = JSON.parse(delivery?.body ?? '');
		expect(event).toMatchObject({ data: { status: 'rejected', document_status: 'done' } });
	});

	test('a batch is numbered from 1, and the last result is the first', async () => {
		const bodies = [
			{ offer_id: 'gift-music-5', ext_id: randomUUID() },
			{ to_address: 'x', ext_id: randomUUID() },
			{ svc_product_id: 101, ext_id: randomUUID() },
		];
		const items = bodies.map((body) => ({ body }));
		const { body } = await speaker.api('/partner/batch', { items });
		expect(body.results).toMatchObject([
			{ index: 3, status: 'accepted', body: { ext_id: bodies[2]?.ext_id, status: 'accepted' } },
			{ index: 2, status: 'rejected', error: 'missing_field' },
			{ index: 1, status: 'accepted', body: { ext_id: bodies[0]?.ext_id } },
		]);
	});

	test('a screening is queued before it is worked on, and has no result before its end', async () => {
		const check = { network: 'tron_usdt', address: TRON, ext_id: randomUUID(), refresh: true };
		const seen: Fields[] = [];
		for (let looks = 0; looks < 3; looks += 1) {
			seen.push((await speaker.base('/api/partner/kyt_check', check)).body);
		}
		expect(seen.map(({ status }) => status)).toEqual(['processing', 'queued', 'processing']);
		expect(seen.filter((record) => 'risk_score' in record)).toEqual([]);
		await speaker.document(check.ext_id, 'completed');
		const { body } = await speaker.call('kyt_check_get', { ext_id: check.ext_id });
		expect(body).toMatchObject({ data: { status: 'completed', risk_score: 3 } });
	});
});
