// Which texts are a URL of Redis, and that connections are shared.
import { reasonOf, redisConnection } from '../../../nodes/redis';
import { readRedisUrl } from '../../../partner-api';

test('a connection is shared', () => {
	const redis = redisConnection('redis://127.0.0.1:1/1');
	expect(redisConnection('redis://127.0.0.1:1/2')).not.toBe(redis);
	expect(redisConnection('redis://127.0.0.1:1/1')).toBe(redis);
	expect(redis.status).toBe('wait');
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

test('of an error only its text is told, not the command that ioredis puts into it', () => {
	const error = Object.assign(new Error('ECONNREFUSED'), { command: { args: ['a password'] } });
	expect(reasonOf(error)).toBe('ECONNREFUSED');
	expect(reasonOf({ args: ['a password'] })).toBe('unknown');
});
