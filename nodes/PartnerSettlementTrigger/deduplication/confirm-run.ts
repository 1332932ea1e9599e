import { setTimeout as pause } from 'node:timers/promises';

import {
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { reasonOf } from '../reason-of';
import { type Claim, claimOf } from './claimed-item';
import type { MarkVerdict } from './marks';
import { nodeKey } from './node-key';
import { nodeMemory, REMEMBERED_EVENTS } from './node-memory';
import { readRedisUrl, redisConnection } from './redis-connection';
import { RedisStore } from './redis-store';
import type { MarkLog } from './shared-log';

const LEAST_ATTEMPTS = 5;
const BETWEEN_ATTEMPTS_MS = 500;
/**
 * For how long a run waits until another Redis has taken over, in milliseconds: nothing has been done yet. A worker that is
 * told to stop kills its runs after 30 s, and then n8n throws away what they were to do.
 */
const REDIS_PATIENCE_MS = 20_000;
/** Each event leaves three entries; there is room for those of runs under way. */
const MAX_ENTRIES = REMEMBERED_EVENTS * 3 + 1_000;

/**
 * The trigger's part in a run that n8n has stored: marks its event as applied by this run. Of two runs of one event,
 * the second to get here ends with no items; a retry of the first passes again. The node's settings On Error and Always
 * Output Data do not change that.
 *
 * @throws NodeApiError when the mark could not be made: the run fails visibly, and can be retried
 * @throws NodeOperationError when it is not known which run applies the event
 */
export async function confirmRun(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	endWhereItEnds(context);
	const passed: INodeExecutionData[] = [];
	for (const item of context.getInputData()) {
		const claim = claimOf(item);
		if (!claim || (await applies(context, claim))) {
			passed.push({ json: item.json });
		}
	}
	return passed;
}

/**
 * With one of these settings n8n would send on what this node holds back: its input after an error, or an empty item.
 * It reads them when the node is done.
 */
function endWhereItEnds(context: IExecuteFunctions): void {
	const { node } = context.getExecuteData();
	node.onError = 'stopWorkflow';
	node.continueOnFail = false;
	node.alwaysOutputData = false;
}

async function applies(context: IExecuteFunctions, claim: Claim): Promise<boolean> {
	refuseOfAnother(context.getNode(), claim);
	const verdict = await verdictOn(context, claim);
	if (verdict === 'in_doubt') {
		throw new NodeOperationError(
			context.getNode(),
			`It is not known whether another run has applied event ${claim.eventId}`,
			{
				description:
					'This run, or another one of the event, was interrupted while it asked. So that nothing is done twice, it does nothing, now and on every retry. Look among the executions for another one of this event that went on behind the trigger (one that ended there without items has applied nothing); if there is none, do by hand what the workflow would have done.',
			},
		);
	}
	if (verdict === 'stops') {
		context.logger.info(`Another run applies event ${claim.eventId}; this one ends`);
	}
	return verdict === 'applies';
}

/** @throws NodeOperationError: the marks of another node say nothing of what its runs have applied */
function refuseOfAnother(node: INode, { nodeId = node.id }: Claim): void {
	if (nodeId === node.id) return;
	throw new NodeOperationError(node, 'This event came to a trigger that was replaced since', {
		description:
			'It is not known here whether another run has applied the event. Retry this execution with the original workflow.',
	});
}

async function verdictOn(context: IExecuteFunctions, claim: Claim): Promise<MarkVerdict> {
	try {
		return await mark(context, claim);
	} catch (error) {
		const reason = reasonOf(error);
		throw new NodeApiError(
			context.getNode(),
			{ reason },
			{
				message: 'The event could not be marked as applied',
				description: `Nothing was done with it yet. Retry this execution once the store answers again. Reason: ${reason}`,
			},
		);
	}
}

async function mark(context: IExecuteFunctions, claim: Claim): Promise<MarkVerdict> {
	const node = nodeKey(context);
	if (claim.inRedis) {
		const redisUrl = await patiently(() => credentialRedisUrl(context));
		const ask = () => new RedisStore(redisConnection(redisUrl), node).mark(claim);
		return await patiently(ask, REDIS_PATIENCE_MS);
	}
	const { marks, store } = nodeMemory(node);
	const ask = () => marks.mark(claim, databaseLog(context));
	const verdict = await patiently(ask);
	store.noteRun(claim.eventId);
	return verdict;
}

/** @throws Error where it is empty by now: what other processes of n8n know of the event would not be asked for */
async function credentialRedisUrl(context: IExecuteFunctions): Promise<string> {
	const credential = await context.getCredentials<Record<string, unknown>>('partnerSettlementApi');
	const redisUrl = readRedisUrl(credential.deduplicationRedisUrl);
	if (redisUrl !== undefined) return redisUrl;
	throw new Error(
		'Deduplication Redis URL of the credential is empty, and was not when the event was delivered',
	);
}

/** n8n's own list of what a node has processed, in its database. */
function databaseLog({ helpers }: IExecuteFunctions): MarkLog {
	const options = { mode: 'entries', maxEntries: MAX_ENTRIES } as const;
	return {
		record: async (entries) => {
			const { new: fresh } = await helpers.checkProcessedAndRecord(entries, 'node', options);
			return fresh.map(String);
		},
		// To remove twice does no harm; to record twice would be taken for another's doing.
		remove: (entries) => patiently(() => helpers.removeProcessed(entries, 'node', options)),
	};
}

/**
 * The store may be away for a while; the run need not fail for that.
 *
 * @param patienceMs asks for so long, in milliseconds, and at least a few times
 */
async function patiently<T>(
	attempt: () => Promise<T>,
	patienceMs = 0,
	since = performance.now(),
	attempts = 1,
): Promise<T> {
	const isLast = attempts >= LEAST_ATTEMPTS && performance.now() - since > patienceMs;
	if (isLast) return await attempt();
	return await attempt().catch(async () => {
		await pause(BETWEEN_ATTEMPTS_MS);
		return await patiently(attempt, patienceMs, since, attempts + 1);
	});
}
