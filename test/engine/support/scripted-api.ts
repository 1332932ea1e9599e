import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import type { Sandbox } from '../../../dev/sandbox';
import type { Servers } from '../../support/servers';

/** When the sandbox gets a request. A late one arrives after the next lookup, or after the run. */
const WHEN = ['now', 'never', 'late'] as const;
/** Responses that leave open whether the order was made. */
const OPEN = ['lost', '500', '504', '408', 'web page', 'web page 403'] as const;
/** Responses that also leave it open. With these, the request is not late. */
const OPEN_AT_ONCE = ['204', 'empty object', 'error under 200', 'another order'] as const;
/** Responses that say that no order was made. */
const NOT_MADE = ['403', '400 without code', '422', '429'] as const;

interface Call {
	when: (typeof WHEN)[number];
	response:
		(typeof OPEN | typeof OPEN_AT_ONCE | typeof NOT_MADE)[number] | 'truth' | 'first refused';
}

const LOOKUPS = [
	'truth',
	'404 page',
	'404 without code',
	'500',
	'403',
	'lost',
	'no fields',
	'another order',
] as const;
type Lookup = (typeof LOOKUPS)[number];

/** What the API does to the requests of an order, one after another. The requests after these get the true response. */
export interface Script {
	calls: Call[];
	lookups: Lookup[];
}

const calls = (refusals: readonly Call['response'][]) =>
	fc.oneof(
		fc.constant<Call>({ when: 'now', response: 'truth' }),
		fc.record<Call>({ when: fc.constantFrom(...WHEN), response: fc.constantFrom(...OPEN) }),
		fc.record<Call>({
			when: fc.constantFrom('now', 'never'),
			response: fc.constantFrom(...OPEN_AT_ONCE),
		}),
		fc.record<Call>({ when: fc.constant('never'), response: fc.constantFrom(...refusals) }),
	);
/** For a batch: the first order is refused, and the others are carried out. */
const firstRefused = fc.constant<Call>({ when: 'now', response: 'first refused' });

export function scripts(operation: string): fc.Arbitrary<Script> {
	// The response for a screening on file is always 200 (section 4.7, rule 2), so never 422.
	const refusals = NOT_MADE.filter((one) => !operation.startsWith('kyt') || one !== '422');
	const call = calls(refusals);
	const ofOperation = operation.startsWith('batch')
		? fc.oneof({ weight: 5, arbitrary: call }, firstRefused)
		: call;
	return fc.record({
		calls: fc.array(ofOperation, { maxLength: 8 }),
		lookups: fc.array(fc.oneof(fc.constant<Lookup>('truth'), fc.constantFrom(...LOOKUPS)), {
			maxLength: 8,
		}),
	});
}

interface Answer {
	status: number;
	text: string;
}

const json = (status: number, body: object): Answer => ({ status, text: JSON.stringify(body) });
const PAGE = '<!doctype html><html><body>A gateway</body></html>';
const ANOTHER = { ext_id: 'another', status: 'pending', order_id: 'another' };

type Entry = Record<string, unknown>;

/** An API that follows a script, in front of a sandbox. */
export class ScriptedApi {
	private script: Script = { calls: [], lookups: [] };
	private late: (() => Promise<Answer>)[] = [];
	private origin = '';

	private constructor(private readonly sandbox: Sandbox) {}

	static async of(sandbox: Sandbox, servers: Servers): Promise<ScriptedApi> {
		const api = new ScriptedApi(sandbox);
		const server = createServer((request, response) => {
			void api.answer(request).then(
				(answer) => {
					if (!answer) return response.destroy();
					response.writeHead(answer.status, { 'content-type': 'application/json' });
					return response.end(answer.status === 204 ? undefined : answer.text);
				},
				() => response.destroy(),
			);
		});
		api.origin = await servers.start(server);
		return api;
	}

	/** Fields of a credential. */
	get urls() {
		return { apiUrl: `${this.origin}/gw`, baseUrl: `${this.origin}/core` };
	}

