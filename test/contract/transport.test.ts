// The transport: connections kept alive, no redirects, timeouts, cancelling, and whether anything was sent.
import type { RequestListener } from 'node:http';
import pMap from 'p-map';
import { send } from '../../partner-api/http/transport';
import { startSandbox } from '../../dev/sandbox';
import {
	BALANCE,
	BALANCE_REQUEST,
	Contract,
	EXCHANGE_REQUEST,
	failureOf,
} from '../support/partner';
import { useServers } from '../support/servers';
import { until } from '../support/until';
import { used } from '../support/used';

const sandbox = used(startSandbox, async (one) => await one.close(), true);
const contract = used(async () => await Contract.of(sandbox), undefined, true);
const servers = useServers();

const get = (url: string, change = {}) =>
	send({ phase: 'call', method: 'GET', url, headers: {}, timeoutMs: 5000, ...change });

test.each([1, 4, 16])(
	'connections are kept: %i calls at a time open no more',
	async (concurrency) => {
		const client = contract.client();
		await client.call(BALANCE);
		await pMap(Array(200).keys(), async () => await client.call(BALANCE), { concurrency });
		expect(contract.arrived(BALANCE_REQUEST)).toBe(201);
		expect(sandbox.stats().connections).toBeLessThanOrEqual(concurrency);
	},
);

test('a redirect is not followed, and the token goes nowhere else', async () => {
	sandbox.addFault({ match: { path: '/partner/balance' }, fault: 'redirect' });
	const failure = await failureOf(contract.client().call(BALANCE));
	expect(failure.code).toBe('redirect');
	expect(JSON.stringify(failure)).not.toContain('elsewhere');
	expect(Object.keys(sandbox.stats().requests).sort()).toEqual(
		[BALANCE_REQUEST, EXCHANGE_REQUEST].sort(),
	);
});

test.each<[when: string, answer: RequestListener]>([
	['before the head of the answer', () => undefined],
	['in the middle of the body', (_, response) => response.writeHead(200).write('{"half":')],
])('a time-out %s', async (_, answer) => {
	const failure = await failureOf(get(await servers.start(answer), { timeoutMs: 500 }));
	expect(failure).toMatchObject({ code: 'timeout', outcome: 'unknown' });
});

describe('cancelling', () => {
	const cancelled = (outcome: string) => ({ code: 'cancelled', outcome });

	/** A client that can be cancelled, and a function that cancels it once this many requests of a kind arrived. */
	function cancellable() {
		const cancel = new AbortController();
		const cancelAfter = async (count: number, request: string) => {
			await until(() => contract.arrived(request) === count);
			cancel.abort();
		};
		return { client: contract.client({ signal: cancel.signal }), cancelAfter };
	}

	test('a call under way: outcome unknown', async () => {
		const { client, cancelAfter } = cancellable();
		await client.call(BALANCE);
		sandbox.addFault({ match: { path: '/partner/balance' }, fault: 'timeout' });
		const failure = failureOf(client.call(BALANCE));
		await cancelAfter(2, BALANCE_REQUEST);
		expect(await failure).toMatchObject(cancelled('unknown'));
	});

	test('while the token is awaited: not sent, and others still get the token', async () => {
		const { client, cancelAfter } = cancellable();
		sandbox.configure({ latencyMs: 300 });
		const failure = failureOf(client.call(BALANCE));
		const other = contract.client().call(BALANCE);
		await cancelAfter(1, EXCHANGE_REQUEST);
		expect(await failure).toMatchObject(cancelled('not_sent'));
		expect(contract.arrived(BALANCE_REQUEST)).toBe(0);
		expect(await other).toMatchObject({ currency: 'USDT' });
		expect(contract.arrived(EXCHANGE_REQUEST)).toBe(1);
	});

	test('a run that is cancelled already sends nothing', async () => {
		const client = contract.client({ signal: AbortSignal.abort() });
		expect(await failureOf(client.call(BALANCE))).toMatchObject(cancelled('not_sent'));
		expect(contract.arrived(BALANCE_REQUEST)).toBe(0);
	});
});

describe('whether anything was sent', () => {
	test('nothing listens: no', async () => {
		const address = await servers.deadAddress();
		expect(await failureOf(get(address))).toMatchObject({
			code: 'connection_failed',
			outcome: 'not_sent',
			details: { detail: expect.stringContaining('ECONNREFUSED') },
		});
	});

	test('closed without a response: perhaps, but in a token exchange no order was sent', async () => {
		const address = await servers.start((request) => {
			request.socket.destroy();
		});
		const lost = { code: 'connection_lost', outcome: 'unknown' };
		expect(await failureOf(get(address))).toMatchObject(lost);
		const exchange = failureOf(get(address, { phase: 'token' }));
		expect(await exchange).toMatchObject({ ...lost, outcome: 'not_sent' });
	});
});

test('an interim response (1xx) is not the final one', async () => {
	const address = await servers.start((_, response) => {
		response.writeEarlyHints({ link: '</a>; rel=preload' });
		response.end('{}');
	});
	expect(await get(address)).toMatchObject({ status: 200, text: '{}' });
});
