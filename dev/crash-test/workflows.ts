import { randomUUID } from 'node:crypto';
import type { PartnerCredentials, Sandbox } from '../sandbox';
import { PACKAGE_NAME } from '../stack/n8n';
import type { StoredCredential, Workflow, WorkflowNode } from '../stack/n8n-api-schemas';
import { isNumbered, type Part } from './weather';

/** One of the two that pay the same. */
export interface Side {
	isOurs: boolean;
	sandbox: Pick<Sandbox, 'apiUrl' | 'baseUrl'>;
	partner: PartnerCredentials;
	/** The card that is topped up. */
	cardId: string;
	credential: StoredCredential;
	/** Of the model. */
	model: StoredCredential;
}

/** The event that starts a payout. */
export const EVENT = 'esim_purchase.status_changed';

const OURS = `${PACKAGE_NAME}.partnerSettlement`;
const HTTP_REQUEST = 'n8n-nodes-base.httpRequest';
/** As long as that of the HTTP Request node. */
const TIMEOUT_SECONDS = 300;
/** The same for both: three tries, and a failed payout does not stop the others. */
const CAREFUL = { retryOnFail: true, maxTries: 3, onError: 'continueErrorOutput' };

/** The rows of a list, or the data of an event of our trigger or of theirs. */
const ROWS = `const start = $('Start').first().json;
const body = start.body ?? start;
const rows = body.rows ?? (body.event === '${EVENT}' ? [body.data] : []);
return rows.map((json) => ({ json }));`;

function signCode({ partnerId, keyId, privateKeyPem }: PartnerCredentials): string {
	return `const { createPrivateKey, randomUUID, sign } = require('crypto');
const encode = (it) => Buffer.from(JSON.stringify(it)).toString('base64url');
const iat = Math.floor(Date.now() / 1000);
const claims = { iss: '${partnerId}', aud: 'svc-partner-api', iat, exp: iat + 60, jti: randomUUID() };
const text = encode({ alg: 'EdDSA', kid: '${keyId}' }) + '.' + encode(claims);
const key = createPrivateKey(\`${privateKeyPem}\`);
return [{ json: { assertion: text + '.' + sign(null, Buffer.from(text), key).toString('base64url') } }];`;
}

function node(
	name: string,
	type: string,
	typeVersion: number,
	parameters: Record<string, unknown>,
	more: Record<string, unknown> = {},
): WorkflowNode {
	return { id: randomUUID(), name, type, typeVersion, position: [0, 0], parameters, ...more };
}

const code = (name: string, jsCode: string) => node(name, 'n8n-nodes-base.code', 2, { jsCode });
const by = ({ id, name, type }: StoredCredential) => ({ credentials: { [type]: { id, name } } });
const to = (name: string, type = 'main') => [{ node: name, type, index: 0 }];

function post(url: string, jsonBody: string, more: Record<string, unknown> = {}) {
	const body = { sendBody: true, specifyBody: 'json', jsonBody };
	return { method: 'POST', url, ...body, options: {}, ...more };
}

/** What is paid, in the words of a list's row, or of a model. */
function fieldsOf(part: Part) {
	const given = (name: string) =>
		part === 'agent' ? `$fromAI('${name}', '', 'string')` : `$json.${name}`;
	return { amount: given('amount'), toAddress: given('to_address'), cardId: '$json.card_id' };
}

/** The key: the row's number if it has one. If not, one for each row of an execution, and one for each call of a tool. */
function theirKey(part: Part): string {
	if (isNumbered(part)) return '$json.number';
	return `$execution.id + '-' + ${part === 'agent' ? '$now.toMillis()' : '$json.row'}`;
}

function theirPay({ sandbox }: Side, part: Part): WorkflowNode {
	const { amount, toAddress, cardId } = fieldsOf(part);
	const isTool = part === 'agent';
	const path = part === 'cards' ? `${sandbox.baseUrl}/api/partner/card_topup` : undefined;
	const url = path ?? `${sandbox.apiUrl}/partner/withdrawals`;
	const what =
		part === 'cards'
			? `card_id: ${cardId}`
			: `currency: 'USDT', network: 'TRON', to_address: ${toAddress}`;
	const body = `={{ JSON.stringify({ ${what}, amount: ${amount}, ext_id: ${theirKey(part)} }) }}`;
	const token = "=Bearer {{ $('Token').first().json.access_token }}";
	const headers = {
		sendHeaders: true,
		headerParameters: { parameters: [{ name: 'Authorization', value: token }] },
		...(isTool && { toolDescription: 'Pays out USDT' }),
	};
	const type = isTool ? `${HTTP_REQUEST}Tool` : HTTP_REQUEST;
	return node('Pay', type, 4.4, post(url, body, headers), CAREFUL);
}

