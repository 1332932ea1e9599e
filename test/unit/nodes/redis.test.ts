// Which texts are a URL of Redis, that connections are shared, and a Redis that vanishes or is taken over by another.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { reasonOf, redisConnection, RedisStore } from '../../../nodes/redis';
import { readRedisUrl } from '../../../partner-api';

afterEach(() => {
	jest.useRealTimers();
	jest.restoreAllMocks();
});

test('a connection is shared, kept while it has commands, and closed without them', () => {
	jest.useFakeTimers({ doNotFake: ['performance'] });
	let now = performance.now();
	jest.spyOn(performance, 'now').mockImplementation(() => now);
	const used = redisConnection('redis://127.0.0.1:1/5');
	const idle = redisConnection('redis://127.0.0.1:1/6');
	expect(idle.status).toBe('wait');
	const end = jest.spyOn(idle, 'disconnect');
	for (let turn = 0; turn < 2; turn += 1) {
		expect(redisConnection('redis://127.0.0.1:1/5')).toBe(used);
		now += 40_000;
		jest.advanceTimersByTime(40_000);
	}
	expect(end).toHaveBeenCalledTimes(1);
	expect(redisConnection('redis://127.0.0.1:1/6')).not.toBe(idle);
});

test.each(['redis://host:6379', ' rediss://:secret@host/2 '])('%s is a URL of Redis', (url) => {
	expect(readRedisUrl(url)).toBe(url.trim());
});

test.each(['', '  ', undefined, 7])('%p is none, and means none', (value) => {
	expect(readRedisUrl(value)).toBeUndefined();
});

test.each(['host:6379', 'http://host', 'redis://', 'redis:///0'])(
	'%s is refused, without being repeated',
	(url) => {
		const read = (): unknown => readRedisUrl(`${url}?password=hidden`);
		expect(read).toThrow(/redis:\/\/host:6379/);
		expect(read).not.toThrow(/hidden/);
	},
);

test.each([
	["READONLY You can't write against a read only replica.", true],
	['ERR syntax error', false],
])('after "%s" it connects again: %p', (answer, expected) => {
	const { reconnectOnError } = redisConnection('redis://127.0.0.1:1/4').options;
	expect(reconnectOnError?.(new Error(answer))).toBe(expected);
});

test('only the text of an error is shown, not the command that ioredis puts into it', () => {
	const error = Object.assign(new Error('ECONNREFUSED'), { command: { args: ['a password'] } });
	expect(reasonOf(error)).toBe('ECONNREFUSED');
	expect(reasonOf({ args: ['a password'] })).toBe('unknown');
});

const READONLY = "-READONLY You can't write against a read only replica.\r\n";

/** Each command comes as an array, which begins like this. */
const COMMAND_START = /(?=\*\d+\r\n\$)/;

const NIL = '$-1\r\n';
const bulk = (text: string): string => `$${text.length}\r\n${text}\r\n`;

/** Responds as a Redis does, until it vanishes. */
class FakeRedis {
	readonly sockets: Socket[] = [];
	/** How many times it was to set something. */
	sets = 0;
	private readonly muted = new Set<Socket>();

	private constructor(
		private readonly server: Server,
		answer: (command: number) => string,
	) {
		server.on('connection', (socket) => {
			this.sockets.push(socket);
			socket.on('error', () => undefined);
			socket.on('data', (data) => {
				for (const command of data.toString().split(COMMAND_START)) {
					if (this.muted.has(socket)) return;
					if (/^\*\d+\r\n\$3\r\nget/i.test(command)) {
						socket.write(NIL);
					} else if (/^\*\d+\r\n\$3\r\nset/i.test(command)) {
						this.sets += 1;
						socket.write(answer(this.sets));
					} else {
						socket.write(/\r\ninfo/i.test(command) ? bulk('redis_version:7.0') : '+OK\r\n');
					}
				}
			});
		});
	}

	/** @param answer the response to the first SET command, the second, and so on */
	static async start(answer: (command: number) => string = () => '+OK\r\n'): Promise<FakeRedis> {
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

describe('a Redis that changes', () => {
	let redis: FakeRedis;

	afterEach(() => redis.stop());

	test('the connection to a host that vanished is given up', async () => {
		redis = await FakeRedis.start();
		const store = new RedisStore(redis.url);
		expect(await store.setOnce('before', 'token', 60_000)).toBe('token');
		redis.vanish();
		// Another one is at the same address by then.
		expect(await store.setOnce('meanwhile', 'token', 60_000)).toBe('token');
		expect(redis.sockets).toHaveLength(2);
	});

	test('a Redis that another has taken over from is left, and the run can be retried', async () => {
		redis = await FakeRedis.start((command) => (command === 1 ? READONLY : '+OK\r\n'));
		const store = new RedisStore(redis.url);
		await expect(store.setOnce('event', 'token', 60_000)).rejects.toThrow('READONLY');
		expect(await store.setOnce('event', 'token', 60_000)).toBe('token');
		expect(redis.sockets).toHaveLength(2);
	});
});
