import type { INodeExecutionData } from 'n8n-workflow';

import type { Differences, NamedCall } from '../../../partner-api';
import type { Operation } from '../definition/operation';
import type { ResourceName } from '../definition/parameters';
import { wireName } from '../definition/request-rules';
import { outcomeOf, toNodeError } from '../messages/node-error';
import { findOperation, OPERATIONS } from '../operations';
import { asError } from '../orders/item';
import { callLimitsOf, readCallOptions } from '../run/call-options';
import type { RunContext } from '../run/context';
import { toItem } from '../run/output';
import { ApiTrial, merged } from './api-trial';
import { checkRead } from './check-read';
import { checkLookup, checkScreening } from './check-record';
import { ASK_FOR_PATH, type CheckedCall, checkedCall } from './checked-call';

/**
 * Setup: Check the API. It makes only calls that read and cost nothing, once for all input items.
 *
 * @returns an item for each call, and one with the whole JSON for API Differences
 * @throws NodeApiError or NodeOperationError where there is no token, or a mistake in the options
 */
export async function checkApi(run: RunContext): Promise<INodeExecutionData[]> {
	try {
		const limits = callLimitsOf(readCallOptions(run.parameters, 0));
		await run.client.token(limits.timeoutMs);
		const own = new ApiTrial(run, limits, run.settings.differences);
		const token = await checkToken(own);
		const api = own.with(token.suggestion ?? {});
		const operations = OPERATIONS.filter(({ resource }) => !NO_CALLS.has(resource));
		const checks = operations.map(async (operation) => await checkOne(run, api, operation));
		const calls = [token, ...(await Promise.all(checks))];
		const all = [...calls, wholeJson(own.differences, calls)];
		return all.map((call) => toItem(call, 0, undefined));
	} catch (error) {
		const { node, operation } = run;
		const outcome = outcomeOf(error);
		throw toNodeError(node.getNode(), error, {
			operation,
			changesState: false,
			outcome,
			itemIndex: 0,
		});
	}
}

/** They have no calls of their own, or any. */
const NO_CALLS = new Set<ResourceName>(['accessToken', 'apiCall', 'setup']);
/** What an order takes of a catalog. */
const IDS: Partial<Record<ResourceName, string>> = {
	card: 'card_id',
	cardProduct: '<svc>_product_id',
	esimOffer: 'offer_id',
	giftOffer: 'offer_id',
};

async function checkOne(
	{ settings }: RunContext,
	api: ApiTrial,
	operation: Operation,
): Promise<CheckedCall> {
	const { resource, effect, fields } = operation;
	try {
		if (resource === 'document') return await checkLookup(api, operation);
		if (operation === findOperation('kyt', 'get')) return await checkScreening(api, operation);
		const isFree = effect === 'read' && !fields.some(({ required }) => required);
		if (!isFree) return notChecked(operation);
		const id = IDS[resource];
		return await checkRead(api, operation, id && wireName(id, settings.serviceCode));
	} catch (error) {
		// Such as a path in API Differences that holds a field which the call lacks: the others go on.
		return checkedCall(operation, 'fails', asError(error).message);
	}
}

const AGENT_EXCHANGE = '/auth/v1/agent/token';

/** Whether calls on {base_url} take the token, or one of their own (section 5.2). */
async function checkToken(api: ApiTrial): Promise<CheckedCall> {
	const operation = findOperation('accessToken', 'inspect');
	const [balance, cards] = [findOperation('balance', 'get'), findOperation('card', 'getAll')];
	const status = (await api.read(cards)).failure?.details.status ?? 0;
	const isRefused = status === 401 || status === 403;
	if (!isRefused || (await api.read(balance)).failure?.details.status === status) {
		return checkedCall(operation, 'works', 'One access token serves both addresses.');
	}
	const suggestion = { agentTokenPath: AGENT_EXCHANGE };
	const { failure } = await api.with(suggestion).read(cards);
	if (failure?.details.phase !== 'token' && failure?.details.status !== status) {
		const what = `Calls on Base URL take a token of their own, from ${AGENT_EXCHANGE}.`;
		return checkedCall(operation, 'differs', what, suggestion);
	}
	const what = `Calls on Base URL refuse the access token (HTTP ${String(status)}). Ask the provider of the API which scope they need, or where their token is exchanged, and enter that as agentTokenPath.`;
	return checkedCall(operation, 'fails', what);
}

const NAMED: Partial<Record<NamedCall, string>> = {
	card_topup: `It pays, so it was not called. ${ASK_FOR_PATH} Begin with the smallest top-up, by hand and under My Order Number. It may be POST {api_url}/partner/cards/{card_id}/topups.`,
	card_freeze: `A frozen card stays frozen, so it was not called. ${ASK_FOR_PATH} Begin with a card that you no longer need.`,
	webhook_register: `It replaces the callback URL, so it was not called. ${ASK_FOR_PATH} Begin with the URL that is set already.`,
};
const ORDERS =
	'It pays or changes something, so it was not called. Begin with the cheapest order, and look it up with Document: Get.';
const NEEDS_ID = 'It needs the ID of a record, so it was not called. Try it with one of yours.';

function notChecked(operation: Operation): CheckedCall {
	const { endpoint, effect } = operation;
	const named = endpoint.named && NAMED[endpoint.named];
	const what = named ?? (effect === 'read' ? NEEDS_ID : ORDERS);
	return checkedCall(operation, 'not_checked', what);
}

/** What the credential holds, with all suggestions over it. */
function wholeJson(own: Differences, calls: readonly CheckedCall[]): CheckedCall {
	const suggestions = calls.flatMap(({ suggestion }) => suggestion ?? []);
	const whole = Object.entries<object | string | undefined>({
		...suggestions.reduce(merged, own),
	}).filter(([, value = {}]) => Object.keys(value).length > 0);
	const [result, what] =
		suggestions.length > 0
			? (['differs', 'Copy this into API Differences of the credential, and check again.'] as const)
			: (['works', 'API Differences of the credential may stay as it is.'] as const);
	const suggestion = Object.fromEntries(whole);
	return { call: 'API Differences', section: '4.9', result, what, suggestion };
}
