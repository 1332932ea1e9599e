import { type IExecuteFunctions, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';

import { type Claim, claimOf, nodeKey } from './claim';
import { DatabaseStore } from './database';
import { readRedisUrl, reasonOf, RedisStore } from './redis';

/**
 * Has a run of this event been applied? Every run asks before anything behind the trigger is done. A run whose event
 * another run applies ends here, without items. On Error and Always Output Data do not change that.
 *
 * @returns the items of the events that this run applies
 * @throws NodeOperationError when the store does not respond: the run fails visibly, and can be retried
 */
export async function itemsToApply(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	ignoreSettings(context);
	const items: INodeExecutionData[] = [];
	for (const item of context.getInputData()) {
		const claim = claimOf(item);
		if (!claim || (await applies(context, claim))) items.push({ json: item.json });
	}
	return items;
}

/** With these settings n8n would send on an item that this node holds back. It reads them when the node is done. */
function ignoreSettings(context: IExecuteFunctions): void {
	const { node } = context.getExecuteData();
	node.onError = 'stopWorkflow';
	node.continueOnFail = false;
	node.alwaysOutputData = false;
}

async function applies(context: IExecuteFunctions, claim: Claim): Promise<boolean> {
	try {
		const isOurs = await ask(context, claim);
		if (!isOurs) context.logger.info(`Another run applies event ${claim.eventId}; this one ends`);
		return isOurs;
	} catch (error) {
		const reason = reasonOf(error);
		const message = 'The event could not be marked as applied';
		throw new NodeOperationError(context.getNode(), message, {
			description: `Nothing was done with it yet. Retry this execution once the store answers again. Reason: ${reason}`,
		});
	}
}

async function ask(context: IExecuteFunctions, { eventId, token, inRedis }: Claim) {
	const node = nodeKey(context, context.getNode());
	// A run that was stopped must not record the event: nothing would apply it any more.
	const signal = context.getExecutionCancelSignal();
	if (!inRedis) return await new DatabaseStore(context.helpers, node).apply(eventId, token, signal);
	const credential = await context.getCredentials<Record<string, unknown>>('partnerSettlementApi');
	const redisUrl = readRedisUrl(credential.deduplicationRedisUrl);
	if (redisUrl === undefined) {
		// Other processes of n8n may have applied the event.
		throw new Error(
			'Deduplication Redis URL of the credential is empty, and was not when the event was delivered',
		);
	}
	signal?.throwIfAborted();
	return await new RedisStore(redisUrl, node).apply(eventId, token);
}
