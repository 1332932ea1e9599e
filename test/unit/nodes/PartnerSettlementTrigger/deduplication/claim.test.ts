// Is this delivery being taken already? Claims in memory, with the responses of a real HTTP server.
import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { FunctionsBase, INode, IWebhookFunctions } from 'n8n-workflow';
import {
	claimDelivery,
	triggerIdOf,
} from '../../../../../nodes/PartnerSettlementTrigger/deduplication/claim';
import { RedisStore } from '../../../../../nodes/redis';
import { useServers } from '../../../../support/servers';

const MINUTE_MS = 60_000;

/** A delivery that the trigger is asked about, and n8n's part in it. */
interface Delivery {
	verdict: Promise<'claimed' | 'seen' | 'busy'>;
	/** n8n responds, and the sender has the response. */
	respond: (status: number) => Promise<void>;
	/** The sender goes away before there is a response. */
	leave: () => Promise<void>;
}

const servers = useServers();
let server: Server;
let address: string;
let eventId: string;

beforeEach(async () => {
	eventId = randomUUID();
	server = createServer();
	address = await servers.start(server);
});

afterEach(() => {
	jest.restoreAllMocks();
});

async function deliver(givenId = eventId, node = 'node'): Promise<Delivery> {
	const abort = new AbortController();
	const request = once(server, 'request') as Promise<[unknown, ServerResponse]>;
	const sent = fetch(address, { signal: abort.signal })
		.then((response) => response.text())
		.catch(() => undefined);
	const [, response] = await request;
	const closed = once(response, 'close');
	const context = { getResponseObject: () => response, getNode: () => ({ id: 'id' }) };
	const claim = claimDelivery(context as unknown as IWebhookFunctions, node, givenId, undefined);
	return {
		verdict: claim.then(
			(given) => (given ? 'claimed' : 'seen'),
			() => 'busy',
		),
		respond: async (status) => {
			response.statusCode = status;
			response.end('{}');
			await Promise.all([sent, closed]);
		},
		leave: async () => {
			abort.abort();
			await Promise.all([sent, closed]);
		},
	};
}

/** Moves the process's clock. */
function pass(milliseconds: number): void {
	const now = performance.now();
	jest.spyOn(performance, 'now').mockImplementation(() => now + milliseconds);
}

async function claimed(givenId = eventId): Promise<Delivery> {
	const delivery = await deliver(givenId);
	expect(await delivery.verdict).toBe('claimed');
	return delivery;
}

async function isSeen(givenId = eventId): Promise<void> {
	const delivery = await deliver(givenId);
	expect(await delivery.verdict).toBe('seen');
	await delivery.respond(200);
}

test('of simultaneous deliveries one gets the claim, and the others learn that its run is stored', async () => {
	const first = await claimed();
	const others = [await deliver(), await deliver(), await deliver(eventId.toUpperCase())];
	await first.respond(200);
	for (const { verdict } of others) expect(await verdict).toBe('seen');
	await isSeen();
});

test.each([500, 503, 400])(
	'after a start that n8n answered with %i, one of those that wait starts the run',
	async (status) => {
		const first = await claimed();
		const others = [await deliver(), await deliver()];
		await first.respond(status);
		const next = await Promise.race(
			others.map(async (other) => ((await other.verdict) === 'claimed' ? other : undefined)),
		);
		await next?.respond(200);
		const verdicts = await Promise.all(others.map(({ verdict }) => verdict));
		expect(verdicts.sort()).toEqual(['claimed', 'seen']);
	},
);

test('a delivery that waits in vain has to be sent again', async () => {
	const first = await claimed();
	const second = await deliver();
	pass(20_000);
	expect(await second.verdict).toBe('busy');
	await first.respond(200);
});

test('a claim whose sender went away expires, and its late outcome does not concern the next one', async () => {
	const gone = await claimed();
	await gone.leave();
	pass(59_000);
	const waiting = await deliver();
	pass(2_000);
	expect(await waiting.verdict).toBe('claimed');
	await waiting.respond(500);
	await claimed();
});

test('an outcome that comes late, when another has the claim, counts: there is a run', async () => {
	const slow = await claimed();
	pass(61_000);
	await claimed();
	await slow.respond(200);
	await isSeen();
});

test('a failure that comes late does not free the claim of another delivery', async () => {
	const slow = await claimed();
	pass(61_000);
	const second = await claimed();
	await slow.respond(500);
	const third = await deliver();
	await second.respond(200);
	expect(await third.verdict).toBe('seen');
});

test('a run that n8n acknowledged and then refused to start does not swallow its event', async () => {
	await (await claimed()).respond(200);
	pass(9 * MINUTE_MS);
	await isSeen();
	pass(2 * MINUTE_MS);
	await claimed();
});

test('an ID that is no UUID may be any text, of which each letter counts', async () => {
	const id = `evt_Ab: "7"\n${randomUUID()}`;
	await (await claimed(id)).respond(200);
	await isSeen(id);
	await claimed(id.replace('Ab', 'aB'));
});

test('a very long ID is stored as a short one, and its last letter counts', async () => {
	const keys: string[] = [];
	jest.spyOn(RedisStore.prototype, 'setOnce').mockImplementation((key, token) => {
		keys.push(key);
		return Promise.resolve(token);
	});
	const context = { getResponseObject: () => new EventEmitter() } as unknown as IWebhookFunctions;
	const claimOfId = async (id: string) =>
		await claimDelivery(context, 'node', id, 'redis://127.0.0.1:1');
	const [long, other] = [`${'x'.repeat(1_000_000)}a`, `${'x'.repeat(1_000_000)}b`];
	const claims = [await claimOfId(long), await claimOfId(other), await claimOfId(long)];
	expect(new Set(claims.map((claim) => claim?.eventId)).size).toBe(2);
	expect(new Set(keys).size).toBe(2);
	expect(Math.max(...keys.map(({ length }) => length))).toBeLessThan(300);
	expect((await claimOfId('x'.repeat(200)))?.eventId).toBe('x'.repeat(200));
});

test('a node has one key, and its twins in other workflows have others', () => {
	const keyIn = (workflowId: string, nodeId: string): string => {
		const context = { getWorkflow: () => ({ id: workflowId }) };
		return triggerIdOf(context as unknown as FunctionsBase, { id: nodeId } as INode);
	};
	const key = keyIn('workflow', 'node');
	expect(keyIn('workflow', 'node')).toBe(key);
	expect(new Set([key, keyIn('copy', 'node'), keyIn('workflow', 'other')]).size).toBe(3);
});
