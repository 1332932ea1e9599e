import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { faultOf } from '../magic';
import type { World } from '../world';
import { answerOf, answerOfError, send, type Answer, type Outcome } from './answers';
import { authorize, type RateLimit } from './authorize';
import type { Endpoint } from './endpoint';
import { ApiError, badRequest } from './errors';
import { type PlannedFault, withFault } from './faults';
import { refusePartnerId } from './forbidden';
import { isJsonObject, parseJson } from './json';
import { recordedBody, recordedHeaders, type RecordedRequest } from './stats';

/** A request, split into its parts. */
export interface Incoming {
	method: string;
	path: string;
	query: URLSearchParams;
	headers: NodeJS.Dict<string | string[]>;
	params: Record<string, string>;
	raw: string;
	record: RecordedRequest;
}

function incomingOf(world: World, request: FastifyRequest): Incoming {
	const url = new URL(request.originalUrl, 'http://sandbox');
	const params = isJsonObject(request.params) ? request.params : {};
	const raw = typeof request.body === 'string' ? request.body : '';
	return {
		method: request.method,
		path: url.pathname,
		query: url.searchParams,
		headers: request.headers,
		params: Object.fromEntries(Object.entries(params).map(([key, value]) => [key, String(value)])),
		raw,
		record: {
			id: world.stats.nextId(),
			at: world.clock.now(),
			method: request.method,
			path: url.pathname,
			query: url.searchParams.toString(),
			headers: recordedHeaders(request.headers),
			body: recordedBody(url.pathname, raw),
			status: null,
			response: '',
		},
	};
}

/** The parsed body, or undefined if there is none. A body must be JSON with JSON's content type (section 1, rule 3). */
function readBody(incoming: Incoming): unknown {
	if (incoming.raw === '') return undefined;
	const [mediaType] = String(incoming.headers['content-type'] ?? '').split(';');
	if (mediaType?.trim().toLowerCase() !== 'application/json') {
		throw badRequest('invalid_content_type', 'Content-Type must be application/json');
	}
	try {
		return parseJson(incoming.raw);
	} catch {
		throw badRequest('invalid_json', 'The body is not valid JSON');
	}
}

async function answerOfWork(world: World, work: () => Promise<unknown>): Promise<Answer> {
	try {
		return answerOf(await work());
	} catch (error) {
		if (error instanceof ApiError) return answerOfError(world.dialect.errorOf(error));
		world.log(`internal error: ${error instanceof Error ? error.message : String(error)}`);
		return answerOfError(new ApiError(500, 'internal_error', 'The sandbox failed'));
	}
}

function magicFault(world: World, partnerId: number, body: unknown): PlannedFault | undefined {
	if (!isJsonObject(body)) return undefined;
	const magic = faultOf(body, world.serviceCode);
	const extId = typeof body.ext_id === 'string' ? body.ext_id : undefined;
	return magic && world.faults.strikes(partnerId, magic.value, extId) ? magic : undefined;
}

function refuseQuery({ query }: Incoming, isAllowed: boolean): void {
	refusePartnerId(Object.fromEntries(query));
	if (!isAllowed && query.size > 0) {
		throw badRequest('unknown_parameter', 'This call takes no query parameters');
	}
}

function refuseBodyAndQuery(endpoint: Endpoint, incoming: Incoming): void {
	refuseQuery(incoming, endpoint.query !== 'refused');
	const length = Number(incoming.headers['content-length'] ?? 0);
	if (endpoint.bodiless && (incoming.raw !== '' || length > 0)) {
		throw badRequest('body_not_allowed', 'This call takes no body');
	}
}

/** The work of an endpoint: token, scope, rate, body, then the call itself. */
export async function callEndpoint(
	world: World,
	limit: RateLimit,
	endpoint: Endpoint,
	incoming: Incoming,
): Promise<Outcome> {
	let planned: PlannedFault | undefined;
	let ready: (() => Promise<unknown>) | undefined;
	const refusal = await answerOfWork(world, async () => {
		const partner = await authorize(world, incoming.headers.authorization?.toString(), endpoint);
		limit.count(partner.id, world.config.rateLimitPerSecond);
		refuseBodyAndQuery(endpoint, incoming);
		const isInQuery = endpoint.query === 'fields';
		const body = isInQuery ? Object.fromEntries(incoming.query) : readBody(incoming);
		planned = magicFault(world, partner.id, body);
		incoming.record.fault ??= planned?.fault;
		ready = async () => await endpoint.run({ world, partner, params: incoming.params }, body);
	});
	const work = ready;
	if (work === undefined) return refusal;
	return await withFault(planned, async () => await answerOfWork(world, work));
}

/**
 * Takes one request from arrival to response.
 *
 * @param work gives the response
 * @param shownPath the path that this call has in as-shown
 */
export async function serve(
	world: World,
	request: FastifyRequest,
	reply: FastifyReply,
	work: (incoming: Incoming) => Promise<Outcome>,
	shownPath = '',
): Promise<void> {
	const incoming = incomingOf(world, request);
	const { record } = incoming;
	world.stats.arrived(record, request.raw.socket);
	const paths = [incoming.path, shownPath];
	const planned = world.faults.injected(incoming.method, paths, incoming.raw);
	record.fault = planned?.fault;
	const outcome = await withFault(planned, async () => await work(incoming));
	// A response that is still due must not keep a closed sandbox alive.
	if (world.config.latencyMs > 0) await sleep(world.config.latencyMs, undefined, { ref: false });
	if (typeof outcome === 'object') world.stats.answered(record, outcome.status, outcome.text);
	const ending = typeof outcome === 'object' ? outcome.status : outcome;
	world.log(`${record.method} ${record.path}: ${ending}`);
	await send(reply, outcome, world.clock.now());
}

/** The outcome of plain work, for calls without a token. */
export async function callPlain(
	world: World,
	incoming: Incoming,
	work: (body: unknown) => Promise<unknown>,
): Promise<Outcome> {
	return await answerOfWork(world, async () => {
		refuseQuery(incoming, false);
		const body = readBody(incoming);
		refusePartnerId(body);
		return await work(body);
	});
}
