import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { watchOutcome } from '../../../nodes/PartnerSettlementTrigger/deduplication/delivery-outcome';

let server: Server;

afterEach(() => {
	server.closeAllConnections();
	server.close();
});

/**
 * The outcome of one request to a real server.
 *
 * @param before what is waited for before the outcome is watched
 */
async function outcomeOf(
	listener: RequestListener,
	send: (url: string) => Promise<unknown>,
	before?: (response: ServerResponse) => Promise<unknown>,
): Promise<string> {
	server = createServer();
	const outcome = new Promise<string>((resolve) => {
		const watch = (response: ServerResponse): void =>
			watchOutcome(response, {
				stored: () => resolve('stored'),
				failed: () => resolve('failed'),
				unknown: () => resolve('unknown'),
			});
		server.on('request', (request, response) => {
			if (before) void before(response).then(() => watch(response));
			else watch(response);
			listener(request, response);
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	await send(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
	return await outcome;
}

test.each([
	[200, 'stored'],
	[500, 'failed'],
	[503, 'failed'],
])('an answer of %i is the outcome %s', async (status, expected) => {
	const answer: RequestListener = (_request, response) => {
		response.statusCode = status;
		response.end('{}');
	};
	expect(await outcomeOf(answer, (url) => fetch(url))).toBe(expected);
});

test.each([
	['before the answer', undefined],
	['even before the outcome is watched', (response: ServerResponse) => once(response, 'close')],
])('a sender that goes away %s leaves the outcome open', async (_, before) => {
	const abort = new AbortController();
	const leave: RequestListener = () => abort.abort();
	const send = (url: string): Promise<unknown> =>
		fetch(url, { signal: abort.signal }).catch(() => undefined);
	expect(await outcomeOf(leave, send, before)).toBe('unknown');
});
