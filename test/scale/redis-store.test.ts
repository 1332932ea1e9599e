// Claims and applied events in a real Redis, asked by two processes: each has a connection of its own.
import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import fc from 'fast-check';
import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import { itemsOfFirstRuns } from '../../nodes/PartnerSettlementTrigger/deduplication/first-run';
import {
	type Claim,
	claimDelivery,
} from '../../nodes/PartnerSettlementTrigger/deduplication/claim';
import { redisConnection } from '../../nodes/redis';
import { redisUrl } from '../../dev/stack/services.cjs';
import { useRedis } from './support/own-redis';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** A delivery that has the claim or, without one, is a duplicate. */
interface Delivery {
	claim: Claim | undefined;
	/** n8n responds. */
	respond: (status: number) => void;
}

let eventId: string;
const workflow = `test-${randomUUID()}`;
const own = useRedis(workflow);

beforeEach(() => {
	eventId = randomUUID();
});

const triggerId = (node: string) => `partner-settlement:${workflow}:${node}`;

function key(of: 'applied' | 'claim' = 'claim'): string {
	return `${triggerId('node')}:${of}:${eventId}`;
}

async function deliver(url: string, node = 'node'): Promise<Delivery> {
	const response = Object.assign(new EventEmitter(), { writableFinished: true, statusCode: 0 });
	const context = { getResponseObject: () => response } as unknown as IWebhookFunctions;
	const claim = await claimDelivery(context, triggerId(node), eventId, url);
	return {
		claim,
		respond: (status) => {
			response.statusCode = status;
			response.emit('close');
		},
	};
}

async function claimed(url: string): Promise<Delivery & { claim: Claim }> {
	const { claim, ...rest } = await deliver(url);
	if (!claim) throw new Error('A duplicate');
	return { claim, ...rest };
}

/** Whether a run applies the event. */
async function apply(url: string, token: string, node = 'node'): Promise<boolean> {
	const items = await itemsOfFirstRuns({
		getExecuteData: () => ({ node: {} }),
		getNode: () => ({ id: node }),
		getWorkflow: () => ({ id: workflow }),
		getExecutionCancelSignal: () => undefined,
		getInputData: () => [{ json: {}, claim: { eventId, token, inRedis: true } }],
		getCredentials: () => Promise.resolve({ deduplicationRedisUrl: url }),
		logger: { info: () => undefined },
	} as unknown as IExecuteFunctions);
	return items.length === 1;
}

test('of many that claim an event at once, one gets it', async () => {
	const deliveries = Array.from({ length: 20 }, (_, index) =>
		deliver(index % 2 ? redisUrl : own.otherUrl),
	);
	const first = await Promise.race(deliveries);
	first.respond(200);
	const claims = (await Promise.all(deliveries)).filter(({ claim }) => claim !== undefined);
	expect(claims).toEqual([first]);
});

test('a claim whose response is lost on the way is claimed', async () => {
	await redisConnection(own.otherUrl).ping();
	own.other.loseNextAnswer();
	await claimed(own.otherUrl);
});

test('once its run is stored, an event is seen', async () => {
	const { respond } = await claimed(redisUrl);
	respond(200);
	expect((await deliver(own.otherUrl)).claim).toBeUndefined();
	// A run that is stored and never begins does not swallow its event.
	expect(await own.redis.pttl(key())).toBeGreaterThan(9 * MINUTE_MS);
	expect(await own.redis.pttl(key())).toBeLessThanOrEqual(10 * MINUTE_MS);
});

test('a run that begins before its delivery is answered stays the one that applies the event', async () => {
	const { claim, respond } = await claimed(redisUrl);
	expect(await apply(own.otherUrl, claim.token)).toBe(true);
	respond(500);
	const next = await claimed(redisUrl);
	expect(await apply(redisUrl, next.claim.token)).toBe(false);
	expect(await own.redis.get(key('applied'))).toBe(claim.token);
});

test('a claim that is freed goes to the next, and expires by itself', async () => {
	const { respond } = await claimed(redisUrl);
	respond(503);
	await claimed(own.otherUrl);
	expect(await own.redis.pttl(key())).toBeGreaterThan(0);
	expect(await own.redis.pttl(key())).toBeLessThanOrEqual(MINUTE_MS);
});

test('of many runs that ask at once, one applies the event', async () => {
	const runs = Array.from({ length: 20 }, (_, index) =>
		apply(index % 2 ? redisUrl : own.otherUrl, `token ${index}`),
	);
	expect((await Promise.all(runs)).filter(Boolean)).toHaveLength(1);
});

test('whatever is claimed, stored and freed in between, one run applies an event', async () => {
	const STEPS = {
		claim: async (_, token) => await own.redis.set(key(), token),
		store: async () => await own.redis.set(key(), 'stored'),
		free: async () => await own.redis.del(key()),
		apply,
	} satisfies Record<string, (url: string, token: string) => Promise<unknown>>;
	const anyStep = fc.record({
		name: fc.constantFrom(...(Object.keys(STEPS) as (keyof typeof STEPS)[])),
		token: fc.constantFrom('a', 'b', 'c'),
		isOther: fc.boolean(),
	});
	await fc.assert(
		fc.asyncProperty(fc.array(anyStep, { maxLength: 20 }), async (steps) => {
			eventId = randomUUID();
			const winners = new Set<string>();
			for (const { name, token, isOther } of steps) {
				const result = await STEPS[name](isOther ? own.otherUrl : redisUrl, token);
				if (name === 'apply' && result === true) winners.add(token);
			}
			expect(winners.size).toBe(steps.some(({ name }) => name === 'apply') ? 1 : 0);
		}),
		{ numRuns: 100 },
	);
});

test('what is applied is remembered for months, not for ever', async () => {
	await apply(redisUrl, 'a');
	expect(await own.redis.pttl(key('applied'))).toBeGreaterThan(89 * DAY_MS);
	expect(await own.redis.pttl(key('applied'))).toBeLessThanOrEqual(90 * DAY_MS);
});

test('nodes do not share what they have seen', async () => {
	await claimed(redisUrl);
	await apply(redisUrl, 'a');
	expect((await deliver(redisUrl, 'another')).claim).toBeDefined();
	expect(await apply(redisUrl, 'b', 'another')).toBe(true);
});
