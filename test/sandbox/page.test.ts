// The page of the sandbox shows what happened to each order, as text, without secrets, and however much has happened.
import { randomUUID } from 'node:crypto';
import { TRON } from '../support/addresses';
import { until } from '../support/until';
import { useClient, useReceiver } from './support/client';

const receiver = useReceiver();
const client = useClient(true, () => [{ webhookBackoffMs: 1 }, { callbackUrl: receiver.url }]);

const SECTIONS = ['', '/requests', '/events', '/faults'];

async function show(path: string): Promise<string> {
	const response = await fetch(`${client.sandbox.pageUrl}${path}`);
	expect([path, response.status]).toEqual([path, 200]);
	return await response.text();
}

/** What a reader sees, without markup. */
function textOf(html: string): string {
	const text = html.replace(/<small>.*?<\/small>|<[^>]*>/g, ' ').replaceAll('&quot;', '"');
	return text
		.replaceAll('&lt;', '<')
		.replaceAll('&gt;', '>')
		.replaceAll('&#39;', "'")
		.replaceAll('&amp;', '&')
		.replace(/\s+/g, ' ');
}

/** The rows of the first table, as a reader sees them. */
function rowsOf(html: string): string[] {
	return [...html.matchAll(/<tr id[^]*?<\/tr>/g)].map(([row]) => textOf(row).trim());
}

async function settled(): Promise<void> {
	await until(
		() => client.sandbox.state.orders,
		(orders) => orders.every(({ status }) => status !== 'pending'),
	);
	await client.sandbox.webhooksIdle();
}

test('the address of the sandbox leads to the page', async () => {
	const response = await fetch(client.sandbox.url, { redirect: 'manual' });
	expect(response.headers.get('location')).toBe('/_sandbox');
});

test('Money shows the balance, each order with its life, screenings and the ledger', async () => {
	await client.withdraw({ ext_id: 'paid' });
	await client.withdraw({ ext_id: 'failed', amount: '13.01' });
	await client.withdraw({ ext_id: 'open', amount: '13.03' });
	await client.call('kyt_check', { network: 'tron_usdt', address: TRON, ext_id: 'screened' });
	await until(
		() => show(''),
		(html) => !html.includes('processing') && (html.match(/>pending</g) ?? []).length === 1,
	);
	const rows = rowsOf(await show(''));
	const row = (extId: string): string => rows.find((one) => one.includes(` ${extId} `)) ?? '';
	expect(row('paid')).toMatch(/withdrawal .* 10 \+ 1\.00 fee completed/);
	expect(row('failed')).toMatch(/13\.01 \+ 1\.00 fee failed/);
	expect(row('open')).toMatch(/13\.03 \+ 1\.00 fee pending Settle Fail Cancel$/);
	expect(row('screened')).toMatch(/tron_usdt .* 0\.75 completed clear$/);
	expect(rows.find((one) => one.includes('−11.00'))).toMatch(/withdrawal paid −11\.00 99/);
	expect(textOf(await show(''))).toContain('Reserved 14.03');
});

test('Faults has every magic value to copy', async () => {
	const html = await show('/faults');
	for (const value of ['magic-fault-closed-before', '9101', '13.11', TRON]) {
		expect(html).toContain(`data-copy="${value}"`);
	}
});

test('hostile values in every field stay text', async () => {
	const evil = `"'><script>alert(1)</script><img src=x onerror=alert(1)>`;
	const person = { email: evil, phone: evil, first_name: evil, last_name: evil, country: evil };
	const ext_id = `e${evil}`;
	await client.base('/api/pin/create_card', { svc_product_id: 101, ext_id, ...person });
	await client.base('/api/purchase', {
		offer_id: 'gift-games-20',
		ext_id: `g${evil}`,
		required_fields: { email: evil, [evil]: evil },
	});
	await client.base('/api/purchase', { offer_id: evil, ext_id: `o${evil}` });
	await client.withdraw({ ext_id: `w${evil}` });
	await client.get(`/partner/${encodeURIComponent(evil)}?ext_id=${encodeURIComponent(evil)}`, {
		'user-agent': evil,
		'content-type': evil,
	});
	client.sandbox.setCallbackUrl(client.partner.partnerId, `${receiver.url}${evil}`);
	client.sandbox.sendEvent(client.partner.partnerId, 'test.ping', { ext_id, [evil]: evil });
	await settled();
	const query = new URLSearchParams({ ext_id }).toString();
	const ids = client.sandbox.state.requests.map(({ id }) => `/requests?request=${id}`);
	const deliveries = client.sandbox.state.deliveries.map(({ id }) => `/events?delivery=${id}`);
	const looks = [...SECTIONS, ...ids, ...deliveries, `/requests?${query}`];
	for (const look of [...looks, `/requests?ext_id=${encodeURIComponent(evil)}`]) {
		const html = await show(look);
		const found = /<script(?! src="\/_sandbox\/htmx\.js")|<img|="'>/i.exec(html);
		expect([look, found]).toEqual([look, null]);
	}
	const shown = textOf(await show(`/requests?${query}`));
	expect(shown).toContain(ext_id);
	expect(rowsOf(await show(`/requests?${query}`)).length).toBeGreaterThan(2);
});

