import type { INodeExecutionData } from 'n8n-workflow';
import pMap from 'p-map';

import {
	type Dialect,
	type NamedCall,
	PartnerApiError,
	type PartnerClient,
	redactText,
	resultOrFailure,
} from '../../../partner-api';
import { costs, directCall, type Operation } from '../definition/operation';
import { failureText } from '../messages/failure-text';
import { callName, operationWords, toNodeError } from '../messages/node-error';
import { findOperation, OPERATIONS } from '../operations';
import { documentGet } from '../operations/document/get';
import { callLimitsOf, readCallOptions } from '../run/call-options';
import type { RunContext } from '../run/context';
import { toItem } from '../run/output';
import { readFields } from '../run/parameters';
import { asError } from '../run/run-item';
import { checkList } from './lists';
import { ask, checkById, checkOrder, checkRecord, type Finding, trying } from './reads';

/** The finding about a call: one item of the output of Setup: Check the API. */
export interface CheckedCall extends Finding {
	/** As in the editor. */
	call: string;
	/** Its name in API Differences; absent if the document shows the call. */
	function?: NamedCall;
	section: string;
	scope?: string;
}

const FIRST_ORDER_CALL = 'First Order';
const AT_ONCE = { concurrency: 2 };
/** Not checked with the others: the token is checked first, an API Call could be any call, and Setup is this check. */
const NO_CALLS = /^(?:accessToken|apiCall|setup)$/;
/** The items come out in this order. */
const RESULTS: Finding['result'][] = ['differs', 'fails', 'not_checked', 'works'];

/**
 * Setup: Check the API. It makes only calls that read and cost nothing, once for all input items.
 *
 * @returns an item for each call, differences first, and one with the whole JSON for API Differences
 * @throws NodeApiError or NodeOperationError if there is no token, or a mistake in the parameters
 */
export async function checkApi(run: RunContext): Promise<INodeExecutionData[]> {
	try {
		const { ext_id: extId } = readFields(run, 0);
		const limits = callLimitsOf(readCallOptions(run.parameters, 0));
		const given = run.client.with(run.settings.differences, limits);
		const problem = await resultOrFailure(given.token());
		// With this code, the exchange worked, and only the place of the token is unknown: that is a finding.
		if (problem instanceof PartnerApiError && problem.code !== 'unexpected_answer') throw problem;
		const token = await checked(findOperation('accessToken', 'inspect'), checkToken(given));
		const api = trying(given, token);
		const operations = OPERATIONS.filter((one) => !one.isLocal && !NO_CALLS.test(one.resource));
		const check = async (one: Operation) => await checked(one, findingOf(api, one));
		// Many long responses at once would keep n8n busy.
		const calls = [token, ...(await pMap(operations, check, AT_ONCE))];
		if (typeof extId === 'string') {
			const order = checkOrder(calls.reduce(trying, given), extId);
			calls.push({ ...(await checked(documentGet, order)), call: FIRST_ORDER_CALL });
		}
		calls.sort((one, other) => RESULTS.indexOf(one.result) - RESULTS.indexOf(other.result));
		const whole = wholeJson(given, calls, extId !== undefined);
		run.node.addExecutionHints({ message: whole.what, location: 'outputPane' });
		return [...calls, whole].map((call) => toItem(call, 0, undefined));
	} catch (error) {
		throw toNodeError(run.node.getNode(), error, { operation: run.operation, itemIndex: 0 });
	}
}

async function checked(operation: Operation, work: Promise<Finding>): Promise<CheckedCall> {
	const { section, scope, endpoint } = operation;
	const found = await work.catch((error: unknown) => failing(operation, error));
	// A text of the API may have any length.
	const what = redactText(found.what, 700);
	const call = { call: callName(operation), function: endpoint.named, section, what, scope };
	const { result, suggestion = {} } = found;
	const isSuggested = Object.keys(suggestion).length > 0;
	return isSuggested ? { ...call, result: 'differs', suggestion } : { ...call, result };
}

async function findingOf(api: PartnerClient, operation: Operation): Promise<Finding> {
	const { effect, fields, list, endpoint } = operation;
	const isById = operation === documentGet || operation === findOperation('kyt', 'get');
	if (isById) return await checkById(api, operation);
	const isFree = effect === 'read' && !fields.some(({ required }) => required);
	if (isFree) return await (list ? checkList : checkRecord)(api, operation);
	const does = costs(operation) ? 'It would spend money' : 'It would change something';
	const why = effect === 'read' ? 'It needs an ID of yours' : does;
	const advice = endpoint.named ? ` ${ASK_FOR_PATH}` : '';
	return { result: 'not_checked', what: `${why}, so it was not called.${advice}` };
}

