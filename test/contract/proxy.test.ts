// The proxy variables are honoured, and what a proxy answers tells what was sent.
import { createServer, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import type * as Transport from '../../partner-api/http/transport';
import { Servers } from '../support/servers';

const VARIABLES = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'];
const EVERY_SPELLING = [...VARIABLES, ...VARIABLES.map((name) => name.toLowerCase())];
const servers = new Servers();
const before = { ...process.env };

afterEach(() => {
	for (const name of EVERY_SPELLING) restore(name);
});

afterAll(() => {
	servers.close();
});

function restore(name: string): void {
	if (before[name] === undefined) Reflect.deleteProperty(process.env, name);
	else process.env[name] = before[name];
}

/** A proxy that tunnels and keeps what it was asked for; `refuses` answers each CONNECT with 403. */
async function startProxy(refuses = false): Promise<{ address: string; asked: string[] }> {
	const asked: string[] = [];
	const server = createServer();
	server.on('connect', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
		asked.push(request.url ?? '');
		if (refuses) {
			socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
			return;
		}
		const { hostname, port } = new URL(`http://${request.url ?? ''}`);
		const upstream = connect(Number(port), hostname, () => {
			socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
			upstream.write(head);
			upstream.pipe(socket).pipe(upstream);
		});
		upstream.on('error', () => socket.destroy());
		socket.on('error', () => upstream.destroy());
	});
	return { address: await servers.start(server), asked };
}

async function startTarget(): Promise<string> {
	return await servers.start((request, response) => {
		response.end(JSON.stringify({ path: request.url, body: request.headers['content-length'] }));
	});
}

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

test.each(['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY'])(
	'%s: a call over TLS asks the proxy for a tunnel',
	async (name) => {
		const proxy = await startProxy(true);
		const sending = sendWith({ [name]: proxy.address }, { url: 'https://api.example.com/x' });
		await expect(sending).rejects.toMatchObject({ code: 'connection_failed', outcome: 'not_sent' });
		expect(proxy.asked).toEqual(['api.example.com:443']);
	},
);

test('HTTPS_PROXY alone does not concern plain HTTP', async () => {
	const proxy = await startProxy();
	const target = await startTarget();
	await sendWith({ HTTPS_PROXY: proxy.address }, { url: target });
	expect(proxy.asked).toEqual([]);
});

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

test('a proxy that does not listen: nothing was sent', async () => {
	const target = await startTarget();
	const sending = sendWith({ HTTP_PROXY: await servers.deadAddress() }, { url: target });
	await expect(sending).rejects.toMatchObject({ code: 'connection_failed', outcome: 'not_sent' });
});

test('a proxy that refuses: nothing was sent', async () => {
	const proxy = await startProxy(true);
	const target = await startTarget();
	const sending = sendWith(
		{ HTTP_PROXY: proxy.address },
		{ url: target, method: 'POST', body: '{}' },
	);
	await expect(sending).rejects.toMatchObject({ code: 'connection_failed', outcome: 'not_sent' });
});
