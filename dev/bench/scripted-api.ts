import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Bench } from './bench';
import type { Fields } from './n8n';

/** A text, or bytes that may be gzipped. */
export type Body = string | Buffer;
/** The response to a call, by its path and body. */
export type Respond = (path: string, body: string) => Body | Promise<Body>;

/** The secret that signs deliveries. */
export const WEBHOOK_SECRET = 'secret of the bench';
const EXCHANGE = '/auth/v1/partner/token';
const GZIP_BEGIN = 0x1f;

/**
 * Starts an API on a free port of 127.0.0.1. It gives everyone a token. It answers other calls with `respond` and
 * records their paths in `calls`.
 */
export async function startApi({ stopLater }: Bench) {
	const respond = async (path: string, request: Readable): Promise<Body> => {
		if (path === EXCHANGE) return '{"access_token":"opaque"}';
		api.calls.push(path);
		return await api.respond(path, await text(request));
	};
	const server = createServer((request, response) => {
		void respond(request.url ?? '', request).then((body) => {
			response.setHeader('content-type', 'application/json');
			if (body[0] === GZIP_BEGIN) response.setHeader('content-encoding', 'gzip');
			response.end(body);
		});
	});
	await once(server.listen(0, '127.0.0.1'), 'listening');
	stopLater(async () => {
		server.closeAllConnections();
		await once(server.close(), 'close');
	});
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const { privateKey } = generateKeyPairSync('ed25519');
	const fields: Fields = {
		...{ apiUrl: url, baseUrl: url, partnerId: '1', keyId: 'k', webhookSecret: WEBHOOK_SECRET },
		privateKey: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
	};
	const nothing: Respond = () => '{}';
	const api = { url, fields, respond: nothing, calls: [] as string[] };
	return api;
}
export type ScriptedApi = Awaited<ReturnType<typeof startApi>>;
