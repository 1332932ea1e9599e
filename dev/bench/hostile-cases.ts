import { randomUUID } from 'node:crypto';
import { OPERATIONS } from '../../nodes/PartnerSettlement/operations';
import { PACKAGE_NAME } from '../stack/n8n';
import { type SingleNode, singleNodeWorkflow, START } from '../stack/single-node-workflow';
import { addressFromLabel } from '../sandbox/addresses';
import { ownTrigger, signed } from './endpoint';
import { endOfRun, ownNode, type ReadyN8n } from './n8n';
import type { Respond, ScriptedApi } from './scripted-api';

/** How a piece of work ended. */
interface Outcome {
	/** n8n's status or message. */
	said: string;
	/** The JSON of the items on each output of the node. */
	outputs: Record<string, unknown>[][];
}

/** A piece of work. @returns how it ended, in n8n's words, and the workflow if it ran one */
export type Work = (
	ready: ReadyN8n,
	script: ScriptedApi,
) => Promise<{ said: string; workflowId?: string }>;

/** Whether the work ended as it should. */
type IsRight = (outcome: Outcome, calls: readonly string[]) => boolean;

const LARGE = 15_000_000;
const ITEM = { address: `T${'z'.repeat(39_999)}` };
const PAYEE = { address: addressFromLabel('tron_usdt', 'payee') };
const ADDRESS = '={{ $json.address }}';
const SCREENING = { network: 'auto', address: ADDRESS };
const GATE = { type: `${PACKAGE_NAME}.partnerSettlementScreening`, parameters: SCREENING };
const EVENT = { event: 'card_issue.status_changed', occurred_at: '2026-01-01T00:00:00Z' };
const DATA = { ext_id: 'a', status: 'completed', document_status: 'done' };
/** A name that splits into as many words as possible. */
const NAME = 'aB'.repeat(7_750_000);
const REPORT = { method: 'GET', base: 'api', path: '/partner/report', query: {}, body: '' };
const ESIM = { offerId: 'o', waitUntilReady: true };
/** Fields that records of several kinds show. */
const ORDER = { available_balance: '9', card_id: '1', esim_id: '1', purchase_id: '1' };
const ESIMS = Array.from({ length: 60_000 }, (_, place) => ({ esim_id: `esim-${place}` }));
/** One read for each look at the order, with some to spare. */
const MAX_READS = 10;
/** An escaped letter, repeated. JSON may write a token like this. */
const ESCAPES = String.raw`\u0065`.repeat(LARGE / 6);
/** Each looks like the name of a secret but isn't one. */
const NAMELIKE = ['cc:', 'num=', 'url:-', 'token: '];
/** Parameters for all operations. n8n drops those that an operation doesn't have. */
const ANYTHING = {
	...{ ...REPORT, ...PAYEE, amount: '1', toAddress: PAYEE.address, extId: 'a', query: '{}' },
	...{ svcProductId: '1', cardId: '1', esimId: '1', offerId: '1', planId: '1', purchaseId: '1' },
	...{ id: '1', searchText: 'a', callbackUrl: 'https://n8n.example.com/webhook/a' },
	...{ confirmReplace: true, revealSecrets: true },
	items: `[{"op":"withdrawal","body":{"amount":"1","to_address":"${PAYEE.address}","ext_id":"a"}}]`,
};
const DEEP = '['.repeat(3_000) + ']'.repeat(3_000);

/** A run of one node. */
export function runNode(node: SingleNode): Work {
	return async ({ api, credential }) => {
		const workflow = singleNodeWorkflow('hostile', { ...node, credential });
		const { id } = await api.importWorkflow(workflow);
		await api.run(id, START);
		return { said: await endOfRun(api, id), workflowId: id };
	};
}

/** A call by the action node. */
function call(resource: string, operation: string, more: object = {}, item = {}): Work {
	const options = { retries: 0 };
	return runNode({ ...ownNode({ resource, operation, options, ...more }), items: [item] });
}

/** A signed delivery to the trigger (section 6.1), and the run that it starts. */
function deliver(body: string): Work {
	return async (ready) => {
		const { workflowId, webhookPath } = await ownTrigger(ready);
		const request = { method: 'POST', ...signed(body) };
		const { status } = await fetch(ready.n8n.webhookUrl(webhookPath), request);
		if (status !== 200) return { said: `the delivery got ${status}` };
		return { said: await endOfRun(ready.api, workflowId), workflowId };
	};
}

/** Does what Save does in the credential's dialog. */
const saveCredential: Work = async ({ api, credential }, script) => {
	const { status, message } = await api.testCredential(credential, script.fields);
	return { said: `${status}: ${message}` };
};

const isRefused: IsRight = ({ said, outputs }, calls) => {
	const isUnresolved = outputs.at(-1)?.length === 1;
	return calls.length === 0 && (isUnresolved || /^error: .*address/i.test(said));
};
const isBroken: IsRight = ({ said }) => said.includes('broken_json');
const first = ({ outputs }: Outcome): Record<string, unknown> => outputs[0]?.[0] ?? {};
const isTaken: IsRight = (outcome) =>
	first(outcome).ext_id === 'a' || first(outcome).event === EVENT.event;
const isReadOnce: IsRight = (outcome, calls) =>
	first(outcome).outcome_reached === true &&
	calls.filter((path) => path.startsWith('/partner/esims/')).length <= MAX_READS;
const isJudged: IsRight = ({ outputs }) => outputs.flat().length === 1;
const isBought: IsRight = (outcome) => String(first(outcome).ext_id).startsWith('n8n-giftCard-');