	follow({ calls, lookups }: Script): void {
		this.script = { calls: [...calls], lookups: [...lookups] };
	}

	/** Sends the late requests to the sandbox. */
	async catchUp(): Promise<void> {
		for (const send of this.late.splice(0)) await send();
	}

	/** @returns undefined if the connection is lost */
	private async answer(request: IncomingMessage): Promise<Answer | undefined> {
		const { url = '' } = request;
		const text = (await buffer(request)).toString();
		const pass = async (body: string) => await this.pass(request, body);
		if (url.endsWith('/auth/v1/partner/token')) return await pass(text);
		if (url.endsWith('/document_get')) {
			const looked = lookedUp(this.script.lookups.shift() ?? 'truth', await pass(text));
			await this.catchUp();
			return looked;
		}
		const { when, response } = this.script.calls.shift() ?? { when: 'now', response: 'truth' };
		if (response === 'first refused') return await withoutFirst(text, pass);
		// The node assumes that an API that refuses an attempt has finished the earlier ones. A 429 says nothing about
		// them.
		const isRefused = NOT_MADE.some((refusal) => refusal === response);
		if (isRefused && response !== '429') await this.catchUp();
		if (when === 'late') this.late.push(async () => await pass(text));
		const truth = when === 'now' ? await pass(text) : undefined;
		return called(response, truth, text);
	}

	private async pass({ url = '', method, headers }: IncomingMessage, body: string) {
		const { authorization = '' } = headers;
		const response = await fetch(this.sandbox.url + url, {
			method,
			headers: { authorization, 'content-type': 'application/json' },
			body,
		});
		return { status: response.status, text: await response.text() };
	}
}

function lookedUp(lookup: Lookup, truth: Answer): Answer | undefined {
	switch (lookup) {
		case 'truth':
			return truth;
		case '404 page':
			return { status: 404, text: PAGE };
		case '404 without code':
			return { status: 404, text: 'Not found' };
		case '500':
			return json(500, { error: 'internal_error' });
		case '403':
			return json(403, { error: 'not_allowed' });
		case 'lost':
			return undefined;
		case 'no fields': {
			const { ext_id: extId } = JSON.parse(truth.text) as Entry;
			return json(200, { ext_id: extId });
		}
		case 'another order':
			return json(200, ANOTHER);
	}
}

function called(
	response: Exclude<Call['response'], 'first refused'>,
	truth: Answer | undefined,
	sent: string,
): Answer | undefined {
	switch (response) {
		case 'truth':
			return truth;
		case 'lost':
			return undefined;
		case 'web page':
			return { status: 200, text: PAGE };
		case 'web page 403':
			return { status: 403, text: PAGE };
		case '204':
			return { status: 204, text: '' };
		case 'empty object':
			return json(200, {});
		case 'error under 200':
			return json(200, { error: 'internal_error', message: 'Something failed' });
		case 'another order': {
			const results = itemsIn(sent)?.map((_, index) => ({ ...resultOf(index), body: ANOTHER }));
			return json(200, results ? { count: results.length, results } : ANOTHER);
		}
		case '400 without code':
			return { status: 400, text: 'Bad request' };
		default:
			return json(Number(response), { error: `status_${response}` });
	}
}

function itemsIn(sent: string): Entry[] | undefined {
	return (JSON.parse(sent) as { items?: Entry[] }).items;
}

const resultOf = (index: number) => ({ index, op: 'gift_purchase', status: 'accepted', error: '' });

async function withoutFirst(sent: string, pass: (body: string) => Promise<Answer>) {
	const [, ...others] = itemsIn(sent) ?? [];
	const passed = others.length > 0 && (await pass(JSON.stringify({ items: others })));
	const { results = [] } = (passed ? JSON.parse(passed.text) : {}) as { results?: Entry[] };
	const refused = { ...resultOf(0), status: 'failed', body: {}, error: 'declined' };
	const shifted = results.map((result, index) => ({ ...result, index: index + 1 }));
	return json(200, { count: shifted.length + 1, results: [refused, ...shifted] });
}
