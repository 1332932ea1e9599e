import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import { admit } from '../../../nodes/PartnerSettlementTrigger/deduplication/admission';
import { withClaim } from '../../../nodes/PartnerSettlementTrigger/deduplication/claimed-item';
import { confirmRun } from '../../../nodes/PartnerSettlementTrigger/deduplication/confirm-run';
import { redisConnection } from '../../../nodes/PartnerSettlementTrigger/deduplication/redis-connection';
import { RedisStore } from '../../../nodes/PartnerSettlementTrigger/deduplication/redis-store';
import { until } from '../../contract/support/until';

const READONLY = "-READONLY You can't write against a read only replica.\r\n";

/** Each command comes as an array, which begins like this. */
const COMMAND_START = /(?=\*\d+\r\n\$)/;

const bulk = (text: string): string => `$${text.length}\r\n${text}\r\n`;

/** Says what a Redis would say, as long as it wants to. */
class FakeRedis {
	readonly sockets: Socket[] = [];
	/** The scripts it was sent. */
	readonly scripts: string[] = [];
	private readonly muted = new Set<Socket>();

	private constructor(
		private readonly server: Server,
		answer: (script: number) => string,
	) {
		server.on('connection', (socket) => {
			this.sockets.push(socket);
			socket.on('error', () => undefined);
			socket.on('data', (data) => {
				for (const command of data.toString().split(COMMAND_START)) {
					if (this.muted.has(socket)) return;
					const isScript = /^\*\d+\r\n\$4\r\neval/i.test(command);
					if (isScript) socket.write(answer(this.scripts.push(command)));
					else socket.write(/\r\ninfo/i.test(command) ? bulk('redis_version:7.0') : '+OK\r\n');
				}
			});
		});
	}

	/** @param answer to a script: the first, the second ... */
	static async start(answer: (script: number) => string): Promise<FakeRedis> {
		const server = createServer();
		const redis = new FakeRedis(server, answer);
		server.listen(0, '127.0.0.1');
		await once(server, 'listening');
		return redis;
	}

	get url(): string {
		return `redis://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	/** As a host that is gone: its connections stay open, and nothing comes. */
	vanish(): void {
		for (const socket of this.sockets) this.muted.add(socket);
	}

	stop(): void {
		redisConnection(this.url).disconnect();
		for (const socket of this.sockets) socket.destroy();
		this.server.close();
	}
}

let redis: FakeRedis;

afterEach(() => redis.stop());

test('the connection to a host that vanished is given up', async () => {
	redis = await FakeRedis.start(() => bulk('claimed'));
	const store = new RedisStore(redisConnection(redis.url), 'node');
	expect(await store.claim('before', 'token')).toBe('claimed');
	redis.vanish();
	await expect(store.claim('meanwhile', 'token')).rejects.toThrow();
	// Another one is at the same address by now.
	expect(await store.claim('after', 'token')).toBe('claimed');
	expect(redis.sockets).toHaveLength(2);
});

test('a claim whose answer did not come is taken back: it may still be sent', async () => {
	redis = await FakeRedis.start((script) => (script === 1 ? '' : bulk('done')));
	const context = {
		getNode: () => ({ id: 'node' }),
		getWorkflow: () => ({ id: 'workflow' }),
		getInstanceId: () => 'instance',
		getWorkflowStaticData: () => ({}),
	} as unknown as IWebhookFunctions;
	await expect(admit(context, 'event', 'signature', redis.url)).rejects.toThrow();
	await until(() => (redis.scripts.at(-1) ?? '').includes("redis.call('DEL', claim) end"));
	const [claim = '', release = ''] = [redis.scripts[0], redis.scripts.at(-1)];
	const token = /[0-9a-f-]{36}/.exec(claim)?.[0] ?? 'none';
	expect(release).toContain(token);
});

test('a run waits until another Redis has taken over', async () => {
	const refusals = 8;
	redis = await FakeRedis.start((script) => (script <= refusals ? READONLY : bulk('pass')));
	const claim = { eventId: 'event', token: 'token', inRedis: true };
	const context = {
		getExecuteData: () => ({ node: {} }),
		getNode: () => ({ id: 'node' }),
		getWorkflow: () => ({ id: 'workflow' }),
		getInstanceId: () => 'instance',
		getInputData: () => [withClaim({ json: { event_id: 'event' } }, claim)],
		getCredentials: () => Promise.resolve({ deduplicationRedisUrl: redis.url }),
	};
	const passed = await confirmRun(context as unknown as IExecuteFunctions);
	expect(passed).toEqual([{ json: { event_id: 'event' } }]);
	expect(redis.scripts).toHaveLength(refusals + 1);
});
