import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { z } from 'zod';
import type { Commands } from './commands';
import { dialectSchema } from './dialects';
import { answerOf, answerOfError, send } from './http/answers';
import { positiveAmount } from './http/endpoint';
import { badRequest } from './http/errors';
import { FAULTS } from './http/faults';
import { isJsonObject, parseJson } from './http/json';
import { ROOT } from './http/only-here';
import { KYT_OUTCOMES } from './magic';
import { balanceSchema, configSchema } from './options';
import { problemPage } from './page/layout';
import { sampleData } from './sample-events';
import { TERMINAL_STATUSES } from './state/orders';
import { EVENTS, TAMPERS } from './state/webhooks';

function oneOf<Name extends string>(names: readonly Name[]) {
	return z.custom<Name>((text) => names.some((name) => name === text), `one of ${names.join()}`);
}

const text = z.string().optional();

const partnerShape = {
	blocked: z.boolean().optional(),
	callbackUrl: z.string().url().nullable().optional(),
	balance: balanceSchema.optional(),
	deposit: positiveAmount.optional(),
};

const eventShape = {
	event: z.enum(EVENTS),
	partner: z.coerce.string(),
	ext_id: text,
	data: z.record(z.unknown()).optional(),
};

const againShape = {
	times: z.number().int().min(1).max(20).optional(),
	delaySeconds: z.number().min(0).max(3600).optional(),
	tamper: z.enum(TAMPERS).optional(),
};

const faultShape = {
	fault: oneOf(FAULTS),
	...{ retryAfter: text, method: text, path: text, body: text },
	orders: z.boolean().optional(),
	nth: z.number().int().min(1).optional(),
	times: z.number().int().min(0).optional(),
	seconds: z.number().positive().optional(),
};

/**
 * The fields of a form on the page. `name:json` holds JSON, and `:json` holds all fields as JSON. Empty fields are left
 * out.
 */
function formFields(body: string): Record<string, unknown> {
	const fields = [...new URLSearchParams(body)].flatMap(([name, value]): [string, unknown][] => {
		if (value === '') return [];
		if (!name.endsWith(':json')) return [[name, value]];
		const content = parseJson(value);
		return name === ':json' && isJsonObject(content)
			? Object.entries(content)
			: [[name.slice(0, -':json'.length), content]];
	});
	return Object.fromEntries(fields);
}

const FORM = 'application/x-www-form-urlencoded';

/** Whether a form sent this request. By default, curl gives JSON the same content type. */
function isForm({ headers, body }: FastifyRequest): boolean {
	const isJson = typeof body === 'string' && body.trimStart().startsWith('{');
	return !isJson && (headers['content-type'] ?? '').startsWith(FORM);
}

function inputOf(request: FastifyRequest): unknown {
	const { body } = request;
	if (typeof body !== 'string' || body === '') return {};
	return isForm(request) ? formFields(body) : parseJson(body);
}

function problemOf(error: unknown): string {
	if (!(error instanceof z.ZodError)) return error instanceof Error ? error.message : String(error);
	return error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
}

/** The page to return to: the one with the form. */
function pageOf({ headers }: FastifyRequest): string {
	const { pathname, search } = new URL(headers.referer ?? '', `http://sandbox${ROOT}`);
	return pathname.startsWith(ROOT) ? `${pathname}${search}` : ROOT;
}

/** Forms can't send PATCH. */
const CHANGE: HTTPMethods[] = ['PATCH', 'POST'];

/** Adds the control calls under /_sandbox. People, the page and other processes control the sandbox with them. */
export function addControl(app: FastifyInstance, commands: Commands): void {
	const route = <Shape extends z.ZodRawShape>(
		method: HTTPMethods | HTTPMethods[],
		path: string,
		shape: Shape,
		work: (body: z.infer<z.ZodObject<Shape>>, id: string) => unknown,
	): void => {
		const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
			const { id = '' } = z.record(z.string()).parse(request.params);
			try {
				const input = z.object(shape).strict().parse(inputOf(request));
				const result = (await work(input, id)) ?? {};
				if (isForm(request)) await reply.redirect(pageOf(request), 303);
				else await send(reply, answerOf(result), new Date());
			} catch (error) {
				const text = problemOf(error);
				const refusal = answerOfError(badRequest('invalid_request', text));
				if (!isForm(request)) await send(reply, refusal, new Date());
				else
					await reply
						.code(400)
						.type('text/html')
						.send(await problemPage(text));
			}
		};
		app.route({ method, url: `${ROOT}${path}`, handler });
	};
	route('GET', '/stats', {}, () => commands.stats());
	route('DELETE', '/stats', {}, () => commands.resetStats());
	route('DELETE', '/connections', {}, () => commands.closeConnections());
	route(CHANGE, '/config', configSchema.partial().shape, (change) => commands.configure(change));
	route(CHANGE, '/partners/:id', partnerShape, ({ blocked, callbackUrl, balance, deposit }, id) => {
		if (blocked !== undefined) commands.setBlocked(id, blocked);
		if (callbackUrl !== undefined) commands.setCallbackUrl(id, callbackUrl);
		if (balance !== undefined) commands.setBalance(id, balance);
		if (deposit !== undefined) commands.addMoney(id, deposit);
	});
	route('POST', '/orders/:id', { status: z.enum(TERMINAL_STATUSES) }, ({ status }, id) =>
		commands.endOrder(id, status),
	);
	route('POST', '/screenings/:id', { outcome: oneOf(KYT_OUTCOMES) }, ({ outcome }, id) =>
		commands.endScreening(id, outcome),
	);
	route('POST', '/events', eventShape, ({ event, partner, ext_id, data }) => {
		const sample = { ...sampleData(event), ...(ext_id === undefined ? {} : { ext_id }) };
		return { event_id: commands.sendEvent(partner, event, { ...sample, ...data }) };
	});
	route('POST', '/deliveries/:id', againShape, async (options, id) => {
		const sending = commands.sendAgain(Number(id), options);
		return { deliveries: options.delaySeconds === undefined ? await sending : [] };
	});
	route('POST', '/faults', faultShape, ({ fault, retryAfter, ...match }) =>
		commands.addFault({ fault, retryAfter, match }),
	);
	route('POST', '/faults/clear', {}, () => commands.clearFaults());
	route('POST', '/dialect', { dialect: dialectSchema }, ({ dialect }) =>
		commands.setDialect(dialect),
	);
	route('POST', '/age', { days: z.number().min(0).default(1) }, ({ days }) => commands.age(days));
	route('POST', '/reset', {}, () => commands.reset());
}
