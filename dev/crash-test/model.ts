import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { z } from 'zod';

const CALLS = 3;

const requestSchema = z.object({
	messages: z.array(z.object({ role: z.string(), content: z.unknown() })),
	tools: z.array(z.object({ function: z.object({ name: z.string() }) })),
});

/** What the tool told it comes out: paid, if any of its calls shows a withdrawal. */
function lastWords(results: readonly string[]): string {
	if (results.some((text) => text.includes('withdrawal_id'))) return 'paid';
	return results.some((text) => text.includes('"outcome":"unknown"')) ? 'unknown' : 'failed';
}

function replyTo({ messages, tools }: z.infer<typeof requestSchema>) {
	const textOf = ({ content }: { content?: unknown }) =>
		typeof content === 'string' ? content : JSON.stringify(content);
	const results = messages.filter(({ role }) => role === 'tool').map(textOf);
	if (results.length >= CALLS) return { role: 'assistant', content: lastWords(results) };
	const asked = messages.map(textOf).join().replaceAll('\\', '');
	const valueOf = (name: string) => new RegExp(`"${name}":"([^"]+)"`).exec(asked)?.[1];
	const input = { amount: valueOf('amount'), to_address: valueOf('to_address') };
	const call = { name: tools[0]?.function.name, arguments: JSON.stringify(input) };
	const calls = [
		{ index: 0, id: `call_${randomUUID().slice(0, 8)}`, type: 'function', function: call },
	];
	return { role: 'assistant', content: null, tool_calls: calls };
}

/** A model with OpenAI's interface that is never sure: it calls its tool three times with the same arguments. */
export async function startModel() {
	const server = createServer((request, response) => {
		void json(request).then((body) => {
			const message = replyTo(requestSchema.parse(body));
			const reason = 'tool_calls' in message ? 'tool_calls' : 'stop';
			const choices = [{ index: 0, finish_reason: reason, message }];
			const completion = { object: 'chat.completion', created: 0, model: 'scripted', choices };
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify({ id: randomUUID(), ...completion }));
		});
	});
	await once(server.listen(0, '127.0.0.1'), 'listening');
	const { port } = server.address() as AddressInfo;
	const close = () => {
		server.closeAllConnections();
		server.close();
	};
	return { url: `http://127.0.0.1:${port}/v1`, close };
}
