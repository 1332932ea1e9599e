import { type IExecuteFunctions, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';

import { type Claim, claimOf, triggerIdOf } from './claim';
import { isFirstInDatabase } from './database';
import { readRedisUrl } from '../../../partner-api';
import { reasonOf, RedisStore } from '../../redis';

/** How long Redis remembers that an event was applied, from its first run on, in milliseconds: 90 days. */
const APPLIED_MS = 90 * 24 * 60 * 60 * 1_000;

/**
 * Is this the first run of its event? Every run asks before any later node runs, and asking records it. A retry of the
 * first run goes on. Any other run of a remembered event ends here without items, despite On Error and Always Output Data.
 *
 * @returns the items of the events of which this run is the first
 * @throws NodeOperationError if the store does not respond: the run fails visibly, and can be retried
 */
export async function itemsOfFirstRuns(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	ignoreSettings(context);
	const items: INodeExecutionData[] = [];
	for (const item of context.getInputData()) {
		const claim = claimOf(item);
		if (!claim || (await isFirst(context, claim))) items.push({ json: item.json });
		else context.logger.info(`Another run handles event ${claim.eventId}, so this one ends`);
	}
	return items;
}

/** With these settings n8n would send on an item that this node keeps back. It reads them when the node is done. */
function ignoreSettings(context: IExecuteFunctions): void {
	const { node } = context.getExecuteData();
	node.onError = 'stopWorkflow';
	node.continueOnFail = false;
	node.alwaysOutputData = false;
}

/** Whether this run is the first of its event to ask, or a retry of that first run. */
async function isFirst(context: IExecuteFunctions, claim: Claim): Promise<boolean> {
	try {
		// A run that was stopped must not record the event, or it would never be applied.
		const signal = context.getExecutionCancelSignal();
		const triggerId = triggerIdOf(context, context.getNode());
		if (!claim.inRedis) return await isFirstInDatabase(context.helpers, triggerId, claim, signal);
		const store = new RedisStore(await redisUrlOf(context));
		signal?.throwIfAborted();
		const key = `${triggerId}:applied:${claim.eventId}`;
		return (await store.setOnce(key, claim.token, APPLIED_MS)) === claim.token;
	} catch (error) {
		const reason = reasonOf(error);
		const message = 'The event could not be marked as applied';
		throw new NodeOperationError(context.getNode(), message, {
			description: `This run did nothing with it. Retry this execution when n8n's database, or Redis, responds again. Reason: ${reason}`,
		});
	}
}

async function redisUrlOf(context: IExecuteFunctions): Promise<string> {
	const credential = await context.getCredentials<Record<string, unknown>>('partnerSettlementApi');
	const redisUrl = readRedisUrl(credential.deduplicationRedisUrl);
	if (redisUrl !== undefined) return redisUrl;
	// Other processes of n8n may have applied the event.
	throw new Error('Redis URL of the credential is empty, but was filled in when the event arrived');
}
