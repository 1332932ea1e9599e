import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Servers } from '../../support/servers';

/** An answer in place of the sandbox's. */
export interface OwnAnswer {
	status: number;
	body: unknown;
}

/**
 * Stands in front of a sandbox and answers some requests itself, where the document leaves an answer open.
 *
 * @param origin the sandbox's
 * @param answer is given the path, the body, and how many requests there were to the path before
 * @param change is given the path and what the sandbox answers with 200
 * @returns its own origin
 */
export async function startFront(
	servers: Servers,
	origin: string,
	answer: (path: string, body: string, before: number) => OwnAnswer | undefined,
	change: (path: string, answer: unknown) => unknown = (_, given) => given,
): Promise<string> {
	const seen = new Map<string, number>();
	const server = createServer((request, response) => {
		void (async () => {
			const { url = '', method } = request;
			const body = await buffer(request);
			const before = seen.get(url) ?? 0;
			seen.set(url, before + 1);
			const own = answer(url, body.toString(), before);
			const { authorization = '' } = request.headers;
			const headers = { authorization, 'content-type': 'application/json' };
			const sent = body.length > 0 ? { body: new Uint8Array(body) } : {};
			const passed = own ? undefined : await fetch(origin + url, { method, headers, ...sent });
			response.writeHead(own?.status ?? passed?.status ?? 0, headers);
			const text = (await passed?.text()) ?? JSON.stringify(own?.body);
			response.end(passed?.status === 200 ? JSON.stringify(change(url, JSON.parse(text))) : text);
		})().catch(() => response.destroy());
	});
	return await servers.start(server);
}