function ourPay({ credential }: Side, part: Part): WorkflowNode {
	const { amount, toAddress, cardId } = fieldsOf(part);
	const isTool = part === 'agent';
	const order =
		part === 'cards'
			? { resource: 'card', operation: 'topUp', cardId: `={{ ${cardId} }}` }
			: { resource: 'withdrawal', operation: 'create', toAddress: `={{ ${toAddress} }}` };
	const parameters = {
		...order,
		amount: `={{ ${amount} }}`,
		...(isNumbered(part) && { extIdMode: 'custom', extId: '={{ $json.number }}' }),
		options: { timeout: TIMEOUT_SECONDS, ...(isTool && { maximumPerItem: '1000' }) },
	};
	return node('Pay', isTool ? `${OURS}Tool` : OURS, 1, parameters, {
		...by(credential),
		...CAREFUL,
	});
}

function startOf({ isOurs, credential }: Side, part: Part, path: string): WorkflowNode {
	if (isOurs && part === 'events') {
		const type = `${OURS}Trigger`;
		const own = { webhookId: path, ...by(credential) };
		return node('Start', type, 1.1, { events: [EVENT] }, own);
	}
	const webhook = { httpMethod: 'POST', path, responseMode: 'onReceived' };
	return node('Start', 'n8n-nodes-base.webhook', 2, webhook, { webhookId: randomUUID() });
}

/** Tells what became of each row, as far as the side knows. */
function saidNode(part: Part): WorkflowNode {
	const outcome =
		"={{ !$json.error ? 'paid' : $json.details?.outcome === 'unknown' ? 'unknown' : 'failed' }}";
	const order = `={{ $('${part === 'agent' ? 'Rows' : 'Loop'}').item.json.order }}`;
	const said = part === 'agent' ? '={{ $json.output }}' : outcome;
	const assignments = [
		{ id: 'order', name: 'order', type: 'number', value: order },
		{ id: 'said', name: 'said', type: 'string', value: said },
	];
	return node('Said', 'n8n-nodes-base.set', 3.4, { assignments: { assignments }, options: {} });
}

function agentNodes({ model }: Side): WorkflowNode[] {
	const prompt = { promptType: 'define', text: '=Pay {{ JSON.stringify($json) }}', options: {} };
	const chosen = { model: { __rl: true, mode: 'id', value: 'scripted' }, options: {} };
	return [
		node('Agent', '@n8n/n8n-nodes-langchain.agent', 3.1, prompt),
		node('Model', '@n8n/n8n-nodes-langchain.lmChatOpenAi', 1.2, chosen, by(model)),
	];
}

/** The workflow of a side for one part. Both have the same nodes, except those that sign, and the one that pays. */
export function workflowOf(side: Side, part: Part, path: string): Workflow {
	const { isOurs, sandbox, partner } = side;
	const exchange = `${sandbox.apiUrl}/auth/v1/partner/token`;
	const token = post(exchange, '={{ JSON.stringify($json) }}');
	const signing = isOurs
		? []
		: [code('Sign', signCode(partner)), node('Token', HTTP_REQUEST, 4.4, token)];
	const line = [startOf(side, part, path), ...signing, code('Rows', ROWS)];
	const pay = (isOurs ? ourPay : theirPay)(side, part);
	const links = Object.fromEntries(
		line.slice(1).map(({ name }, index) => [line[index]?.name, { main: [to(name)] }]),
	);
	const loops = node('Loop', 'n8n-nodes-base.splitInBatches', 3, { options: {} });
	return {
		name: `${isOurs ? 'ours' : 'theirs'}: ${part} ${path}`,
		settings: { executionOrder: 'v1' },
		nodes: [...line, ...(part === 'agent' ? agentNodes(side) : [loops]), pay, saidNode(part)],
		connections:
			part === 'agent'
				? {
						...links,
						Rows: { main: [to('Agent')] },
						Agent: { main: [to('Said')] },
						Model: { ai_languageModel: [to('Agent', 'ai_languageModel')] },
						Pay: { ai_tool: [to('Agent', 'ai_tool')] },
					}
				: {
						...links,
						Rows: { main: [to('Loop')] },
						Loop: { main: [[], to('Pay')] },
						Pay: { main: [to('Said'), to('Said')] },
						Said: { main: [to('Loop')] },
					},
	};
}
