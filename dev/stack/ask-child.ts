import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { z } from 'zod';

const replySchema = z.object({
	id: z.string(),
	answer: z.unknown(),
	error: z.string().optional(),
});

/**
 * Asks a child process over its channel: it gets `{id, question, argument}` and replies with `{id, answer}` or `{id,
 * error}`.
 *
 * @throws Error with the child's error, or if the child ends without a reply
 */
export async function askChild(
	child: ChildProcess,
	question: string,
	argument?: unknown,
): Promise<unknown> {
	const id = randomUUID();
	const settled = new AbortController();
	const reply = new Promise((resolve, reject) => {
		const listen = (message: unknown): void => {
			const parsed = replySchema.safeParse(message);
			if (!parsed.success || parsed.data.id !== id) return;
			child.off('message', listen);
			const { error, answer } = parsed.data;
			if (error === undefined) resolve(answer);
			else reject(new Error(error));
		};
		child.on('message', listen);
	});
	child.send({ id, question, argument });
	const ended = once(child, 'exit', { signal: settled.signal }).then(() => {
		throw new Error(`The process ended before it answered "${question}"`);
	});
	try {
		return await Promise.race([reply, ended]);
	} finally {
		settled.abort();
	}
}
