import { z } from 'zod';

type Handler = (argument: unknown) => unknown;

const questionSchema = z.object({ id: z.string(), question: z.string(), argument: z.unknown() });

async function replyTo(handlers: Record<string, Handler>, message: unknown): Promise<void> {
	const { id, question, argument } = questionSchema.parse(message);
	try {
		const handler = handlers[question];
		if (!handler) throw new Error(`"${question}" is not a question of this process`);
		process.send?.({ id, answer: await handler(argument) });
	} catch (error) {
		process.send?.({ id, error: error instanceof Error ? error.stack : String(error) });
	}
}

/** Makes this process answer its parent's askChild(), and end when the parent is gone. */
export function answerParent(handlers: Record<string, Handler>): void {
	process.on('message', (message) => void replyTo(handlers, message));
	process.on('disconnect', () => process.exit());
}
