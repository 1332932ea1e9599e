import { buffer } from 'node:stream/consumers';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INodeParameters,
	IRun,
} from 'n8n-workflow';
import { ed25519, pem } from '../../support/keys';
import type { Contract } from '../../support/partner';
import { type Servers, useServers } from '../../support/servers';
import { type NodeRun, startNode } from './run-node';

/** A response instead of the sandbox's. */
export interface OwnAnswer {
	status: number;
	body: unknown;
}

export const ok = (body: unknown): OwnAnswer => ({ status: 200, body });
export const says = (status: number, error: string): OwnAnswer => ({ status, body: { error } });

/** Answers one request. The path has no query: the query's members are among the fields, with those of the body. */
export type OwnApi = (
	method: string,
	path: string,
	fields: IDataObject,
	token?: string,
) => OwnAnswer | undefined;

const NOT_FOUND: OwnAnswer = { status: 404, body: { error: 'not_found' } };

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
						: (answer(method, pathname, fields, sent) ?? NOT_FOUND);
				response.writeHead(own.status, { 'content-type': 'application/json' });
				response.end(JSON.stringify(own.body));
			})().catch(() => response.destroy());
		});
		const privateKey = pem(ed25519.privateKey);
		return { apiUrl: url, baseUrl: url, partnerId: '1', keyId: 'key-1', privateKey };
	}
}

/** APIs of their own for the tests of one file. */
export const useApis = () => new OwnApis(useServers());

type OneRun = Partial<NodeRun> & { item?: IDataObject };

/**
 * Runs the node for one item against an API that gives every call the same response, for responses that no sandbox
 * gives.
 */
export function useOneAnswer(apis = useApis()) {
	return async (
		answer: unknown,
		parameters: INodeParameters,
		given: OneRun = {},
	): Promise<IRun> => {
		const { item = {}, credential: also, ...more } = given;
		const credential = await apis.start(() => ({ status: 200, body: answer }));
		const items = [item];
		return await startNode({ parameters, items, credential: { ...credential, ...also }, ...more });
	};
}

/** A response as text. */
export interface TextAnswer {
	status: number;
	text: string;
}

/** Gets the path, the body, the number of earlier requests to the path, and what passes a body on to the sandbox. */
type FrontAnswer<Answer> = (
	path: string,
	body: string,
	before: number,
	pass: (body: string) => Promise<TextAnswer>,
) => Answer | Promise<Answer>;
type Change = (path: string, answer: unknown) => unknown;

/**
 * A server in front of a sandbox that responds to some requests itself, where the document leaves the response open.
 *
 * @param origin the sandbox's
 * @param answer loses the connection if it throws
 * @param change gets the path and the sandbox's response with status 200
 * @returns its own origin
 */
export async function startFront(
	servers: Servers,
	origin: string,
	answer: FrontAnswer<OwnAnswer | TextAnswer | undefined>,
	change: Change = (_, given) => given,
): Promise<string> {
	const seen = new Map<string, number>();
	return await servers.start((request, response) => {
		void (async () => {
			const { url = '', method } = request;
			const { authorization = '' } = request.headers;
			const headers = { authorization, 'content-type': 'application/json' };
			const pass = async (body: string): Promise<TextAnswer> => {
				const sent = body === '' ? {} : { body };
				const passed = await fetch(origin + url, { method, headers, ...sent });
				return { status: passed.status, text: await passed.text() };
			};
			const body = (await buffer(request)).toString();
			const before = seen.get(url) ?? 0;
			seen.set(url, before + 1);
			const own = await answer(url, body, before, pass);
			const { status, ...told } = own ?? (await pass(body));
			const text = 'text' in told ? told.text : JSON.stringify(told.body);
			const isChanged = !own && status === 200;
			response.writeHead(status, headers);
			response.end(isChanged ? JSON.stringify(change(url, JSON.parse(text))) : text);
		})().catch(() => response.destroy());
	});
}

/** Servers in front of the sandbox of one file. @returns what starts one, and gives the partner's credential for it */
export function useFront(api: { readonly contract: Contract }) {
	const servers = useServers();
	return async (answer: FrontAnswer<OwnAnswer | undefined>, change?: Change) => {
		const { contract } = api;
		const front = await startFront(servers, contract.sandbox.url, answer, change);
		return contract.credential({ apiUrl: `${front}/gw`, baseUrl: `${front}/core` });
	};
}
