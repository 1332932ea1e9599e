import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { StoredCredential } from '../../../dev/stack/n8n-api-schemas';
import { sharedN8n } from '../../support/n8n/harness';
import type { Servers } from '../../support/servers';

/** The arguments of one call. With several tools, `tool` names the one to call. */
export type Arguments = Record<string, unknown>;
/** The calls of each turn. After the last turn, the model says that it is done. */
export type Script = Arguments[][];

interface Shown {
	name: string;
	description: string;
	parameters: { properties: object };
}

/** What n8n asks of the model. */
interface Asked {
	stream?: boolean;
	messages: { role: string; content: unknown }[];
	tools: { function: Shown }[];
}

/** Stores the credential with which n8n reaches the model. */
export async function storeModel(url: string): Promise<StoredCredential> {
	const api = await sharedN8n();
	return api.createCredential({
		name: 'Scripted model',
		type: 'openAiApi',
		data: { apiKey: 'none', url, header: false },
	});
}

/** A model that speaks OpenAI's chat completions and follows a script. */
export class ScriptedModel {
	/** The tools, as the model is shown them. */
	shown: Shown[] = [];
	/** The tool's responses in the latest conversation, in the order of the calls. */
	told: string[] = [];

	private requests = 0;

	private constructor(private readonly script: Script) {}

	/** @param breaksAt the request that it refuses, counted from 1: the agent's execution fails there */
	static async start(servers: Servers, script: Script, breaksAt?: number) {
		const model = new ScriptedModel(script);
		const url = await servers.start((request, response) => {
			model.requests += 1;
			if (model.requests === breaksAt) {
				response.writeHead(400).end('{"error":{"message":"out of order"}}');
				return;
			}
			void model.answer(request).then(({ type, body }) => {
				response.writeHead(200, { 'content-type': type }).end(body);
			});
		});
		return { model, url: `${url}/v1` };
	}

	private async answer(request: IncomingMessage) {
		const { stream, messages, tools } = JSON.parse(await text(request)) as Asked;
		this.shown = tools.map((tool) => tool.function);
		const results = messages.filter(({ role }) => role === 'tool');
		this.told = results.map(({ content }) => String(content));
		const message = this.next(results.length);
		const reason = 'tool_calls' in message ? 'tool_calls' : 'stop';
		const choice = { index: 0, finish_reason: reason };
		const base = { id: randomUUID(), created: 0, model: 'scripted' };
		if (stream !== true) {
			const object = 'chat.completion';
			const body = { ...base, object, choices: [{ ...choice, message }] };
			return { type: 'application/json', body: JSON.stringify(body) };
		}
		const chunk = {
			...base,
			object: 'chat.completion.chunk',
			choices: [{ ...choice, delta: message }],
		};
		return {
			type: 'text/event-stream',
			body: `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`,
		};
	}

	/** @param done how many calls have been made */
	private next(done: number) {
		let left = done;
		for (const turn of this.script) {
			if (left < turn.length) return this.callsOf(turn);
			left -= turn.length;
		}
		return { role: 'assistant', content: 'Done.' };
	}

	private callsOf(turn: readonly Arguments[]) {
		const calls = turn.map(({ tool = this.shown[0]?.name, ...args }, index) => ({
			index,
			id: `call_${randomUUID().slice(0, 8)}`,
			type: 'function',
			function: { name: tool, arguments: JSON.stringify(args) },
		}));
		return { role: 'assistant', content: null, tool_calls: calls };
	}
}
