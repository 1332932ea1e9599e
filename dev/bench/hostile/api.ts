import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Bench } from '../bench';

/** The response to a call, by its path and body. */
export type Respond = (path: string, body: string) => string | Buffer;

/** An API that responds as it is told, and gives a token to all. */
export interface ScriptedApi {
	url: string;
	respond: Respond;
	/** The paths that were called, those of tokens left out. */
	calls: string[];
	/** The fields of its credential. */
	credential: Record<string, string>;
}

/** What deliveries are signed with. */
export const WEBHOOK_SECRET = 'secret of the bench';
const EXCHANGE = '/auth/v1/partner/token';

/** Starts the API on a free port of 127.0.0.1. */
export async function startApi({ stopLater }: Pick<Bench, 'stopLater'>): Promise<ScriptedApi> {
	const server = createServer((request, response) => {
		const { url = '' } = request;
		response.setHeader('content-type', 'application/json');
		void text(request).then((body) => {
			if (url === EXCHANGE) return response.end('{"access_token":"opaque"}');
			api.calls.push(url);
			return response.end(api.respond(url, body));
		});
	});
	await once(server.listen(0, '127.0.0.1'), 'listening');
	stopLater(async () => {
		server.closeAllConnections();
		await once(server.close(), 'close');
	});
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const { privateKey } = generateKeyPairSync('ed25519');
	const api: ScriptedApi = {
		url,
		respond: () => '{}',
		calls: [],
		credential: {
			...{ apiUrl: url, baseUrl: url, partnerId: '1', keyId: 'k' },
			privateKey: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
			webhookSecret: WEBHOOK_SECRET,
		},
	};
	return api;
}
