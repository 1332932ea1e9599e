// Every request, including the exchange, follows n8n's policy for outgoing requests and uses the environment's proxy.
import { lookup } from 'node:dns';
import { connect, type LookupFunction, type Socket } from 'node:net';
import { createServer, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { EgressFilter } from '../../partner-api';
import type * as Transport from '../../partner-api/http/transport';
import { send } from '../../partner-api/http/transport';
import { BALANCE, EXCHANGE_REQUEST, failureOf } from '../support/partner';
import { useSandbox } from '../support/use-sandbox';
import { useServers } from '../support/servers';
import { until } from '../support/until';

const api = useSandbox();

interface Policy {
	refusesUrl?: (url: string) => boolean;
	refusesHost?: (host: string) => boolean;
}

/** A policy as n8n hands it to a node. It records what it is asked. */
function filterOf({ refusesUrl, refusesHost }: Policy): EgressFilter & {
	urls: string[];
	hosts: string[];
} {
	const urls: string[] = [];
	const hosts: string[] = [];
	const secureLookup: LookupFunction = (host, options, done) => {
		hosts.push(host);
		if (refusesHost?.(host)) done(new Error(`${host} is not allowed`), '', 0);
		else lookup(host, options, done);
	};
	return {
		urls,
		hosts,
		validateUrl: async (url) => {
			urls.push(url);
			const refused = refusesUrl?.(url) ?? false;
			return await Promise.resolve(
				refused ? { ok: false, error: new Error('Not on the list of this n8n') } : { ok: true },
			);
		},
		createSecureLookup: () => secureLookup,
	};
}

const byName = () => api.sandbox.apiUrl.replace('127.0.0.1', 'localhost');

test('a policy that allows everything is asked about each request and name, including the exchange', async () => {
	const egress = filterOf({});
	await api.contract.client({ egress }, { apiUrl: byName() }).call(BALANCE);
	expect(egress.urls).toEqual([`${byName()}/auth/v1/partner/token`, `${byName()}/partner/balance`]);
	expect(new Set(egress.hosts)).toEqual(new Set(['localhost']));
});

test.each([
	['token', '/token', {}],
	['call', '/balance', { [EXCHANGE_REQUEST]: 1 }],
])('a refused request (%s) is not sent, nor any after it', async (phase, end, sent) => {
	const egress = filterOf({ refusesUrl: (url) => url.endsWith(end) });
	expect(await failureOf(api.contract.client({ egress }).call(BALANCE))).toMatchObject({
		code: 'blocked_by_egress_filter',
		outcome: 'not_sent',
		details: { phase, detail: 'Not on the list of this n8n' },
	});
	expect(api.sandbox.stats().requests).toEqual(sent);
});

describe('names are looked up by the policy', () => {
	test('a refused one: no connection, nothing sent', async () => {
		const egress = filterOf({ refusesHost: (host) => host === 'localhost' });
		expect(
			await failureOf(api.contract.client({ egress }, { apiUrl: byName() }).call(BALANCE)),
		).toMatchObject({
			code: 'connection_failed',
			outcome: 'not_sent',
			details: { detail: 'localhost is not allowed' },
		});
		expect(api.sandbox.stats().requests).toEqual({});
	});

	test('a connection made without the policy is not used under it', async () => {
		const about = { phase: 'call', method: 'GET', headers: {} } as const;
		const request = { ...about, url: byName(), timeoutMs: 5000 };
		await send(request);
		const egress = filterOf({ refusesHost: () => true });
		await expect(send({ ...request, egress })).rejects.toMatchObject({ outcome: 'not_sent' });
	});
});

const VARIABLES = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'];
const EVERY_SPELLING = [...VARIABLES, ...VARIABLES.map((name) => name.toLowerCase())];
const servers = useServers();
const before = { ...process.env };

afterEach(() => {
	process.env = { ...before };
});

/**
 * A proxy that tunnels and records what it is asked for. With `refuses`, it answers each CONNECT with 403.
 *
 * @param ready what it waits for before it tunnels
 */
async function startProxy(refuses = false, ready?: Promise<unknown>) {
	const asked: string[] = [];
	const tunnels: Socket[] = [];
	const server = createServer();
	server.on('connect', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
		asked.push(request.url ?? '');
		if (refuses) {
			socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
			return;
		}
		const { hostname, port } = new URL(`http://${request.url ?? ''}`);
		const upstream = connect(Number(port), hostname, () => {
			void (async () => {
				await ready;
				socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
				upstream.write(head);
				upstream.pipe(socket).pipe(upstream);
				tunnels.push(upstream);
			})();
		});
		upstream.on('error', () => socket.destroy());
		socket.on('error', () => upstream.destroy());
	});
	return { address: await servers.start(server), asked, tunnels };
}

