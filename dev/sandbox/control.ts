import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Commands } from './commands';
import { answerOf, answerOfError, send } from './http/answers';
import { badRequest } from './http/errors';
import { parseJson } from './http/json';
import { balanceSchema, configSchema } from './options';

const configPatchSchema = configSchema.partial().strict();

const partnerPatchSchema = z
	.object({
		blocked: z.boolean().optional(),
		callbackUrl: z.string().url().nullable().optional(),
		balance: balanceSchema.optional(),
	})
	.strict();

/** The control calls under /_sandbox: what people and other processes command the sandbox by. */
export function addControl(app: FastifyInstance, commands: Commands): void {
	const route = (
		method: 'GET' | 'PATCH' | 'DELETE',
		path: string,
		work: (body: unknown, id: string) => unknown,
	): void => {
		const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
			const { id = '' } = z.record(z.string()).parse(request.params);
			const { body } = request;
			try {
				const input = typeof body === 'string' && body !== '' ? parseJson(body) : {};
				await send(reply, answerOf(work(input, id) ?? {}), new Date());
			} catch (error) {
				const text = error instanceof Error ? error.message : String(error);
				await send(reply, answerOfError(badRequest('invalid_request', text)), new Date());
			}
		};
		app.route({ method, url: `/_sandbox${path}`, handler });
	};
	route('GET', '/stats', () => commands.stats());
	route('DELETE', '/stats', () => commands.resetStats());
	route('DELETE', '/connections', () => commands.closeConnections());
	route('PATCH', '/config', (body) => commands.configure(configPatchSchema.parse(body)));
	route('PATCH', '/partners/:id', (body, id) => {
		const { blocked, callbackUrl, balance } = partnerPatchSchema.parse(body);
		if (blocked !== undefined) commands.setBlocked(id, blocked);
		if (callbackUrl !== undefined) commands.setCallbackUrl(id, callbackUrl);
		if (balance !== undefined) commands.setBalance(id, balance);
	});
}
