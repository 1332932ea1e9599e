import { setTimeout as pause } from 'node:timers/promises';

import { type IExecuteFunctions, type INodeExecutionData, NodeApiError } from 'n8n-workflow';

import { type Claim, claimOf } from './claimed-item';
import type { MarkLog } from './mark-queue';
import { nodeKey } from './node-key';
import { nodeMemory, REMEMBERED_EVENTS } from './node-memory';
import { readRedisUrl, redisConnection } from './redis-connection';
import { RedisStore } from './redis-store';

const ATTEMPTS = 5;
const BETWEEN_ATTEMPTS_MS = 500;
/** Each event leaves two entries: its own, and that of its run. */
const MAX_ENTRIES = REMEMBERED_EVENTS * 2;

/**
 * The trigger's part in a run that n8n has stored: marks its event as applied by this run. Of two runs of one event,
 * the second to get here ends with no items; a retry of the first passes again.
 *
 * @throws NodeApiError when the mark could not be made: the run fails visibly, and can be retried
 */
export async function confirmRun(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const passed: INodeExecutionData[] = [];
	for (const item of context.getInputData()) {
		const claim = claimOf(item);
		if (!claim || (await isOwner(context, claim))) {
			passed.push({ json: item.json });
		}
	}
	return passed;
}

async function isOwner(context: IExecuteFunctions, claim: Claim): Promise<boolean> {
	try {
		const passes = await patiently(() => mark(context, claim), ATTEMPTS);
		if (!passes) context.logger.info(`Another run applies event ${claim.eventId}; this one ends`);
		return passes;
	} catch (error) {
		// Only its text: a Redis client's error holds the command, and so maybe the password.
		const reason = { reason: error instanceof Error ? error.message : 'unknown' };
		throw new NodeApiError(context.getNode(), reason, {
			message: 'The event could not be marked as applied',
			description: `Nothing was done with it yet. Retry this execution once the store answers again. Reason: ${reason.reason}`,
		});
	}
}

async function mark(context: IExecuteFunctions, claim: Claim): Promise<boolean> {
	const node = nodeKey(context);
	const redisUrl = claim.inRedis ? await credentialRedisUrl(context) : undefined;
	if (redisUrl !== undefined)
		return await new RedisStore(redisConnection(redisUrl), node).mark(claim);
	const { marks, store } = nodeMemory(node);
	const passes = await marks.mark(claim, databaseLog(context));
	await store.confirm(claim.eventId);
	return passes;
}

async function credentialRedisUrl(context: IExecuteFunctions): Promise<string | undefined> {
	const credential = await context.getCredentials<Record<string, unknown>>('partnerSettlementApi');
	return readRedisUrl(credential.deduplicationRedisUrl);
}

/** n8n's own list of what a node has processed, in its database. */
function databaseLog({ helpers }: IExecuteFunctions): MarkLog {
	const options = { mode: 'entries', maxEntries: MAX_ENTRIES } as const;
	return {
		record: async (entries) => {
			const { new: fresh } = await helpers.checkProcessedAndRecord(entries, 'node', options);
			return fresh.map(String);
		},
		remove: async (entries) => {
			await helpers.removeProcessed(entries, 'node', options);
		},
	};
}

/** The store may be away for a moment; the run need not fail for that. */
async function patiently<T>(attempt: () => Promise<T>, attempts: number): Promise<T> {
	if (attempts === 1) return await attempt();
	return await attempt().catch(async () => {
		await pause(BETWEEN_ATTEMPTS_MS);
		return await patiently(attempt, attempts - 1);
	});
}
