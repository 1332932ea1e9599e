import { Agent, request } from 'undici';
import { z } from 'zod';
import { readSettings, tokenProvider } from '../../partner-api';
import { answerParent } from './answer-parent';

const workSchema = z.object({
	connections: z.number(),
	calls: z.array(
		z.object({ method: z.enum(['GET', 'POST']), url: z.string(), body: z.string().optional() }),
	),
});

type Work = z.infer<typeof workSchema>;

let authorization = '';

/** Nothing but undici: no time-out, no proxy, no schema, no error of our own. */
async function send({ connections, calls }: Work): Promise<number> {
	const dispatcher = new Agent({ connections });
	const start = performance.now();
	const answers = await Promise.all(
		calls.map(async ({ method, url, body }) => {
			const type = body === undefined ? {} : { 'content-type': 'application/json' };
			const headers = { authorization, ...type };
			const answer = await request(url, { method, headers, body, dispatcher });
			if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode}`);
			return await answer.body.json();
		}),
	);
	const wallMs = performance.now() - start;
	if (answers.length !== calls.length) throw new Error('Not every call was answered');
	await dispatcher.close();
	return wallMs;
}

answerParent({
	/** Takes the one access token that all calls are made with. */
	prepare: async (credential) => {
		const settings = readSettings(z.record(z.string()).parse(credential));
		authorization = `Bearer ${(await tokenProvider.get(settings)).value}`;
	},
	/** Answers with the milliseconds from the first call to the last answer. */
	send: async (work) => await send(workSchema.parse(work)),
});
