import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

const CALLS = 3;

/**
 * The next call with the row's amount and address. After the last call: "paid" if a response shows a withdrawal,
 * otherwise "failed".
 */
function replyTo(asked: string) {
	const calls = asked.split('"role":"tool"').length - 1;
	if (calls >= CALLS) return { content: /wd-[\da-f]{8}/.test(asked) ? 'paid' : 'failed' };
	const [row] = /\{"amount":"\d+","to_address":"\w+"\}/.exec(asked.replaceAll('\\', '')) ?? [];
	const call = { id: randomUUID(), type: 'function', function: { name: 'Pay', arguments: row } };
	return { content: null, tool_calls: [call] };
}

/** A model with OpenAI's interface that is never sure: it calls its tool three times with the same arguments. */
export async function startModel() {
	const server = createServer((request, response) => {
		void text(request).then((asked) => {
			const message = { role: 'assistant', ...replyTo(asked) };
			const choices = [{ index: 0, finish_reason: 'stop', message }];
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify({ object: 'chat.completion', choices }));
		});
	});
	await once(server.listen(0, '127.0.0.1'), 'listening');
	const { port } = server.address() as AddressInfo;
	return { url: `http://127.0.0.1:${port}/v1`, close: () => server.close() };
}
