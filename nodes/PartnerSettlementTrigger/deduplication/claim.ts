import { randomUUID } from 'node:crypto';

import {
	type FunctionsBase,
	type INode,
	type INodeExecutionData,
	type IWebhookFunctions,
	sleep,
} from 'n8n-workflow';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';

import { type ClaimState, reasonOf, RedisStore } from './redis';

/** How long a delivery may take to start its run, in milliseconds. After that, a redelivery may start one. */
const STARTING_MS = 60_000;

/**
 * How long a stored run may take to begin, in milliseconds. n8n also responds with 200 for a run that it then
 * refuses to start, say over a credential. Such an event must not count as seen for good.
 */
const STORED_MS = 600_000;

/** How long a delivery waits for the outcome of another one of its event, in milliseconds. */
const MAX_WAIT_MS = 20_000;
const LOOK_EVERY_MS = 100;

/** How many events the process remembers, those of all its trigger nodes together. */
const REMEMBERED_EVENTS = 20_000;

/** n8n stores it with the item of a run, so that execute() has it, and a retry as well. */
const claimSchema = z.object({
	eventId: z.string(),
	/** The same for a run and its retries, different for every other run. */
	token: z.string(),
	inRedis: z.boolean(),
});

export type Claim = z.infer<typeof claimSchema>;

/** Where the deliveries of an event meet. */
type ClaimStore = Pick<RedisStore, 'take' | 'noteStored' | 'free'>;

/**
 * Tells this node from its copies in other workflows and from its twin in another n8n. A cloned n8n may have the same ids,
 * but all processes of one n8n, and only they, have its instance id.
 */
export function nodeKey(
	context: Pick<FunctionsBase, 'getInstanceId' | 'getWorkflow'>,
	{ id }: INode,
): string {
	return `${context.getInstanceId()}:${context.getWorkflow().id ?? ''}:${id}`;
}

/**
 * n8n's engine 2.0, an experiment so far, does not run the execute() of a trigger.
 *
 * @throws Error where the workflow is set to it
 */
export function assertSupportedEngine(context: Pick<FunctionsBase, 'getWorkflowSettings'>): void {
	if (context.getWorkflowSettings().engineType !== 'v2') return;
	throw new Error(
		'The workflow is set to engine 2.0, with which events could be applied twice: set it to the standard engine',
	);
}

/**
 * Is this delivery being taken already? Of simultaneous deliveries of an event, one gets the claim; the others wait
 * for its outcome. What n8n responds to the delivery decides what becomes of its claim.
 *
 * @param node as `nodeKey` gives it
 * @param redisUrl as `sharedRedis` gives it
 * @returns undefined where a run of the event is stored already
 * @throws Error when Redis does not respond, and when the other delivery does not end in time
 */
export async function claimDelivery(
	context: IWebhookFunctions,
	node: string,
	givenId: string,
	redisUrl: string | undefined,
): Promise<Claim | undefined> {
	// UUIDs are the same in capitals.
	const eventId = givenId.toLowerCase();
	const token = randomUUID();
	const inRedis = redisUrl !== undefined;
	const store: ClaimStore = inRedis ? new RedisStore(redisUrl, node) : new MemoryClaims(node);
	const deadline = performance.now() + MAX_WAIT_MS;
	for (;;) {
		const state = await store.take(eventId, token, STARTING_MS);
		if (state === 'stored') return undefined;
		if (state === 'claimed') break;
		if (performance.now() >= deadline) {
			throw new Error('another delivery of the event is still being accepted');
		}
		await sleep(LOOK_EVERY_MS);
	}
	noteOutcome(context, store, eventId);
	return { eventId, token, inRedis };
}

/** n8n responds with 200 once it has stored the run. If the sender is gone before that, the claim expires. */
function noteOutcome(context: IWebhookFunctions, store: ClaimStore, eventId: string): void {
	const response = context.getResponseObject();
	response.once('close', () => {
		if (!response.writableFinished) return;
		const isStored = response.statusCode < 300;
		const noted = isStored ? store.noteStored(eventId, STORED_MS) : store.free(eventId);
		noted.catch((error: unknown) => {
			context.logger.warn(`The outcome of a delivery could not be noted: ${reasonOf(error)}`);
		});
	});
}

/** The claim of an item; undefined where nothing is deduplicated, as in a test of the editor. */
export function claimOf(item: INodeExecutionData): Claim | undefined {
	return claimSchema.safeParse(item.claim).data;
}

/** Without a resolution of its own, it asks the clock each time instead of every millisecond. */
const events = new LRUCache<string, ClaimState>({ max: REMEMBERED_EVENTS, ttlResolution: 0 });

/** The claims of one process. A restart forgets them: what was applied then, the database knows. */
export class MemoryClaims implements ClaimStore {
	constructor(private readonly node: string) {}

	async take(eventId: string, _token: string, forMs: number): Promise<ClaimState> {
		const state = events.get(this.key(eventId));
		if (!state) events.set(this.key(eventId), 'starting', { ttl: forMs });
		return await Promise.resolve(state ?? 'claimed');
	}

	async noteStored(eventId: string, forMs: number): Promise<void> {
		events.set(this.key(eventId), 'stored', { ttl: forMs });
		await Promise.resolve();
	}

	async free(eventId: string): Promise<void> {
		events.delete(this.key(eventId));
		await Promise.resolve();
	}

	private key(eventId: string): string {
		return `${this.node} ${eventId}`;
	}
}
