// Which texts are a URL of Redis, and when connections are shared, closed and opened again.
import {
	readRedisUrl,
	reasonOf,
	redisConnection,
} from '../../../nodes/PartnerSettlementTrigger/deduplication/redis';

const MINUTE_MS = 60_000;

beforeEach(() => {
	jest.useFakeTimers({ doNotFake: ['performance'] });
	// jest would put another object in its place, which lru-cache does not know of.
	jest.spyOn(performance, 'now').mockImplementation(() => Date.now());
});

afterEach(() => {
	jest.restoreAllMocks();
	jest.useRealTimers();
});

test('a connection is shared and stays open while it is used', () => {
	const redis = redisConnection('redis://127.0.0.1:1/1');
	expect(redisConnection('redis://127.0.0.1:1/2')).not.toBe(redis);
	for (let times = 0; times < 5; times += 1) {
		jest.advanceTimersByTime(4 * MINUTE_MS);
		expect(redisConnection('redis://127.0.0.1:1/1')).toBe(redis);
	}
	expect(redis.status).toBe('wait');
});

test('one that no trigger uses any longer is closed, and opened anew should one use it again', () => {
	const url = 'redis://127.0.0.1:1/3';
	const redis = redisConnection(url);
	const disconnect = jest.spyOn(redis, 'disconnect');
	jest.advanceTimersByTime(6 * MINUTE_MS);
	expect(disconnect).toHaveBeenCalledTimes(1);
	expect(redisConnection(url)).not.toBe(redis);
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
	["ERR Error running script: -READONLY You can't write against a read only replica.", true],
	['LOADING Redis is loading the dataset in memory', true],
	['ERR syntax error', false],
])('after "%s" it connects again: %p', (answer, expected) => {
	const { reconnectOnError } = redisConnection('redis://127.0.0.1:1/4').options;
	expect(reconnectOnError?.(new Error(answer))).toBe(expected);
});

test('of an error only its text is told, not the command that ioredis puts into it', () => {
	const error = Object.assign(new Error('ECONNREFUSED'), { command: { args: ['a password'] } });
	expect(reasonOf(error)).toBe('ECONNREFUSED');
	expect(reasonOf({ args: ['a password'] })).toBe('unknown');
});