/** What they leave open decides orders. */
const DECIDES_ORDERS = new Set([callName(documentGet), FIRST_ORDER_CALL]);
const AGENT_EXCHANGE = '/auth/v1/agent/token';
const ASK_FOR_PATH =
	'Ask your provider how this call works, and enter it under calls in API Differences.';

/** A call that failed, with what to do about it. */
function failing(operation: Operation, thrown: unknown): Finding {
	const { message } = asError(thrown);
	if (!(thrown instanceof PartnerApiError)) return { result: 'fails', what: message };
	const { status = 0, phase, code } = thrown.details;
	const lacksPath = [404, 405, 501].includes(status) || (code === 'html_answer' && status < 500);
	const text = failureText(thrown, { changesState: false, ...operationWords(operation) });
	const isMissing = lacksPath && phase === 'call' && operation.endpoint.named;
	const what = isMissing
		? `There is no such path (${message.slice(0, 200)}). ${ASK_FOR_PATH}`
		: `It failed (${code}). ${text.description}`;
	return { result: 'fails', what };
}

/** Whether calls on {base_url} take the same token, or another one. A call of section 4.5 and a lookup show it. */
async function checkToken(api: PartnerClient): Promise<Finding> {
	const cards = directCall(findOperation('card', 'getAll'));
	// Without its scope, so that the API itself judges the token.
	const body = { ext_id: 'n8n-check' };
	const lookup = { ...directCall(documentGet, { body }), scope: undefined };
	const failureOf = async (call: typeof cards, suggestion?: Partial<Dialect>) =>
		(await ask(trying(api, { suggestion }), call)).failure;
	const failure = await failureOf(cards);
	const way = failure ? { agentTokenPath: AGENT_EXCHANGE } : {};
	if (failure && (!isRefusal(failure) || (await failureOf(cards, way)))) {
		const what = `Setup can't tell which token the calls on Base URL need: the list of cards fails (${failure.message}). Ask your provider for their scope, the path of their token exchange, and the field of the token. Enter the last two as agentTokenPath and token.`;
		return { result: isRefusal(failure) ? 'fails' : 'not_checked', what };
	}
	const { dialect } = trying(api, { suggestion: way }).settings;
	const { agentTokenPath: path, agentTokenFor: told } = dialect;
	if (!path) return { result: 'works', what: 'One access token serves both addresses.' };
	const other = { ...way, agentTokenFor: told === 'base' ? 'older' : 'base' } as const;
	const isRefused = async (by: Partial<Dialect>) => isRefusal(await failureOf(lookup, by));
	const isOther = (await isRefused(way)) && !(await isRefused(other));
	const whose = isOther === (told === 'base') ? 'The older calls' : 'Calls';
	const from = failure || isOther ? `from ${path}` : 'as API Differences says';
	const what = `${whose} on Base URL need a token of their own, ${from}.`;
	return { result: 'works', what, suggestion: isOther ? other : way };
}

function isRefusal(failure?: PartnerApiError): boolean {
	const { phase, status = 0 } = failure?.details ?? {};
	return phase === 'token' || status === 401 || status === 403;
}

const FIRST_ORDER =
	"You are not finished yet: without an order, Setup can't know your API's status words. Place the cheapest order next, then run Setup again with its number.";

/** The credential's differences, with all suggestions added. */
function wholeJson(given: PartnerClient, calls: CheckedCall[], hasOrder: boolean): CheckedCall {
	const { differences: suggestion } = calls.reduce(trying, given).settings;
	const isOpen = calls.some(
		({ call, result }) =>
			/^(?:fails|differs)$/.test(result) || (result !== 'works' && DECIDES_ORDERS.has(call)),
	);
	const unless = isOpen || !hasOrder ? 'not_checked' : 'works';
	const result = calls.some((one) => one.suggestion) ? 'differs' : unless;
	const nothing = isOpen ? 'See the other items.' : '';
	const whole = {
		differs:
			'Replace all of API Differences in the credential with the item "API Differences". It holds your entries too. Then check again.',
		not_checked: `There is nothing to copy. ${nothing}`.trim(),
		works: 'API Differences of the credential can stay as it is.',
	}[result];
	const what = hasOrder ? whole : `${whole} ${FIRST_ORDER}`;
	return { call: 'API Differences', section: '4.9', result, what, suggestion };
}
