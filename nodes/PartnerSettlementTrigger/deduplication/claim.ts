import { createHash, randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';

import {
	type FunctionsBase,
	type INode,
	type INodeExecutionData,
	type IWebhookFunctions,
	sleep,
} from 'n8n-workflow';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';

import { reasonOf, RedisStore } from '../../redis';

/** How long a delivery may take to start its run, in milliseconds. After that, a redelivery may start one. */
const STARTING_MS = 60_000;

/**
 * How long a stored run keeps others from starting, in milliseconds. n8n also responds with 200 for a run that it then
 * refuses to start, for example because of a credential. Such an event must not count as seen for good.
 */
const STORED_MS = 600_000;

/** How long a delivery waits for the outcome of another delivery of its event, in milliseconds. */
const MAX_WAIT_MS = 20_000;
const LOOK_EVERY_MS = 100;

/** How many events the process remembers, for all its trigger nodes together. */
const REMEMBERED_EVENTS = 20_000;

/** n8n stores the claim with the item of a run, so that execute() has it, also in a retry. */
const claimSchema = z.object({
	eventId: z.string(),
	/** The same for a run and its retries, different for every other run. */
	token: z.string(),
	inRedis: z.boolean(),
});

export type Claim = z.infer<typeof claimSchema>;

/**
 * Distinguishes this node from its copies in other workflows. The node's keys in Redis begin with this text. It does
 * not contain n8n's instance ID, because a process that cannot read that ID from the database has a different one.
 */
export function triggerIdOf(context: Pick<FunctionsBase, 'getWorkflow'>, { id }: INode): string {
	return `partner-settlement:${context.getWorkflow().id ?? ''}:${id}`;
}

/**
 * n8n's engine 2.0, an experiment so far, does not run the execute() of a trigger.
 *
 * @throws Error if the workflow is set to it
 */
export function assertSupportedEngine(context: Pick<FunctionsBase, 'getWorkflowSettings'>): void {
	if (context.getWorkflowSettings().engineType !== 'v2') return;
	throw new Error(
		'The workflow uses engine 2.0, which could apply events twice. Set it to the standard engine',
	);
}

/** The shared claims on events: a key has the token of the delivery that starts its run, or `STORED`. */
interface ClaimStore {
	setOnce: (key: string, value: string, forMs: number) => string | Promise<string>;
	set: (key: string, value: string, forMs: number) => unknown;
	deleteIf: (key: string, value: string) => unknown;
}

const STORED = 'stored';

/** With `ttlResolution` 0, it reads the clock each time instead of every millisecond. */
const claims = new LRUCache<string, string>({ max: REMEMBERED_EVENTS, ttlResolution: 0 });

/** The claims of one process. A restart forgets them; the database still knows which events a run has applied. */
const memory: ClaimStore = {
	setOnce: (key, value, forMs) => {
		const known = claims.get(key);
		if (known === undefined) claims.set(key, value, { ttl: forMs });
		return known ?? value;
	},
	set: (key, value, forMs) => claims.set(key, value, { ttl: forMs }),
	deleteIf: (key, value) => claims.get(key) === value && claims.delete(key),
};

/** Characters of an ID. A longer one is hashed, because it would fill the stores. */
const MAX_ID = 200;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The ID as the stores know it. A UUID (section 6.1, rule 2) is the same in upper case; another text may not be. */
function storedId(id: string): string {
	if (id.length > MAX_ID) return createHash('sha256').update(id).digest('hex');
	return UUID.test(id) ? id.toLowerCase() : id;
}

/**
 * Takes the claim on the event of a delivery. If deliveries of an event come at the same time, one gets the claim; the
 * others wait for its outcome. n8n's response to the delivery decides what becomes of its claim.
 *
 * @param triggerId as `triggerIdOf` gives it
 * @param redisUrl as `sharedRedis` of `nodes/redis.ts` gives it
 * @returns undefined if a run of the event was stored in the last ten minutes, as far as this store remembers
 * @throws Error if Redis does not respond, or the other delivery does not end in time
 */
export async function claimDelivery(
	context: IWebhookFunctions,
	triggerId: string,
	givenId: string,
	redisUrl: string | undefined,
): Promise<Claim | undefined> {
	const eventId = storedId(givenId);
	const token = randomUUID();
	const inRedis = redisUrl !== undefined;
	const store: ClaimStore = inRedis ? new RedisStore(redisUrl) : memory;
	const key = `${triggerId}:claim:${eventId}`;
	const deadline = performance.now() + MAX_WAIT_MS;
	for (;;) {
		const holder = await store.setOnce(key, token, STARTING_MS);
		if (holder === STORED) return undefined;
		if (holder === token) break;
		if (performance.now() >= deadline) {
			throw new Error('another delivery of the event is still being accepted');
		}
		await sleep(LOOK_EVERY_MS);
	}
	const response = context.getResponseObject();
	response.once('close', () => {
		noteOutcome(response, store, key, token).catch((error: unknown) => {
			context.logger.warn(`The outcome of a delivery could not be noted: ${reasonOf(error)}`);
		});
	});
	return { eventId, token, inRedis };
}

/** n8n responds with 200 once it has stored the run. If the sender has gone before that, the claim expires. */
async function noteOutcome(
	{ writableFinished, statusCode }: ServerResponse,
	store: ClaimStore,
	key: string,
	token: string,
): Promise<void> {
	if (!writableFinished) return;
	await (statusCode < 300 ? store.set(key, STORED, STORED_MS) : store.deleteIf(key, token));
}

/** The claim of an item; undefined without deduplication, for example in a test run from the editor. */
export function claimOf(item: INodeExecutionData): Claim | undefined {
	return claimSchema.safeParse(item.claim).data;
}
