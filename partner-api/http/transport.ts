import type { LookupFunction } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici';

import {
	type LocalErrorCode,
	localFailure,
	PartnerApiError,
	type PartnerApiErrorDetails,
} from '../errors';
import { waitFor, type WaitLimits } from './wait';

/** n8n's policy for outgoing requests, as `getSecureEgressFilter()` returns it. */
export interface EgressFilter {
	validateUrl(url: string): Promise<{ ok: true } | { ok: false; error: Error }>;
	createSecureLookup(): LookupFunction;
}

/** One HTTP request, as it is sent. */
export interface HttpRequest extends WaitLimits {
	/** Which request it is. */
	phase: PartnerApiErrorDetails['phase'];
	method: string;
	url: string;
	headers: Record<string, string>;
	/** Absent: no body at all, not even an empty one. */
	body?: string;
	timeoutMs: number;
	egress?: EgressFilter;
}

/** A response, whatever its status. */
export interface HttpResponse {
	status: number;
	headers: Record<string, string | string[] | undefined>;
	/** Empty if the body cannot be read. */
	text: string;
	/** Why the body cannot be read; absent if it can. */
	unreadable?: { code: 'answer_too_large' | 'unreadable_encoding'; detail: string };
}

type Body = Pick<HttpResponse, 'text' | 'unreadable'>;

/** Gateways rarely keep a connection for a shorter time. With a longer time here, calls would meet closed connections. */
const KEEP_ALIVE_MS = 4_000;
const MEBIBYTE = 1024 * 1024;
/** Three times a ledger of 10,000 long lines, and far above any other response: more would fill n8n's memory. */
const MAX_BODY_BYTES = 16 * MEBIBYTE;
const TOO_LARGE = {
	code: 'answer_too_large',
	detail: `it has more than ${MAX_BODY_BYTES / MEBIBYTE} MiB`,
} as const;

/** One pool of kept-alive connections for the process, and one for each egress filter (n8n has one at most). */
const pools = new WeakMap<object, Dispatcher>();
const NO_FILTER = {};

/**
 * Sends one HTTP request over a kept-alive connection and reads the whole response. Redirects are not followed; the proxy
 * variables (HTTP_PROXY, HTTPS_PROXY, ALL_PROXY, NO_PROXY) and n8n's egress filter are respected.
 *
 * @returns status, headers and body text, whatever the status
 * @throws PartnerApiError if there is no complete response, with the outcome for the money
 */
export async function send(request: HttpRequest): Promise<HttpResponse> {
	const limit = new AbortController();
	const probe = { sent: false };
	try {
		// undici notices an abort only once there is a connection. If one comes later, it sends nothing over it.
		return await waitFor(responseTo(request, limit.signal, probe), request, (reason) => {
			limit.abort(reason);
			return new Error(reason);
		});
	} catch (error) {
		if (error instanceof PartnerApiError) throw error;
		const { phase } = request;
		const outcome = probe.sent && phase === 'call' ? 'unknown' : 'not_sent';
		// The detail is the system's or undici's code or text: never a secret.
		throw localFailure(codeOf(limit.signal, probe.sent), outcome, {
			phase,
			detail: describe(error),
		});
	}
}

async function responseTo(
	request: HttpRequest,
	signal: AbortSignal,
	probe: { sent: boolean },
): Promise<HttpResponse> {
	await checkEgress(request);
	signal.throwIfAborted();
	const { origin, pathname, search } = new URL(request.url);
	const { statusCode, headers, body } = await poolFor(request.egress).request({
		origin,
		path: pathname + search,
		method: request.method,
		headers: { 'accept-encoding': 'identity', ...request.headers },
		body: request.body,
		signal,
		// undici's own limits of five minutes would cut a longer timeout short.
		headersTimeout: 0,
		bodyTimeout: 0,
		opaque: probe,
	});
	const content = await readBody(body, headers['content-encoding']);
	// undici takes a connection back one turn of the event loop after its response has ended. A call before that would
	// open another connection.
	await nextTurn();
	return { status: statusCode, headers, ...content };
}

/** Reads a body. If a gateway has compressed it without being asked, it is not unpacked. */
async function readBody(
	body: Dispatcher.ResponseData['body'],
	header: string | string[] = 'identity',
): Promise<Body> {
	const encoding = String(header).trim().toLowerCase() || 'identity';
	try {
		const text = await body.text();
		if (encoding === 'identity' || text === '') return { text };
		// Cut short, because the API might repeat a token anywhere.
		const detail = `Content-Encoding ${encoding.slice(0, 8)}`;
		return { text: '', unreadable: { code: 'unreadable_encoding', detail } };
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return { text: '', unreadable: TOO_LARGE };
		throw error;
	}
}

async function checkEgress({ url, egress, phase }: HttpRequest): Promise<void> {
	const verdict = await egress?.validateUrl(url);
	if (!verdict || verdict.ok) return;
	const detail = verdict.error.message;
	throw localFailure('blocked_by_egress_filter', 'not_sent', { phase, detail });
}

function codeOf(signal: AbortSignal, sent: boolean): LocalErrorCode {
	if (signal.aborted) return signal.reason === 'timeout' ? 'timeout' : 'cancelled';
	return sent ? 'connection_lost' : 'connection_failed';
}

function poolFor(egress: EgressFilter | undefined): Dispatcher {
	const key = egress ?? NO_FILTER;
	let pool = pools.get(key);
	if (!pool) {
		// undici reads HTTP_PROXY, HTTPS_PROXY and NO_PROXY itself, but does not know ALL_PROXY.
		const allProxy = process.env.ALL_PROXY ?? process.env.all_proxy;
		pool = new EnvHttpProxyAgent({
			httpProxy: process.env.http_proxy ?? process.env.HTTP_PROXY ?? allProxy,
			httpsProxy: process.env.https_proxy ?? process.env.HTTPS_PROXY ?? allProxy,
			keepAliveTimeout: KEEP_ALIVE_MS,
			maxResponseSize: MAX_BODY_BYTES,
			clientFactory: proxyPool,
			connect: egress && { lookup: egress.createSecureLookup() },
		}).compose(noteSending);
		pools.set(key, pool);
	}
	return pool;
}

/** Connections to a proxy. If one ends during CONNECT, undici would connect again and again: it keeps requests after its own error. */
function proxyPool(proxy: URL, options: object): Dispatcher {
	const pool = new Pool(proxy, options);
	const connect = pool.connect.bind(pool);
	pool.connect = async (tunnel: Dispatcher.ConnectOptions) =>
		await connect(tunnel).catch((error: unknown) => {
			throw new Error(describe(error));
		});
	return pool;
}

/** undici starts a request only once it is connected: before that, nothing can have been sent. */
const noteSending: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
	const { opaque: probe } = options as { opaque?: { sent: boolean } };
	// undici's own class for wrapping handlers would refuse the interim responses (1xx) that a proxy may send.
	const start = handler.onRequestStart?.bind(handler);
	handler.onRequestStart = (controller, context) => {
		if (probe) probe.sent = true;
		start?.(controller, context);
	};
	return dispatch(options, handler);
};

/** The code and text of the deepest cause: undici wraps the system's error. */
function describe(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	if (error.cause instanceof Error) return describe(error.cause);
	const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
	return code && !error.message.includes(code) ? `${code}: ${error.message}` : error.message;
}
