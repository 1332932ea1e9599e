// What is sent, byte for byte, and responses that come compressed.
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type ApiCall, isTransient } from '../../partner-api';
import { TRON } from '../support/addresses';
import { BALANCE, failureOf } from '../support/partner';
import { useSandbox } from '../support/use-sandbox';
import { useServers } from '../support/servers';

const api = useSandbox();
const servers = useServers();

function post(path: string, body?: ApiCall['body'], base: ApiCall['base'] = 'base'): ApiCall {
	return { method: 'POST', base, path, body, retrySafety: 'safe' };
}

function last(path: string): { headers: Record<string, string>; body: string; query: string } {
	const found = api.sandbox.state.requests.filter((request) => request.path.endsWith(path)).at(-1);
	if (!found) throw new Error(`Nothing arrived at ${path}`);
	return found;
}

describe('no body at all where the document says no body', () => {
	test.each(['/api/kyt_quote', '/auth/v1/agent/hmac/rotate'])('%s', async (path) => {
		const { partnerId } = api.contract.partner;
		api.sandbox.setCallbackUrl(partnerId, 'https://partner.example.com/hook');
		await api.contract.client().call(post(path));
		const { headers, body } = last(path);
		expect(body).toBe('');
		expect(headers).not.toHaveProperty('content-type');
		expect(headers).not.toHaveProperty('transfer-encoding');
		expect(headers['content-length'] ?? '0').toBe('0');
	});
});

describe('a body is sent as it is', () => {
	test('amounts byte for byte, members in order, those without a value left out', async () => {
		const order = { currency: 'USDT', network: 'TRON', amount: '0005.5000', to_address: TRON };
		const body = { ...order, memo: undefined, ext_id: 'größe-🪙' };
		await api.contract.client().call(post('/partner/withdrawals', body, 'api'));
		expect(last('/partner/withdrawals').body).toBe(
			'{"currency":"USDT","network":"TRON","amount":"0005.5000",' +
				`"to_address":"${TRON}","ext_id":"größe-🪙"}`,
		);
	});

	test('the exchange holds the assertion and nothing else', async () => {
		await api.contract.client().call(BALANCE);
		expect(last('/auth/v1/partner/token').body).toBe('{"assertion":"(hidden)"}');
		expect(last('/auth/v1/partner/token').headers).not.toHaveProperty('authorization');
	});
});

test('query parameters are escaped', async () => {
	await api.contract.client().call({ ...BALANCE, query: { currency: 'a b&c=ü' } });
	expect(new URLSearchParams(last('/partner/balance').query).get('currency')).toBe('a b&c=ü');
});

const TEXT = '{"text":"Zoë"}';

/** Calls an API behind a proxy that compresses every response except that of the exchange. */
async function call(encoding: string, body: Buffer, status = 200): Promise<unknown> {
	const apiUrl = await servers.start((request, response) => {
		if (request.url?.endsWith('/token')) response.end('{"token":"opaque"}');
		else response.writeHead(status, { 'content-encoding': encoding }).end(body);
	});
	return await api.contract.client({}, { apiUrl }).call(BALANCE);
}

test('a compressed response is not asked for', async () => {
	await api.contract.client().call(BALANCE);
	const asked = api.sandbox.state.requests.map(({ headers }) => headers['accept-encoding']);
	expect(asked.slice(-2)).toEqual(['identity', 'identity']);
});

test('a compressed response that is empty is an empty answer, and Identity is no compression', async () => {
	expect((await failureOf(call('gzip', Buffer.alloc(0)))).code).toBe('empty_answer');
	expect(await call('Identity', Buffer.from(TEXT))).toEqual({ text: 'Zoë' });
});

test.each([
	['zstd', Buffer.from('unknown')],
	['br', brotliCompressSync(TEXT)],
	['gzip', gzipSync(TEXT)],
])(
	'a compressed response that cannot be read has an error that says so: %s',
	async (encoding, body) => {
		expect((await failureOf(call(encoding, body))).details).toMatchObject({
			code: 'unreadable_encoding',
			outcome: 'unknown',
			detail: `Content-Encoding ${encoding}`,
		});
	},
);

test('a response that cannot be read does not hide that the call was refused', async () => {
	const { details } = await failureOf(call('zstd', Buffer.from('unknown'), 403));
	expect(details).toMatchObject({ outcome: 'refused', status: 403 });
});

const TOO_LARGE = { code: 'answer_too_large', detail: 'it has more than 16 MiB' };

test('a response of 16 MiB is read, and not a byte more', async () => {
	const most = 'a'.repeat(16 * 1024 * 1024 - 2);
	expect(await call('identity', Buffer.from(`"${most}"`))).toBe(most);
	const failure = await failureOf(call('identity', Buffer.from(`"${most}" `)));
	expect(failure.details).toMatchObject({ ...TOO_LARGE, outcome: 'unknown' });
	expect(isTransient(failure)).toBe(false);
});