const manyEsims: Respond = (path) => {
	const [, id] = /^\/partner\/esims\/(.+)$/.exec(path) ?? [];
	const order = { offer_id: 'o', status: 'completed' };
	const activation = { lpa: 'LPA:1$smdp.example$1', qr_available: true };
	return JSON.stringify({ ...order, ...(id ? { esim_id: id, activation } : { items: ESIMS }) });
};
const deepOrder: Respond = (path, body) =>
	path === '/api/purchase'
		? `{"status":"completed","more":${DEEP},${body.slice(1)}`
		: '{"error":"document_not_found"}';

const isAsked: IsRight = (_, calls) => calls.length > 0;

/** The cases of one input: the response to calls, and each piece of work that gets it. */
function cases(input: string, respond: Respond, isRight: IsRight, by: Record<string, Work>) {
	return Object.entries(by).map(([name, work]) => {
		return { shown: `${input}, ${name}`, work, respond, isRight };
	});
}

/** All cases. During each one, n8n must keep responding to others. */
export function hostileCases() {
	const cut = (length: number) => () => `{"message":"${'\\"'.repeat(length / 2)}`;
	const record = JSON.stringify({ ...DATA, [NAME]: 1 });
	const named = { event_id: randomUUID(), ...EVENT, data: { ...DATA, [NAME]: 1 } };
	return [
		...cases('an address of 40,000 characters', () => '{}', isRefused, {
			'Withdrawal: Create': call('withdrawal', 'create', { amount: '1', toAddress: ADDRESS }, ITEM),
			'KYT Screening: Screen': call('kyt', 'screen', SCREENING, ITEM),
			'the gate': runNode({ ...GATE, items: [ITEM] }),
		}),
		...[120_000, 300_000].flatMap((length) =>
			cases(`a response of ${length} characters, cut inside a text`, cut(length), isBroken, {
				'Balance: Get': call('balance', 'get'),
				'Save of the credential': saveCredential,
			}),
		),
		...cases('a field name of 15.5 MB', () => record, isTaken, {
			'API Call': call('apiCall', 'request', REPORT),
			'Document: Get': call('document', 'get', { extId: 'a' }),
			'the trigger': deliver(JSON.stringify(named)),
		}),
		...NAMELIKE.flatMap((piece) => {
			const text = piece.repeat(LARGE / piece.length);
			const told = JSON.stringify({ ...DATA, text });
			const event = { event_id: randomUUID(), ...EVENT, data: { ...DATA, text } };
			const screened: Respond = (_path, body) =>
				JSON.stringify({ ...(JSON.parse(body) as object), status: 'completed', severity: text });
			return [
				...cases(`15 MB of \`${piece}\` in a text`, () => told, isTaken, {
					'API Call': call('apiCall', 'request', REPORT),
					'the trigger': deliver(JSON.stringify(event)),
				}),
				...cases(`15 MB of \`${piece}\` for a severity`, screened, isJudged, {
					'the gate': runNode({ ...GATE, items: [PAYEE] }),
				}),
			];
		}),
		// The other operations read no record or make no call.
		...OPERATIONS.filter(
			({ operation, isLocal }) => isLocal !== true && !/verify|inspect/.test(operation),
		).flatMap((one) => {
			const { resource, operation } = one;
			const text = 'token: '.repeat(LARGE / 7);
			const told: Respond = (_path, body) =>
				JSON.stringify({
					...DATA,
					...ORDER,
					...(body === '' ? {} : (JSON.parse(body) as object)),
					text,
				});
			const network = resource === 'kyt' ? { network: 'tron_usdt' } : {};
			return cases('15 MB of `token: `', told, isAsked, {
				[`${resource}: ${operation}`]: call(resource, operation, { ...ANYTHING, ...network }),
			});
		}),
		...cases('15 MB of escapes', () => `{"ext_id":"a","text":"${ESCAPES}"}`, isTaken, {
			'API Call': call('apiCall', 'request', REPORT),
			'Document: Get': call('document', 'get', { extId: 'a' }),
			'the trigger': deliver(
				`{"event_id":"${randomUUID()}","event":"${EVENT.event}","data":{"text":"${ESCAPES}"}}`,
			),
		}),
		...cases('60,000 entries in `items[]` for one eSIM', manyEsims, isReadOnce, {
			'Purchase, Wait Until Ready': call('esim', 'purchase', { ...ESIM, options: { maxWait: 5 } }),
		}),
		...cases('arrays 3,000 deep in the response to an order', deepOrder, isBought, {
			'Gift Card: Purchase': call('giftCard', 'purchase', { offerId: 'o' }),
		}),
	];
}

function filled(entry: (place: number) => string): string {
	const entries: string[] = [];
	for (let size = 0; size < LARGE; size += (entries.at(-1)?.length ?? 0) + 1) {
		entries.push(entry(entries.length));
	}
	return entries.join(',');
}

/** Responses that n8n takes seconds to store, whichever node called. */
export function largeResponses(): Record<string, Buffer> {
	return {
		'numbers, `[1,1,1,...]`': Buffer.from(`{"report":[${filled(() => '1')}]}`),
		'empty lists, `[[],[],...]`': Buffer.from(`{"report":[${filled(() => '[]')}]}`),
		'distinct names': Buffer.from(`{"report":{${filled((place) => `"n${place}":1`)}}}`),
	};
}

/** A response whose fields all look like secrets. */
export function textsLikeSecrets(): Buffer {
	return Buffer.from(`{${filled((place) => `"a${place}":"cc:num=1"`)}}`);
}