test('the command to copy has each value as one word of the shell, and no token', async () => {
	const token = await client.accessToken();
	await client.call('document_get', { ext_id: "it's; $(rm -rf /)" });
	const id = client.sandbox.state.requests.at(-1)?.id ?? 0;
	const html = await show(`/requests?request=${id}`);
	const [, curl = ''] = /data-copy="([^"]*)"/.exec(html) ?? [];
	const words = [
		`curl -X POST '${client.sandbox.baseUrl}/api/partner/document_get' \\`,
		`-H 'authorization: Bearer <ACCESS_TOKEN>' \\`,
		`-H 'content-type: application/json' \\`,
		`--data-raw '{"ext_id":"it'\\''s; $(rm -rf /)"}'`,
	];
	expect(textOf(curl)).toBe(words.join(' '));
	expect(html).not.toContain(token);
});

test('secrets are in no section, body, response or header', async () => {
	const token = await client.accessToken();
	const order = { svc_product_id: 101, ext_id: 'c' };
	const { body: card } = await client.base('/api/pin/create_card', order);
	const { body: gift } = await client.base('/api/purchase', {
		offer_id: 'gift-music-5',
		ext_id: 'g',
	});
	const bought = { offer_id: 'esim-eu-5gb', ext_id: 'e' };
	const { body: esim } = await client.api('/partner/esims', bought);
	await settled();
	const goods = [
		await client.get(`/partner/cards/${String(card.card_id)}`, { cookie: 'a=cookie-of-mine' }),
		await client.get(`/partner/esims/${String(esim.esim_id)}`, { 'x-api-key': 'key-of-mine' }),
		await client.get(`/partner/gift-cards/${String(gift.purchase_id)}`),
	];
	expect(goods.map(({ body }) => Object.keys(body))).toEqual([
		expect.arrayContaining(['pan', 'cvv', 'card_encrypted']),
		expect.arrayContaining(['activation']),
		expect.arrayContaining(['epin', 'codes']),
	]);
	await client.base('/api/purchase', { offer_id: 'x', epin: 'pin-in-a-body', ext_id: 'p' });
	await client.get('/partner/balance?token=token-in-a-query');
	client.sandbox.addFault({ match: { path: '/partner/cards/' }, fault: 'broken_json' });
	await client.get(`/partner/cards/${String(card.card_id)}`).catch(() => undefined);
	const { body: rotated } = await client.base('/auth/v1/agent/hmac/rotate');
	client.sandbox.sendEvent(client.partner.partnerId, 'card.otp', { ext_id: 'c', otp: '918273' });
	await client.sandbox.webhooksIdle();
	const { requests, deliveries, secrets } = client.sandbox.state;
	const hidden = [
		...[token, client.partner.webhookSecret, String(rotated.hmac_secret), '918273', ...secrets],
		...[String(goods[0]?.body.card_encrypted), `"cvv":${String(goods[0]?.body.cvv)}`],
		...['cookie-of-mine', 'key-of-mine', 'pin-in-a-body', 'token-in-a-query'],
	];
	const looks = [
		...SECTIONS,
		...requests.map(({ id }) => `/requests?request=${id}`),
		...deliveries.map(({ id }) => `/events?delivery=${id}`),
	];
	for (const look of looks) {
		const html = await show(look);
		const found = hidden.filter((secret) => html.includes(secret) || textOf(html).includes(secret));
		expect([look, found]).toEqual([look, []]);
	}
	expect(await show('/requests?request=5')).toContain('(hidden)');
});

test('3,000 requests and orders later, each section still answers, and shows the newest', async () => {
	client.sandbox.configure({ settleMs: 600_000 });
	client.sandbox.setBalance(client.partner.partnerId, '1000000');
	const order = (): object => ({ body: { offer_id: 'gift-music-5', ext_id: randomUUID() } });
	for (let sent = 0; sent < 3_000; sent += 100) {
		await client.api('/partner/batch', { items: Array.from({ length: 100 }, order) });
	}
	expect(client.sandbox.state.orders).toHaveLength(3_000);
	const { extId = '' } = client.sandbox.state.orders.at(-1) ?? {};
	for (const path of SECTIONS) await show(path);
	expect(textOf(await show(''))).toMatch(/Orders newest 100 of 3000 .* Ledger newest 100 of 3002/);
	expect(rowsOf(await show(`/requests?ext_id=${extId}`))).toHaveLength(3);
});