const startTarget = async () =>
	await servers.start(({ url }, response) => response.end(JSON.stringify({ path: url })));

/** Sends with a transport that sees the environment for the first time, as after n8n's start. */
async function sendWith(
	environment: Record<string, string>,
	request: Partial<Transport.HttpRequest> & { url: string },
): Promise<Transport.HttpResponse> {
	for (const name of EVERY_SPELLING) Reflect.deleteProperty(process.env, name);
	Object.assign(process.env, environment);
	let transport: typeof Transport | undefined;
	await jest.isolateModulesAsync(async () => {
		transport = await import('../../partner-api/http/transport');
	});
	if (!transport) throw new Error('The transport was not loaded');
	return await transport.send({
		phase: 'call',
		method: 'GET',
		headers: {},
		timeoutMs: 5000,
		...request,
	});
}

test.each(['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy'])(
	'%s: the call goes through the proxy',
	async (name) => {
		const proxy = await startProxy();
		const target = await startTarget();
		const answer = await sendWith({ [name]: proxy.address }, { url: `${target}/partner/balance` });
		expect(JSON.parse(answer.text)).toMatchObject({ path: '/partner/balance' });
		expect(proxy.asked).toEqual([new URL(target).host]);
	},
);

test('a time-out before there is a connection: not sent, and nothing is sent when it comes', async () => {
	let open = (): void => undefined;
	const proxy = await startProxy(false, new Promise<void>((resolve) => (open = resolve)));
	const asked: unknown[] = [];
	const target = await servers.start(({ url }, response) => {
		asked.push(url);
		response.end('{}');
	});
	const sending = sendWith({ HTTP_PROXY: proxy.address }, { url: `${target}/a`, timeoutMs: 300 });
	await expect(sending).rejects.toMatchObject({ code: 'timeout', outcome: 'not_sent' });
	open();
	await until(() => proxy.tunnels.length > 0);
	// What undici would send comes at once. A request of our own comes after it.
	await fetch(`${target}/b`);
	expect(asked).toEqual(['/b']);
	expect(proxy.tunnels.map(({ bytesWritten }) => bytesWritten)).toEqual([0]);
});

test.each(['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY'])(
	'%s: a call over TLS asks the proxy for a tunnel',
	async (name) => {
		const proxy = await startProxy(true);
		const environment = { HTTP_PROXY: 'http://127.0.0.1:9', [name]: proxy.address };
		const sending = sendWith(environment, { url: 'https://api.example.com/x' });
		await expect(sending).rejects.toMatchObject({ code: 'connection_failed', outcome: 'not_sent' });
		expect(proxy.asked).toEqual(['api.example.com:443']);
	},
);

test.each(['*', '127.0.0.1', 'example.com,127.0.0.1'])(
	'NO_PROXY=%s: the call goes straight',
	async (noProxy) => {
		const proxy = await startProxy();
		const target = await startTarget();
		const environment = { HTTP_PROXY: proxy.address, ALL_PROXY: proxy.address };
		const answer = await sendWith({ ...environment, NO_PROXY: noProxy }, { url: target });
		expect(answer.status).toBe(200);
		expect(proxy.asked).toEqual([]);
	},
);

test('a proxy that ends the tunnel without an answer: asked once, and nothing was sent', async () => {
	let asked = 0;
	const closing = createServer().on('connect', (_, socket: Duplex) => {
		asked += 1;
		socket.destroy();
	});
	const environment = { HTTP_PROXY: await servers.start(closing) };
	const sending = sendWith(environment, { url: await startTarget() });
	await expect(sending).rejects.toMatchObject({ code: 'connection_failed', outcome: 'not_sent' });
	expect(asked).toBe(1);
});
