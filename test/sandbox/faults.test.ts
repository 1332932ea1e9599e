// Each fault of the sandbox does to a call what its name says.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { FAULTS, isBefore, type Fault } from '../../dev/sandbox/http/faults';
import { faultAddress, faultValues } from '../../dev/sandbox/magic';
import { TRON } from '../support/addresses';
import { until } from '../support/until';
import { Client, type Answer } from './support/client';

let client: Client;

beforeEach(async () => {
	client = await Client.start();
	await client.accessToken();
});

afterEach(async () => {
	await client.sandbox.close();
});

function gift(extId = randomUUID(), offerId = 'gift-music-5'): Promise<Answer> {
	return client.base('/api/purchase', { offer_id: offerId, ext_id: extId });
}

/** What a client sees of a call that suffers the fault; one that never answers is waited for a moment only. */
async function seen(call: Promise<Answer>, fault: Fault): Promise<string> {
	const answered = call.then(
		({ status, text }) => `${status} ${text}`,
		() => 'no usable response',
	);
	if (fault !== 'timeout' && fault !== 'timeout_after_commit') return await answered;
	return await Promise.race([answered, pause(150, 'no answer')]);
}

const EXPECTED: Record<Fault, RegExp> = {
	closed_before: /^no usable response$/,
	timeout: /^no answer$/,
	'401_once': /^401 .*token_expired/,
	'403': /^403 .*not_allowed/,
	'429': /^429 .*rate_limited/,
	'500': /^500 .*internal_error/,
	'502_html': /^502 <html>/,
	'503': /^503 .*unavailable/,
	redirect: /^307 /,
	closed_after_commit: /^no usable response$/,
	timeout_after_commit: /^no answer$/,
	'500_after_commit': /^500 .*internal_error/,
	'502_html_after_commit': /^502 <html>/,
	truncated: /^no usable response$/,
	broken_json: /^no usable response$/,
	empty: /^200 $/,
};

async function rawGift(extId: string, offerId: string): Promise<Answer> {
	const headers = {
		authorization: `Bearer ${await client.accessToken()}`,
		'content-type': 'application/json',
	};
	const response = await fetch(`${client.sandbox.baseUrl}/api/purchase`, {
		method: 'POST',
		headers,
		redirect: 'manual',
		body: JSON.stringify({ offer_id: offerId, ext_id: extId }),
	});
	const text = await response.text();
	return { status: response.status, headers: response.headers, text, body: {} };
}

const EXPECTED_RAW = { ...EXPECTED, broken_json: /^200 \{.*[^}]$/ };

/** Who waited for a moment only may have been faster than the order. */
async function committedAre(count: number): Promise<void> {
	await until(() => client.sandbox.state.orders.length >= count);
	expect(client.sandbox.state.orders).toHaveLength(count);
}

describe.each(FAULTS)('%s', (fault) => {
	const committed = isBefore(fault) ? 0 : 1;

	test('injected: strikes the matching call once', async () => {
		client.sandbox.addFault({ match: { method: 'post', path: '/api/purchase' }, fault });
		expect((await client.get('/partner/balance')).status).toBe(200);
		const extId = randomUUID();
		expect(await seen(rawGift(extId, 'gift-music-5'), fault)).toMatch(EXPECTED_RAW[fault]);
		await committedAre(committed);
		expect((await gift(extId)).status).toBe(200);
		expect(client.sandbox.state.orders).toHaveLength(1);
		expect(await client.available()).toBe('9993.25');
	});

	test('by a magic offer: the repeat with the same ext_id goes through', async () => {
		const { offerId = '' } = faultValues.get(fault) ?? {};
		const extId = randomUUID();
		expect(await seen(rawGift(extId, offerId), fault)).toMatch(EXPECTED_RAW[fault]);
		await committedAre(committed);
		expect((await gift(extId, offerId)).status).toBe(200);
		expect(await client.available()).toBe('9999.00');
	});

	test('by a magic card product, amount or address', async () => {
		const { productId = 0, amount = '' } = faultValues.get(fault) ?? {};
		const ordinary = { amount: '1', to_address: TRON };
		const withdraw = (change: Record<string, string>): Promise<Answer> =>
			client.api('/partner/withdrawals', {
				currency: 'USDT',
				network: 'TRON',
				...ordinary,
				ext_id: randomUUID(),
				...change,
			});
		const card = { svc_product_id: productId, ext_id: randomUUID() };
		const calls = [
			client.base('/api/pin/create_card', card),
			withdraw({ amount }),
			withdraw({ to_address: faultAddress('tron_usdt', fault) }),
			client.call('kyt_check', { network: 'eth', address: faultAddress('eth', fault) }),
			client.call('kyt_check', { network: 'btc', address: faultAddress('btc', fault) }),
		];
		if (fault === 'redirect') {
			const followed = await Promise.all(calls);
			expect(followed.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
			return;
		}
		for (const text of await Promise.all(calls.map((call) => seen(call, fault)))) {
			expect(text).toMatch(EXPECTED[fault]);
		}
	});
});

test('nth chooses one request, times: 0 all of them', async () => {
	client.sandbox.addFault({ match: { path: '/api/purchase', nth: 2 }, fault: '503' });
	const statuses = [(await gift()).status, (await gift()).status, (await gift()).status];
	expect(statuses).toEqual([200, 503, 200]);
	client.sandbox.addFault({ match: { path: '/api/purchase', times: 0 }, fault: '500' });
	expect([(await gift()).status, (await gift()).status]).toEqual([500, 500]);
	client.sandbox.clearFaults();
	expect((await gift()).status).toBe(200);
});

test('429 says when to come back', async () => {
	client.sandbox.addFault({ match: { path: '/api/purchase' }, fault: '429', retryAfter: '7' });
	expect((await gift()).headers.get('retry-after')).toBe('7');
	const magic = await gift(randomUUID(), faultValues.get('429')?.offerId);
	expect(magic.headers.get('retry-after')).toBe('1');
});

test('the token exchange can suffer too', async () => {
	client.sandbox.addFault({ match: { path: '/auth/v1/partner/token' }, fault: '502_html' });
	expect((await client.exchangeWith({})).status).toBe(502);
	expect((await client.exchangeWith({})).status).toBe(200);
});

test('more calls in a second than the limit get 429 with Retry-After', async () => {
	client.sandbox.configure({ rateLimitPerSecond: 3 });
	const answers = await Promise.all(
		Array.from({ length: 10 }, () => client.get('/partner/balance')),
	);
	const limited = answers.filter(({ status }) => status === 429);
	expect(limited.length).toBeGreaterThanOrEqual(4);
	expect(limited[0]?.body.error).toBe('rate_limited');
	expect(limited[0]?.headers.get('retry-after')).toBe('1');
	expect(client.sandbox.stats().rateLimited).toBe(limited.length);
});
