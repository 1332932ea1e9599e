import type { INodeExecutionData } from 'n8n-workflow';
import pMap from 'p-map';

import type { Differences, NamedCall, PartnerClient } from '../../../partner-api';
import { costs, directCall, type Operation } from '../definition/operation';
import type { ResourceName } from '../definition/parameters';
import { toNodeError } from '../messages/node-error';
import { findOperation, OPERATIONS } from '../operations';
import { callLimitsOf, readCallOptions } from '../run/call-options';
import type { RunContext } from '../run/context';
import { toItem } from '../run/output';
import { checkLookup, checkResponse, checkScreening } from './checks';
import {
	ASK_FOR_PATH,
	type CheckedCall,
	checkedCall,
	checkWithNeighbours,
	failureOf,
	merged,
	trying,
} from './trial';

const AT_ONCE = { concurrency: 2 };
/** They have no calls of their own, or any. */
const NO_CALLS = new Set<ResourceName>(['accessToken', 'apiCall', 'setup']);

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
		const { differences: own } = run.settings;
		const given = run.client.with(own, limits);
		const token = await checkToken(given);
		const api = trying(given, token.suggestion ?? {});
		const operations = OPERATIONS.filter(
			({ resource, isLocal }) => !isLocal && !NO_CALLS.has(resource),
		);
		// Many long responses at once would keep n8n busy.
		const checks = await pMap(operations, async (one) => await checkOne(api, one), AT_ONCE);
		const calls = [token, ...checks];
		return [...calls, wholeJson(own, calls)].map((call) => toItem(call, 0, undefined));
	} catch (error) {
		const { node, operation } = run;
		throw toNodeError(node.getNode(), error, { operation, itemIndex: 0 });
	}
}

async function checkOne(api: PartnerClient, operation: Operation): Promise<CheckedCall> {
	const { resource, effect, fields } = operation;
	if (resource === 'document') return await checkWithNeighbours(api, operation, checkLookup);
	if (operation === findOperation('kyt', 'get')) {
		return await checkWithNeighbours(api, operation, checkScreening);
	}
	const isFree = effect === 'read' && !fields.some(({ required }) => required);
	if (!isFree) return notChecked(operation);
	return await checkWithNeighbours(api, operation, checkResponse);
}

const AGENT_EXCHANGE = '/auth/v1/agent/token';

/** Whether calls on {base_url} take the token, or one of their own (section 5.2). */
async function checkToken(api: PartnerClient): Promise<CheckedCall> {
	const operation = findOperation('accessToken', 'inspect');
	const cards = directCall(findOperation('card', 'getAll'));
	const failure = await failureOf(api, cards);
	if (!failure) {
		const what = api.settings.differences.agentTokenPath
			? 'Calls on Base URL take a token of their own, as API Differences says.'
			: 'One access token serves both addresses.';
		return checkedCall(operation, 'works', what);
	}
	const { status, phase } = failure.details;
	if (phase === 'token') {
		const what = `The token of calls on Base URL could not be had (${failure.message}). Check agentTokenPath in API Differences.`;
		return checkedCall(operation, 'fails', what);
	}
	if (status !== 401 && status !== 403) {
		const what = `Whether calls on Base URL take the access token cannot be told: the list of cards fails (${failure.message}).`;
		return checkedCall(operation, 'not_checked', what);
	}
	const suggestion = { agentTokenPath: AGENT_EXCHANGE };
	if (!(await failureOf(trying(api, suggestion), cards))) {
		const what = `Calls on Base URL take a token of their own, from ${AGENT_EXCHANGE}.`;
		return checkedCall(operation, 'differs', what, suggestion);
	}
	const what = `Calls on Base URL refuse the access token (HTTP ${String(status)}). Ask the provider of the API which scope they need, or where their token is exchanged, and enter that as agentTokenPath.`;
	return checkedCall(operation, 'fails', what);
}

/** With what to begin, by hand, where the least is lost. */
const BEGIN_WITH: Partial<Record<NamedCall, string>> = {
	card_topup: 'the smallest top-up, under My Order Number',
	card_freeze: 'a card that you no longer need, as it stays frozen',
	webhook_register: 'the callback URL that is set already, as it is replaced',
};

function notChecked(operation: Operation): CheckedCall {
	const { endpoint, effect } = operation;
	const begin = endpoint.named && BEGIN_WITH[endpoint.named];
	const cheapest = 'Begin with the cheapest order, and look it up with Document: Get.';
	const advice = begin ? `${ASK_FOR_PATH} Begin with ${begin}.` : costs(operation) && cheapest;
	const what =
		effect === 'read'
			? 'It needs something of yours, such as the ID of a record, so it was not called.'
			: `It ${costs(operation) ? 'pays' : 'changes something'}, so it was not called.`;
	return checkedCall(operation, 'not_checked', [what, advice].filter(Boolean).join(' '));
}

/** What the credential holds, with all suggestions over it. */
function wholeJson(own: Differences, calls: readonly CheckedCall[]): CheckedCall {
	const suggestions = calls.flatMap(({ suggestion }) => suggestion ?? []);
	const whole: Record<string, unknown> = { ...suggestions.reduce(merged, own) };
	const told = Object.entries(whole).filter(([, value]) => Object.keys(value ?? {}).length > 0);
	const fails = calls.some(({ result }) => result === 'fails');
	const stays = fails
		? 'There is nothing to copy. See the calls that fail.'
		: 'API Differences of the credential may stay as it is.';
	const differs = suggestions.length > 0;
	return {
		call: 'API Differences',
		section: '4.9',
		result: differs ? 'differs' : fails ? 'not_checked' : 'works',
		what: differs ? 'Copy this into API Differences of the credential, and check again.' : stays,
		suggestion: Object.fromEntries(told),
	};
}
