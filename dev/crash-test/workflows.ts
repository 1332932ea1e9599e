import { randomUUID } from 'node:crypto';
import type { PartnerCredentials, Sandbox } from '../sandbox';
import { PACKAGE_NAME } from '../stack/n8n';
import type { StoredCredential, Workflow } from '../stack/n8n-api-schemas';
import { isNumbered, type Part } from './weather';

/** One of the two that pay the same. */
export interface Side {
	isOurs: boolean;
	sandbox: Sandbox;
	partner: PartnerCredentials;
	credential: StoredCredential;
	/** Of the model. */
	model: StoredCredential;
}

/** The event that starts a payout. */
export const EVENT = 'esim_purchase.status_changed';
/** The node that pays. */
export const TOOL = 'Pay';

const OURS = `${PACKAGE_NAME}.partnerSettlement`;
const HTTP_REQUEST = 'n8n-nodes-base.httpRequest';

/** The rows that have come. Theirs sign an assertion and get a token as well. */
const OUR_ROWS = `const start = $('Start').first().json;
const { rows } = (start.body ?? start).data;
return rows.map((json) => ({ json }));`;
const theirRows = ({ sandbox, partner: { partnerId, keyId, privateKeyPem } }: Side) => `
const { createPrivateKey, randomUUID, sign } = require('crypto');
const encode = (it) => Buffer.from(JSON.stringify(it)).toString('base64url');
const iat = Math.floor(Date.now() / 1000);
const claims = { iss: '${partnerId}', aud: 'svc-partner-api', iat, exp: iat + 60, jti: randomUUID() };
const text = encode({ alg: 'EdDSA', kid: '${keyId}' }) + '.' + encode(claims);
const signature = sign(null, Buffer.from(text), createPrivateKey(\`${privateKeyPem}\`));
const body = { assertion: text + '.' + signature.toString('base64url') };
const url = '${sandbox.apiUrl}/auth/v1/partner/token';
const { access_token } = await this.helpers.httpRequest({ method: 'POST', url, body, json: true });
const { rows } = $('Start').first().json.body.data;
return rows.map((row) => ({ json: { ...row, access_token } }));`;

/** What a workflow says of a row. */
const SAID = `const { error, details, output } = $json;
const said = output ?? (!error ? 'paid' : details?.outcome === 'unknown' ? 'unknown' : 'failed');
return { json: { order: $('Rows').item.json.order, said } };`;

type Fields = Record<string, unknown>;

function node(name: string, type: string, version: number, parameters: Fields, more: Fields = {}) {
	const place = { id: randomUUID(), position: [0, 0] };
	return { ...place, name, type, typeVersion: version, parameters, ...more };
}

const by = ({ id, name, type }: StoredCredential) => ({ credentials: { [type]: { id, name } } });
const link = (name: string, type = 'main') => [{ node: name, type, index: 0 }];
const to = (name: string, type = 'main') => ({ [type]: [link(name, type)] });

