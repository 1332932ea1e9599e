import { buffer } from 'node:stream/consumers';
import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';
import type { CheckedCall } from '../../../nodes/PartnerSettlement/setup/check-api';
import { ed25519, pem } from '../../support/keys';
import type { Servers } from '../../support/servers';
import type { OwnAnswer } from './answers';
import { type NodeRun, outputs, startNode } from './run-node';

const SETUP = { resource: 'setup', operation: 'check', options: { retries: 0 } };

/** The items of Setup: Check the API, by their subject. */
export interface Checked {
	items: IDataObject[];
	/** Finds an item by the editor's name of the call. */
	of: (call: string) => CheckedCall;
	/** The last item, with the JSON for the credential. */
	last: CheckedCall;
}

/** Runs Setup: Check the API. */
export async function check(
	credential: ICredentialDataDecryptedObject,
	{ extId = '', ...more }: Partial<NodeRun> & { extId?: string } = {},
): Promise<Checked> {
	const parameters = { ...SETUP, extId };
	const run = await startNode({ credential, parameters, items: [{}], ...more });
	if (run.data.resultData.error) throw run.data.resultData.error;
	const items = (outputs(run)[0] ?? []).map(({ json }) => json);
	const calls = items as unknown as CheckedCall[];
	const found = (call: string) => calls.find((one) => one.call === call);
	const none: CheckedCall = { call: '', section: '', result: 'not_checked', what: 'no such item' };
	return { items, of: (call) => found(call) ?? none, last: calls.at(-1) ?? none };
}

/** Answers one request. The path has no query: the query's members are among the fields, with those of the body. */
export type OwnApi = (
	method: string,
	path: string,
	fields: IDataObject,
	token?: string,
) => OwnAnswer | undefined;

/** A test's own API, for responses that the sandbox does not give. Calls that it does not answer get a 404. */
export class OwnApis {
	/** Method and path of each request since the last start. */
	readonly requests: string[] = [];

	constructor(private readonly servers: Servers) {}

	/** Starts the API. @returns a credential for it @param token its access token, or all fields of its exchange */
	async start(
		answer: OwnApi,
		token: string | object = 'opaque',
	): Promise<ICredentialDataDecryptedObject> {
		this.requests.length = 0;
		const url = await this.servers.start((request, response) => {
			void (async () => {
				const { pathname, searchParams } = new URL(request.url ?? '', 'http://api');
				const { method = '', headers } = request;
				const sent = headers.authorization?.replace('Bearer ', '');
				const text = (await buffer(request)).toString();
				this.requests.push(`${method} ${pathname}`);
				const body = text === '' ? {} : (JSON.parse(text) as IDataObject);
				const fields = { ...Object.fromEntries(searchParams), ...body };
				const own =
					pathname === '/auth/v1/partner/token'
						? { status: 200, body: typeof token === 'string' ? { token } : token }
						: (answer(method, pathname, fields, sent) ?? {
								status: 404,
								body: { error: 'not_found' },
							});
				response.writeHead(own.status, { 'content-type': 'application/json' });
				response.end(JSON.stringify(own.body));
			})().catch(() => response.destroy());
		});
		return {
			apiUrl: url,
			baseUrl: url,
			partnerId: '1',
			keyId: 'key-1',
			privateKey: pem(ed25519.privateKey),
		};
	}
}
