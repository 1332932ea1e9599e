import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { IDataObject, INodeParameters, IRun } from 'n8n-workflow';
import { Servers } from '../../support/servers';
import { ed25519, pem } from '../../support/keys';
import { type NodeRun, startNode } from './run-node';

/** The path of the token exchange (section 4.1). */
const EXCHANGE = '/auth/v1/partner/token';

/** An API that gives every call the same response, for responses that no sandbox gives. */
export class OneAnswer {
	private readonly servers = new Servers();
	private calls = 0;

	/**
	 * @param knowsOrders whether it gives this response to Document: Get as well, instead of saying that there is none
	 */
	constructor(private readonly knowsOrders = true) {}

	/** Runs the node for one item against an API that responds to every call with this JSON. */
	async run(
		answer: unknown,
		parameters: INodeParameters,
		item: IDataObject = {},
		{ credential: also, ...more }: Partial<NodeRun> = {},
	): Promise<IRun> {
		const url = await this.servers.start((request, response) => {
			if (!this.knowsOrders && request.url?.endsWith('/document_get')) {
				response.writeHead(404).end('{"error":"document_not_found"}');
				return;
			}
			const isExchange = request.url === EXCHANGE;
			if (!isExchange) this.calls += 1;
			const body = isExchange ? { token: 'opaque' } : answer;
			const text = typeof body === 'string' ? body : JSON.stringify(body);
			response.setHeader('content-type', 'application/json').end(text);
		});
		const credential = {
			apiUrl: url,
			baseUrl: url,
			partnerId: '1',
			keyId: 'key-1',
			privateKey: pem(ed25519.privateKey),
			...also,
		};
		return await startNode({ credential, parameters, items: [item], ...more });
	}

	/** The number of calls since the last time this was read, not counting token exchanges. */
	newCalls(): number {
		const { calls } = this;
		this.calls = 0;
		return calls;
	}

	close(): void {
		this.servers.close();
	}
}

/** A response instead of the sandbox's. */
export interface OwnAnswer {
	status: number;
	body: unknown;
}

/**
 * A server in front of a sandbox that responds to some requests itself, where the document leaves the response open.
 *
 * @param origin the sandbox's
 * @param answer gets the path, the body, and the number of earlier requests to the path
 * @param change gets the path and the sandbox's response with status 200
 * @returns its own origin
 */
export async function startFront(
	servers: Servers,
	origin: string,
	answer: (path: string, body: string, before: number) => OwnAnswer | undefined,
	change: (path: string, answer: unknown) => unknown = (_, given) => given,
): Promise<string> {
	const seen = new Map<string, number>();
	const server = createServer((request, response) => {
		void (async () => {
			const { url = '', method } = request;
			const body = await buffer(request);
			const before = seen.get(url) ?? 0;
			seen.set(url, before + 1);
			const own = answer(url, body.toString(), before);
			const { authorization = '' } = request.headers;
			const headers = { authorization, 'content-type': 'application/json' };
			const sent = body.length > 0 ? { body: new Uint8Array(body) } : {};
			const passed = own ? undefined : await fetch(origin + url, { method, headers, ...sent });
			response.writeHead(own?.status ?? passed?.status ?? 0, headers);
			const text = (await passed?.text()) ?? JSON.stringify(own?.body);
			response.end(passed?.status === 200 ? JSON.stringify(change(url, JSON.parse(text))) : text);
		})().catch(() => response.destroy());
	});
	return await servers.start(server);
}
