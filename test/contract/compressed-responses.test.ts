// A compressed response is not asked for and not unpacked, and none is read beyond the limit.
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { startSandbox } from '../../dev/sandbox';
import { BALANCE, Contract, failureOf } from '../support/partner';
import { Servers } from '../support/servers';

const TEXT = '{"text":"Zoë"}';

let contract: Contract;
const servers = new Servers();

beforeAll(async () => {
	contract = await Contract.of(await startSandbox());
});

afterAll(async () => {
	servers.close();
	await contract.sandbox.close();
});

/** Calls an API behind something that compresses every answer but that of the exchange. */
async function call(encoding: string, body: Buffer, status = 200): Promise<unknown> {
	const apiUrl = await servers.start((request, response) => {
		if (request.url?.endsWith('/token')) response.end('{"token":"opaque"}');
		else response.writeHead(status, { 'content-encoding': encoding }).end(body);
	});
	return await contract.client({}, { apiUrl }).call(BALANCE);
}

test('is not asked for', async () => {
	await contract.client().call(BALANCE);
	const asked = contract.sandbox.state.requests.map(({ headers }) => headers['accept-encoding']);
	expect(asked).toEqual(['identity', 'identity']);
});

test('that is empty is an empty answer', async () => {
	expect((await failureOf(call('gzip', Buffer.alloc(0)))).code).toBe('empty_answer');
});

test.each([
	['zstd', Buffer.from('unknown')],
	['br', brotliCompressSync(TEXT)],
	['gzip', gzipSync(TEXT)],
])('that cannot be read is told for what it is: %s', async (encoding, body) => {
	expect((await failureOf(call(encoding, body))).details).toMatchObject({
		code: 'unreadable_encoding',
		outcome: 'unknown',
		detail: `Content-Encoding ${encoding}`,
	});
});

test('that cannot be read does not hide that the call was refused', async () => {
	const { details } = await failureOf(call('zstd', Buffer.from('unknown'), 403));
	expect(details).toMatchObject({ outcome: 'refused', status: 403 });
});

const MEBIBYTE = 1024 * 1024;
const TOO_LARGE = {
	code: 'answer_too_large',
	outcome: 'unknown',
	detail: 'it has more than 16 MiB',
};

test('of 16 MiB is read, and not a byte more', async () => {
	const most = 'a'.repeat(16 * MEBIBYTE - 2);
	expect(await call('identity', Buffer.from(`"${most}"`))).toBe(most);
	const failure = await failureOf(call('identity', Buffer.from(`"${most}" `)));
	expect(failure.details).toMatchObject(TOO_LARGE);
	expect(failure.isTransient).toBe(false);
});

test('that is too large does not hide that the call was refused', async () => {
	const { details } = await failureOf(call('identity', Buffer.alloc(17 * MEBIBYTE), 422));
	expect(details).toMatchObject({ outcome: 'refused', status: 422 });
});
