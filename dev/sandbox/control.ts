import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { answerOf, answerOfError, send } from './http/answers';
import { ApiError, badRequest } from './http/errors';
import { faultRuleSchema } from './http/faults';
import { parseJson } from './http/json';
import { balanceSchema, configSchema } from './options';
import { partnerOptionsSchema } from './state/partners';
import { EVENTS } from './state/webhooks';
import { stateAsJson, statsOf } from './state-view';
import { createPartner, type World } from './world';

const partnerPatchSchema = z
	.object({
		blocked: z.boolean().optional(),
		callbackUrl: z.string().url().nullable().optional(),
		balance: balanceSchema.optional(),
	})
	.strict();

const eventSchema = z
	.object({
		partnerId: z.string(),
		event: z.enum(EVENTS),
		data: z.record(z.unknown()).default({}),
		eventId: z.string().optional(),
		duplicates: z.number().int().min(1).optional(),
	})
	.strict();

function read<Body>(schema: z.ZodType<Body, z.ZodTypeDef, unknown>, request: FastifyRequest): Body {
	const raw = typeof request.body === 'string' ? request.body : '';
	const parsed = schema.safeParse(raw === '' ? {} : parseJson(raw));
	if (parsed.success) return parsed.data;
	throw badRequest('invalid_body', parsed.error.message);
}

function parameter(request: FastifyRequest, name: string): string {
	return z.record(z.string()).parse(request.params)[name] ?? '';
}

/** What a test changes about a partner that exists. */
function patchPartner(world: World, partnerId: string, request: FastifyRequest): unknown {
	const partner = world.partners.get(Number(partnerId));
	const patch = read(partnerPatchSchema, request);
	if (patch.blocked !== undefined) partner.blocked = patch.blocked;
	if (patch.callbackUrl !== undefined) partner.callbackUrl = patch.callbackUrl;
	if (patch.balance !== undefined) world.ledger.setBalance(partner.id, patch.balance);
	return { partnerId };
}

function sendEvent(world: World, request: FastifyRequest): unknown {
	const { partnerId, event, data, ...options } = read(eventSchema, request);
	const partner = world.partners.get(Number(partnerId));
	return { event_id: world.webhooks.emit(partner, event, data, options) };
}

/** The control calls under /_sandbox: what the Sandbox object does, for other processes. */
export function addControl(app: FastifyInstance, world: World): void {
	const route = (
		method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
		path: string,
		work: (request: FastifyRequest) => unknown,
	): void => {
		const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
			try {
				await send(reply, answerOf((await work(request)) ?? {}), new Date());
			} catch (error) {
				const text = error instanceof Error ? error.message : String(error);
				const refusal = error instanceof ApiError ? error : badRequest('invalid_request', text);
				await send(reply, answerOfError(refusal), new Date());
			}
		};
		app.route({ method, url: `/_sandbox${path}`, handler });
	};
	route('GET', '/stats', () => statsOf(world));
	route('POST', '/reset', () => {
		world.stats.reset();
		world.faults.clear();
	});
	route('GET', '/state', () => stateAsJson(world));
	route('PATCH', '/config', (request) =>
		Object.assign(world.config, read(configSchema.partial(), request)),
	);
	route('POST', '/partners', (request) =>
		createPartner(world, read(partnerOptionsSchema, request)),
	);
	route('PATCH', '/partners/:id', (request) =>
		patchPartner(world, parameter(request, 'id'), request),
	);
	route('POST', '/partners/:id/keys', (request) =>
		world.partners.addKey(Number(parameter(request, 'id'))),
	);
	route('DELETE', '/keys/:kid', (request) => {
		world.partners.revokeKey(parameter(request, 'kid'), world.clock.now());
	});
	route('POST', '/faults', (request) => {
		world.faults.add(read(faultRuleSchema, request));
	});
	route('DELETE', '/faults', () => {
		world.faults.clear();
	});
	route('POST', '/events', (request) => sendEvent(world, request));
}
