import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { watchOutcome } from '../../../nodes/PartnerSettlementTrigger/deduplication/delivery-outcome';

/** The outcome of one request to a real server. */
async function outcomeOf(
	listener: RequestListener,
	send: (url: string) => Promise<unknown>,
): Promise<string> {
	const server = createServer();
	const outcome = new Promise<string>((resolve) => {
		server.on('request', (request, response) => {
			watchOutcome(response, {
				stored: () => resolve('stored'),
				failed: () => resolve('failed'),
				unknown: () => resolve('unknown'),
			});
			listener(request, response);
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	try {
		await send(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
		return await outcome;
	} finally {
		server.closeAllConnections();
		server.close();
	}
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

test('a sender that goes away before the answer leaves the outcome open', async () => {
	const abort = new AbortController();
	const leave: RequestListener = () => abort.abort();
	const send = (url: string): Promise<unknown> =>
		fetch(url, { signal: abort.signal }).catch(() => undefined);
	expect(await outcomeOf(leave, send)).toBe('unknown');
});
