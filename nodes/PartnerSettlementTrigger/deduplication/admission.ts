import { randomUUID } from 'node:crypto';

import type { IWebhookFunctions } from 'n8n-workflow';

import { reasonOf } from '../reason-of';
import type { Claim } from './claimed-item';
import { watchOutcome } from './delivery-outcome';
import type { ClaimVerdict, EventStore } from './event-store';
import { nodeKey } from './node-key';
import { nodeMemory } from './node-memory';
import { redisConnection } from './redis-connection';
import { RedisStore } from './redis-store';
import { saveEvents, savedEvents } from './saved-events';

/** Whether a delivery starts a run: with a claim it does. */
export type Admission = { verdict: 'claimed'; claim: Claim } | { verdict: 'seen' | 'busy' };

/**
 * Lets one delivery of each event pass. n8n's answer to it decides whether the event counts as seen.
 *
 * @param signature of the delivery
 * @param redisUrl where several processes of n8n share what they have seen; without it, each has its own memory
 * @throws Error when Redis does not answer
 */
export async function admit(
	context: IWebhookFunctions,
	eventId: string,
	signature: string,
	redisUrl: string | undefined,
): Promise<Admission> {
	const token = randomUUID();
	const node = nodeKey(context);
	nodeMemory(node).deliveries.set(signature, eventId);
	const verdict =
		redisUrl === undefined
			? await claimInMemory(context, node, eventId, token)
			: await claimInRedis(context, node, eventId, token, redisUrl);
	if (verdict !== 'claimed') return { verdict };
	const { id: nodeId } = context.getNode();
	return { verdict, claim: { eventId, token, inRedis: redisUrl !== undefined, nodeId } };
}

/**
 * The event of a verified delivery, where it is known to be a duplicate for which nothing is left to be done.
 *
 * @param signature as it came
 */
export function knownDuplicate(context: IWebhookFunctions, signature: string): string | undefined {
	const memory = nodeMemory(nodeKey(context));
	const eventId = memory.deliveries.get(signature);
	return eventId !== undefined && memory.isDone(eventId) ? eventId : undefined;
}

/**
 * Tells the store what becomes of a claim.
 *
 * @param ended called when the delivery has had its answer, or will have none
 */
function watchClaim(
	store: EventStore,
	context: IWebhookFunctions,
	{ eventId, token }: Pick<Claim, 'eventId' | 'token'>,
	ended?: () => void,
): void {
	const tell = (outcome: Promise<void>): void => {
		outcome.catch((error: unknown) => {
			context.logger.warn(`The outcome of a delivery could not be noted: ${reasonOf(error)}`);
		});
		ended?.();
	};
	watchOutcome(context.getResponseObject(), {
		stored: () => tell(store.acknowledge(eventId, token)),
		failed: () => tell(store.release(eventId, token)),
		unknown: () => tell(store.abandon(eventId, token)),
	});
}

/**
 * What was seen before the URL was set is not in Redis, but still in the workflow's static data, and in memory. Of what
 * was only stored, n8n's database may know that it was applied, but in Redis nothing keeps it from being applied again.
 */
async function claimInRedis(
	context: IWebhookFunctions,
	node: string,
	eventId: string,
	token: string,
	redisUrl: string,
): Promise<ClaimVerdict> {
	const memory = nodeMemory(node);
	memory.learn(savedEvents(context));
	if (memory.store.wasStored(eventId)) return 'seen';
	const store = new RedisStore(redisConnection(redisUrl), node);
	const claiming = store.claim(eventId, token);
	// A claim that has had no answer may still be sent, with nobody to tell its outcome: what comes after it takes it back.
	claiming.catch(() => store.release(eventId, token).catch(() => undefined));
	const verdict = await claiming;
	if (verdict === 'claimed') watchClaim(store, context, { eventId, token });
	return verdict;
}

/**
 * Memory alone would not know after a restart what was seen before. So what is seen also goes into the workflow's
 * static data. The deliveries whose turn it is (`SaveTurns`) have n8n save that, after it has stored the run and before
 * it answers. Should the process end before the next of them, what was answered in between is not saved; what execute()
 * marks is.
 */
async function claimInMemory(
	context: IWebhookFunctions,
	node: string,
	eventId: string,
	token: string,
): Promise<ClaimVerdict> {
	const memory = nodeMemory(node);
	const saved = savedEvents(context);
	memory.learn(saved);
	const verdict = await memory.store.claim(eventId, token);
	if (verdict === 'claimed') {
		const save = (): void => saveEvents(context, () => memory.toSavedWith(eventId, token));
		memory.beginDelivery(token, save);
		watchClaim(memory.store, context, { eventId, token }, () => memory.endDelivery(token));
	} else if (verdict === 'seen' && !memory.isIn(saved, eventId)) {
		saveEvents(context, () => memory.toSaved());
	}
	return verdict;
}
