import { type IExecuteFunctions, type INodeExecutionData, NodeApiError, sleep } from 'n8n-workflow';

import { type Claim, claimOf, nodeKey } from './claim';
import { DatabaseStore } from './database';
import { readRedisUrl, reasonOf, RedisStore } from './redis';

const BETWEEN_ATTEMPTS_MS = 500;
/** Long enough for another Redis to take over. A worker that is told to stop kills its runs after 30 s. */
const REDIS_TIMEOUT_MS = 20_000;

/**
 * Has a run of this event been applied? Every run asks before anything behind the trigger is done. A run whose event
 * another run applies ends here, without items. On Error and Always Output Data do not change that.
 *
 * @returns the items of the events that this run applies
 * @throws NodeApiError when the store does not respond: the run fails visibly, and can be retried
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

async function ask(context: IExecuteFunctions, claim: Claim): Promise<boolean> {
	const { eventId, token } = claim;
	const node = nodeKey(context);
	// A run that was stopped must not record the event: nothing would apply it any more.
	const signal = context.getExecutionCancelSignal();
	if (claim.inRedis) {
		const store = new RedisStore(await credentialRedisUrl(context), node);
		return await askWithRetries(store, claim, signal);
	}
	// Asked once: if the response were lost, a duplicate that asks again would find its own entry.
	return await new DatabaseStore(context.helpers, node).apply(eventId, token, signal);
}

/** Redis may be away for a while, and the run need not fail for that: nothing has been done yet. */
async function askWithRetries(
	store: RedisStore,
	{ eventId, token }: Claim,
	signal: AbortSignal | undefined,
): Promise<boolean> {
	const deadline = performance.now() + REDIS_TIMEOUT_MS;
	while (performance.now() < deadline) {
		signal?.throwIfAborted();
		const isOurs = await store.apply(eventId, token).catch(() => undefined);
		if (isOurs !== undefined) return isOurs;
		await sleep(BETWEEN_ATTEMPTS_MS);
	}
	signal?.throwIfAborted();
	return await store.apply(eventId, token);
}

/** @throws Error where it is empty by now: other processes of n8n may have applied the event */
async function credentialRedisUrl(context: IExecuteFunctions): Promise<string> {
	const credential = await context.getCredentials<Record<string, unknown>>('partnerSettlementApi');
	const redisUrl = readRedisUrl(credential.deduplicationRedisUrl);
	if (redisUrl !== undefined) return redisUrl;
	throw new Error(
		'Deduplication Redis URL of the credential is empty, and was not when the event was delivered',
	);
}
