import {
	type Failure,
	type INodeExecutionData,
	type IPollFunctions,
	NodeError,
	NodeOperationError,
	type WorkflowActivateMode,
} from 'n8n-workflow';
import { z } from 'zod';

import {
	expectShape,
	isDecimal,
	PartnerApiError,
	PartnerClient,
	schemas,
	tokenProvider,
} from '../../partner-api';
import { activationError } from '../activation-error';
import { outcomeOf, toNodeError } from '../PartnerSettlement/messages/node-error';
import { egressOf, readCredential } from '../PartnerSettlement/run/context';
import { refuseNothing } from '../PartnerSettlement/run/parameters';
import { type Balance, balanceGet } from '../PartnerSettlement/operations/balance/get';
import { OPTIONS, readThresholds } from './thresholds';
import { type Alert, balanceItem, step, type Thresholds } from './watch';

type Output = INodeExecutionData[][] | null;

/** Starts a run that ends at the trigger: n8n saves the static data of a poll only together with a run. */
const NO_ITEMS: Output = [[]];

/** Well within a minute, the shortest interval n8n allows: the next poll comes anyway. */
const LIMITS = { timeoutMs: 10_000, retry: { retries: 2, longestWait: 2 } };

const alertSchema = z.object({
	account: z.string(),
	threshold: z.string().refine(isDecimal),
	since: z.string(),
});

/** n8n makes a context for each activation of a node and keeps it for the polls that follow. */
const polled = new WeakSet<IPollFunctions>();
const underWay = new WeakSet<IPollFunctions>();

/** The workflow was active before, and nobody is there to see an error. */
const RESTART: readonly WorkflowActivateMode[] = ['init', 'leadershipChange'];

/**
 * One poll: reads the balance and starts a run when it has fallen below the threshold. A poll that fails changes
 * nothing of what the watch knows.
 *
 * @returns the run's item; null for no run; a run without items when the watch is armed again
 * @throws NodeApiError or NodeOperationError when the balance cannot be read, except in the first poll after a restart
 */
export async function poll(context: IPollFunctions): Promise<Output> {
	// n8n does not wait for a poll before it starts the next one.
	if (underWay.has(context)) return null;
	underWay.add(context);
	try {
		return await pollAlone(context);
	} finally {
		underWay.delete(context);
	}
}

async function pollAlone(context: IPollFunctions): Promise<Output> {
	const mode = context.getActivationMode();
	// n8n polls once while it activates the node; where that poll throws, the node does not go live.
	const isActivation = !polled.has(context) && mode !== 'manual';
	polled.add(context);
	try {
		return await look(context);
	} catch (error) {
		if (!isActivation) {
			throw error instanceof NodeError
				? error
				: new NodeOperationError(context.getNode(), error as Error);
		}
		const failure = activationError(context.getNode(), error);
		if (!RESTART.includes(mode)) throw failure;
		// n8n would give the workflow up after some seconds of trying.
		context.logger.warn(`The first poll after the start of n8n failed: ${failure.message}`);
		return null;
	}
}

async function look(context: IPollFunctions): Promise<Output> {
	const thresholds = thresholdsOf(context);
	const { account, balance } = await readBalance(context);
	const at = new Date().toISOString();
	// From here on nothing is waited for: two polls cannot both find that no alert stands.
	const data = context.getWorkflowStaticData('node');
	// What cannot be read counts for no alert: better one alert too many.
	const last: Alert | undefined = alertSchema.safeParse(data.alert).data;
	const reading = { account, available: balance.available_balance, at };
	const { fires, alert } = step(last, reading, thresholds);
	const output = [[balanceItem(balance, thresholds, alert?.since)]];
	// A test in the editor shows the balance as it is.
	if (context.getMode() === 'manual') return output;
	if (alert !== last) data.alert = alert && { ...alert };
	if (fires) return output;
	return last !== undefined && alert === undefined ? NO_ITEMS : null;
}

/** @throws NodeOperationError; nothing was sent */
function thresholdsOf(context: IPollFunctions): Thresholds {
	try {
		const threshold = context.getNodeParameter('threshold');
		const options = context.getNodeParameter('options', {}) as Record<string, unknown>;
		refuseNothing(
			options,
			context.getNodeParameter('options', {}, { rawExpressions: true }),
			OPTIONS,
		);
		return readThresholds({ threshold, options });
	} catch (error) {
		throw toNodeError(context.getNode(), error, {
			operation: balanceGet,
			changesState: false,
			outcome: 'not_sent',
		});
	}
}

/**
 * Reads the balance (section 4.2).
 *
 * @returns it, and whose it is
 * @throws NodeOperationError for a credential that cannot be used, NodeApiError when the call fails
 */
async function readBalance(
	context: IPollFunctions,
): Promise<{ account: string; balance: Balance }> {
	const { settings } = await readCredential(context, balanceGet);
	const { endpoint, scope } = balanceGet;
	const { method, base, path } = endpoint;
	const client = new PartnerClient(settings, { ...LIMITS, egress: egressOf(context.helpers) });
	try {
		const call = { method, base, path, retrySafety: 'safe', scope: scope ?? undefined } as const;
		const balance = expectShape(schemas.balanceSchema, await client.call(call));
		return { account: `${settings.apiUrl} ${settings.partnerId}`, balance };
	} catch (error) {
		const nodeError = toNodeError(context.getNode(), error, {
			operation: balanceGet,
			changesState: false,
			outcome: outcomeOf(error),
			timeLimit: `${LIMITS.timeoutMs / 1000} seconds`,
			grantedScopes: tokenProvider.peek(settings)?.scopes,
		});
		throw Object.assign(nodeError, { failure: forNextPoll(error) });
	}
}

/**
 * What n8n's durable scheduler goes by for its next poll. After a 401 or 403 it would poll again only in half an hour. The
 * refusal may pass any minute, and a balance that falls meanwhile would go unseen.
 */
function forNextPoll(error: unknown): Failure {
	const asked = error instanceof PartnerApiError ? error.details.retryAfterSeconds : undefined;
	return {
		cause: 'temporarily-unavailable',
		...(asked !== undefined && { retryAfterMs: asked * 1000 }),
	};
}
