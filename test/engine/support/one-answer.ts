import type { IDataObject, INodeParameters, IRun } from 'n8n-workflow';
import { Servers } from '../../support/servers';
import { ed25519, pem } from '../../support/keys';
import { type NodeRun, startNode } from './run-node';

/** The path of the token exchange (section 4.1). */
const EXCHANGE = '/auth/v1/partner/token';

/** An API that says the same to every call, for answers that no sandbox gives. */
export class OneAnswer {
	private readonly servers = new Servers();
	private calls = 0;

	/** @param knowsOrders whether it says so to Document: Get as well, and not that there is none */
	constructor(private readonly knowsOrders = true) {}

	/** Runs the node for one item against an API that answers every call with this JSON. */
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

	/** How many calls came since this was asked last, not counting token exchanges. */
	newCalls(): number {
		const { calls } = this;
		this.calls = 0;
		return calls;
	}

	close(): void {
		this.servers.close();
	}
}
