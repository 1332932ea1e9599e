import fc from 'fast-check';
import type { Sandbox } from '../../../dev/sandbox';
import type { Servers } from '../../support/servers';
import { startFront, type TextAnswer } from './answers';

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

/** Undefined: the connection is lost. */
type Response = TextAnswer | undefined;

const json = (status: number, body: object): TextAnswer => ({ status, text: JSON.stringify(body) });
const PAGE = '<!doctype html><html><body>A gateway</body></html>';
const ANOTHER = { ext_id: 'another', status: 'pending', order_id: 'another' };

type Entry = Record<string, unknown>;

const LOOKED_UP: Record<Lookup, (truth: TextAnswer) => Response> = {
	truth: (truth) => truth,
	'404 page': () => ({ status: 404, text: PAGE }),
	'404 without code': () => ({ status: 404, text: 'Not found' }),
	'500': () => json(500, { error: 'internal_error' }),
	'403': () => json(403, { error: 'not_allowed' }),
	lost: () => undefined,
	'no fields': ({ text }) => json(200, { ext_id: (JSON.parse(text) as Entry).ext_id }),
	'another order': () => json(200, ANOTHER),
};

type Called = Exclude<Call['response'], 'first refused'>;
/** Any other is a status. */
const CALLED: Partial<Record<Called, (sent: string, truth: Response) => Response>> = {
	truth: (_, truth) => truth,
	lost: () => undefined,
	'web page': () => ({ status: 200, text: PAGE }),
	'web page 403': () => ({ status: 403, text: PAGE }),
	'204': () => ({ status: 204, text: '' }),
	'empty object': () => json(200, {}),
	'error under 200': () => json(200, { error: 'internal_error', message: 'Something failed' }),
	'another order': (sent) => {
		const results = itemsIn(sent)?.map((_, index) => ({ ...resultOf(index), body: ANOTHER }));
		return json(200, results ? { count: results.length, results } : ANOTHER);
	},
	'400 without code': () => ({ status: 400, text: 'Bad request' }),
};

type Pass = (body: string) => Promise<TextAnswer>;

/** An API that follows a script, in front of a sandbox. */
export class ScriptedApi {
	private script: Script = { calls: [], lookups: [] };
	private late: (() => Promise<TextAnswer>)[] = [];
	private origin = '';

	static async of(sandbox: Sandbox, servers: Servers): Promise<ScriptedApi> {
		const api = new ScriptedApi();
		api.origin = await startFront(servers, sandbox.url, async (path, text, _, pass) => {
			const answer = await api.answer(path, text, pass);
			if (!answer) throw new Error('The connection is lost');
			return answer;
		});
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

	private async answer(path: string, text: string, pass: Pass): Promise<Response> {
		if (path.endsWith('/auth/v1/partner/token')) return await pass(text);
		if (path.endsWith('/document_get')) {
			const looked = LOOKED_UP[this.script.lookups.shift() ?? 'truth'](await pass(text));
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
		const called = CALLED[response];
		if (called) return called(text, truth);
		return json(Number(response), { error: `status_${response}` });
	}
}

function itemsIn(sent: string): Entry[] | undefined {
	return (JSON.parse(sent) as { items?: Entry[] }).items;
}

const resultOf = (index: number) => ({ index, op: 'gift_purchase', status: 'accepted', error: '' });

async function withoutFirst(sent: string, pass: Pass) {
	const [, ...others] = itemsIn(sent) ?? [];
	const passed = others.length > 0 && (await pass(JSON.stringify({ items: others })));
	const { results = [] } = (passed ? JSON.parse(passed.text) : {}) as { results?: Entry[] };
	const refused = { ...resultOf(0), status: 'failed', body: {}, error: 'declined' };
	const shifted = results.map((result, index) => ({ ...result, index: index + 1 }));
	return json(200, { count: shifted.length + 1, results: [refused, ...shifted] });
}