/** The node that pays. For both: three tries, and a failed payout does not stop the others; a tool has no output for errors. */
function payNode({ isOurs, sandbox, credential }: Side, part: Part) {
	const isTool = part === 'agent';
	const isCard = part === 'cards';
	const onError = isTool ? 'continueRegularOutput' : 'continueErrorOutput';
	const careful = { retryOnFail: true, maxTries: 3, onError };
	const type = (isOurs ? OURS : HTTP_REQUEST) + (isTool ? 'Tool' : '');
	const of = (name: string) => (isTool ? `$fromAI('${name}')` : `$json.${name}`);
	if (isOurs) {
		const topUp = { resource: 'card', operation: 'topUp', cardId: `={{ ${of('card_id')} }}` };
		const toAddress = `={{ ${of('to_address')} }}`;
		const withdrawal = { resource: 'withdrawal', operation: 'create', toAddress };
		const order = { ...(isCard ? topUp : withdrawal), amount: `={{ ${of('amount')} }}` };
		const key = isNumbered(part) && { extIdMode: 'custom', extId: `={{ ${of('number')} }}` };
		// The timeout is that of the HTTP Request node. A tool needs a limit.
		const options = { timeout: 300, ...(isTool && { maximumPerItem: '1000' }) };
		const more = { ...by(credential), ...careful };
		return node(TOOL, type, 1, { ...order, ...key, options }, more);
	}
	const { apiUrl, baseUrl } = sandbox;
	const url = isCard ? `${baseUrl}/api/partner/card_topup` : `${apiUrl}/partner/withdrawals`;
	const recipient = `currency: 'USDT', network: 'TRON', to_address: ${of('to_address')}`;
	const receiver = isCard ? `card_id: ${of('card_id')}` : recipient;
	// Without a number, a key of the execution and the row. A tool may pay several people: a key of each call.
	const ownKey = `$execution.id + '-' + ${isTool ? '$now.toMillis()' : of('order')}`;
	const key = isNumbered(part) ? of('number') : ownKey;
	const jsonBody = `={{ JSON.stringify({ ${receiver}, amount: ${of('amount')}, ext_id: ${key} }) }}`;
	const value = "=Bearer {{ $('Rows').first().json.access_token }}";
	const headers = {
		sendHeaders: true,
		headerParameters: { parameters: [{ name: 'Authorization', value }] },
	};
	const body = { method: 'POST', url, sendBody: true, specifyBody: 'json', jsonBody };
	const described = isTool && { toolDescription: 'Pays out USDT' };
	return node(TOOL, type, 4.4, { ...body, ...headers, ...described, options: {} }, careful);
}

/** The workflow of a side for one part. Both have the same nodes, except those that sign and pay. */
export function workflowOf(side: Side, part: Part, path: string): Workflow {
	const { isOurs, credential, model } = side;
	const code = (name: string, jsCode: string, mode = 'runOnceForAllItems') =>
		node(name, 'n8n-nodes-base.code', 2, { jsCode, mode });
	const webhook = { httpMethod: 'POST', path, responseMode: 'onReceived' };
	const own = { webhookId: path, ...by(credential) };
	const prompt = '={{ JSON.stringify({ amount: $json.amount, to_address: $json.to_address }) }}';
	const chosen = { model: { __rl: true, mode: 'id', value: 'scripted' }, options: {} };
	const nodes = [
		isOurs && part === 'events'
			? node('Start', `${OURS}Trigger`, 1.1, { events: [EVENT] }, own)
			: node('Start', 'n8n-nodes-base.webhook', 2, webhook, { webhookId: path }),
		code('Rows', isOurs ? OUR_ROWS : theirRows(side)),
		node('Loop', 'n8n-nodes-base.splitInBatches', 3, { options: {} }),
		node('Agent', '@n8n/n8n-nodes-langchain.agent', 3.1, { promptType: 'define', text: prompt }),
		node('Model', '@n8n/n8n-nodes-langchain.lmChatOpenAi', 1.2, chosen, by(model)),
		payNode(side, part),
		code('Said', SAID, 'runOnceForEachItem'),
	];
	const looped = {
		...{ Rows: to('Loop'), Loop: { main: [[], link(TOOL)] } },
		...{ [TOOL]: { main: [link('Said'), link('Said')] }, Said: to('Loop') },
	};
	const asked = {
		...{ Rows: to('Agent'), Agent: to('Said') },
		...{ [TOOL]: to('Agent', 'ai_tool'), Model: to('Agent', 'ai_languageModel') },
	};
	const connections = { Start: to('Rows'), ...(part === 'agent' ? asked : looped) };
	const isUsed = ({ name }: { name: string }) => name === 'Said' || name in connections;
	const name = `${isOurs ? 'This package' : 'HTTP Request'}: ${part}`;
	return { name, settings: { executionOrder: 'v1' }, nodes: nodes.filter(isUsed), connections };
}
