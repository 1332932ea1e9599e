import { InputError, localFailure, PartnerApiError, resultOrFailure } from '../errors';
import { type JsonValue, stringifyJson } from '../values/json';
import { noteParsed, redactTokens } from '../values/redact';
import { type RateLimiter, rateLimiterOf } from './rate-limiter';
import { isWebPage, readResponse } from './response';
import { type Answer, readAnswer } from '../answer';
import { type Dialect, dialectOf } from '../dialect';
import { callInDialect } from '../dialect/call';
import type { NamedCall } from '../dialect/calls';
import { isTransient, mayRetry, type RetrySafety, type RetryLimits, retryWait } from './retry';
import { addressOf, type ApiBase, type PartnerSettings } from '../settings';
import { type AccessToken, scopesCover } from '../token/access-token';
import { type TokenKind, tokenKindOf, tokenProvider } from '../token/token-provider';
import { type EgressFilter, type HttpResponse, send } from './transport';
import { pause, restAfter } from './wait';

/** One call of the API, without the token. */
export interface ApiCall {
	method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
	base: ApiBase;
	/** Begins with a slash; ids in it are already escaped. */
	path: string;
	query?: Record<string, string>;
	/** Absent: no body at all. */
	body?: JsonValue;
	/** What a retry of the call would do. */
	retrySafety: RetrySafety;
	/** Section 5.3; absent if the document does not show it. */
	scope?: string;
	/** Its name if the document only names it: API Differences can then change the call. */
	named?: NamedCall;
	/**
	 * Called right before each request. If it fails, the request is not sent. An attempt that fails before `onSend` is
	 * called has sent nothing.
	 */
	onSend?: () => Promise<void>;
}

interface Ended {
	/** An attempt ended as unknown: the order may have been carried out. */
	mayBeDone: boolean;
	/** The parsed body of the 2xx response. */
	response?: unknown;
}
type Failed = Ended & { failure: PartnerApiError; answer?: undefined };
type Responded = Ended & { failure?: undefined };

/** The result of a call with its retries: a response, read by the dialect, or the failure of the last attempt. */
export type Asked = Failed | (Responded & { answer: Answer });

/** How long a call may take. */
export interface CallLimits {
	retry: RetryLimits;
	/** For one request, and for the token exchange before it. */
	timeoutMs: number;
	/** For one whole attempt, including the wait for its turn and for new tokens; absent: no limit. */
	attemptMs?: number;
}

/** How a client makes its calls, unless a call says otherwise. */
export interface ClientOptions extends CallLimits {
	/** Cancels the calls in progress. */
	signal?: AbortSignal;
	egress?: EgressFilter;
}

const UNAUTHORIZED = 401;

/** Calls the API for one partner. Make one for each run: it remembers facts that hold for all its calls. */
export class PartnerClient {
	private readonly refusedExchange: Partial<Record<TokenKind, Error>> = {};
	private readonly rateLimiter: RateLimiter;
	/** The tokens that replaced one that was refused or lacked a scope. */
	private readonly renewed = new Set<string>();
	/** The tokens of all calls: no response may show one. */
	private readonly sent = new Set<string>();

	constructor(
		readonly settings: PartnerSettings,
		private readonly options: ClientOptions,
	) {
		this.rateLimiter = rateLimiterOf(settings);
	}

	/** A client with these differences added, as if they were in the credential. */
	with(differences: Partial<Dialect>, limits: CallLimits = this.options): PartnerClient {
		const dialect = dialectOf(differences);
		const settings = { ...this.settings, differences, dialect };
		return new PartnerClient(settings, { ...this.options, ...limits });
	}

	/**
	 * Makes a call, and retries it if that can help and does no harm.
	 *
	 * @param call is not sent if the token lacks its scope
	 * @param limits if they differ from the client's
	 * @returns the parsed body of the 2xx response
	 * @throws PartnerApiError with the outcome for the money; InputError if the private key cannot be read
	 */
	async call(call: ApiCall, limits?: CallLimits): Promise<unknown> {
		const { response, failure } = await this.tryCall(call, limits);
		if (failure) throw failure;
		return response;
	}

	/**
	 * Makes a call like `tryCall`, and reads its response by the dialect.
	 *
	 * @throws as `tryCall` does
	 */
	async ask(call: ApiCall, limits?: CallLimits): Promise<Asked> {
		const result = await this.tryCall(call, limits);
		if (result.failure) return result;
		return { ...result, answer: readAnswer(result.response, this.settings.dialect) };
	}

	/**
	 * Like `call`, with a failure as a value.
	 *
	 * @throws InputError if the private key cannot be read
	 */
	async tryCall(given: ApiCall, limits: CallLimits = this.options): Promise<Failed | Responded> {
		const call = madeBy(given, this.settings.dialect);
		if (call instanceof PartnerApiError) return { failure: call, mayBeDone: false };
		const { retry } = limits;
		let mayBeDone = false;
		let retries = 0;
		/** The last 429, and when to give up, counted from the first. */
		let limited: { failure: PartnerApiError; giveUpAt: number } | undefined;
		for (;;) {
			const timeLeft = timerOf(limits);
			const response = await resultOrFailure(
				this.rateLimiter.run(async () => await this.attempt(call, timeLeft), {
					maxHoldMs: retry.longestWait * 1000,
					timeoutMs: limited ? limited.giveUpAt - performance.now() : limits.attemptMs,
					signal: this.options.signal,
				}),
			);
			if (!(response instanceof PartnerApiError)) return { response, mayBeDone };
			response.details.base ??= call.base;
			// If the time ran out while waiting for a retry, the 429 before it says more.
			const isUnsent = response.code === 'timeout' && response.outcome === 'not_sent';
			const failure =
				isUnsent && limited && performance.now() >= limited.giveUpAt ? limited.failure : response;
			if (failure.outcome === 'unknown') mayBeDone = true;
			if (retry.retries === 0 || !mayRetry(failure, call.retrySafety))
				return { failure, mayBeDone };
			if (failure.isRateLimit) {
				// The rate limiter makes the next attempt wait. Half a wait more leaves room for all retries, but not for another
				// one.
				const longest = retry.longestWait * (retry.retries + 0.5) * 1000;
				limited = { failure, giveUpAt: limited?.giveUpAt ?? performance.now() + longest };
				if (performance.now() >= limited.giveUpAt) return { failure, mayBeDone };
				continue;
			}
			retries += 1;
			if (retries > retry.retries) return { failure, mayBeDone };
			const outcome = mayBeDone ? 'unknown' : failure.outcome;
			const rested = await resultOrFailure(
				pause(retryWait(failure, retries, retry), this.options.signal, outcome),
			);
			if (rested instanceof PartnerApiError) return { failure: rested, mayBeDone };
		}
	}

	/**
	 * Makes a call with a valid access token. After a 401 it takes one new token and sends once more: a refused call has done
	 * nothing.
	 */
	private async attempt(call: ApiCall, timeLeft: () => number): Promise<unknown> {
		const token = await this.tokenFor(call, timeLeft);
		const response = await this.sendWith(token, call, timeLeft());
		const isRefused = response.status === UNAUTHORIZED && !isWebPage(response);
		const kind = tokenKindOf(this.settings, call);
		const next = isRefused ? await this.renew(token, kind, timeLeft) : undefined;
		if (!next) return await read(response, token);
		return await read(await this.sendWith(next, call, timeLeft()), next);
	}

	/**
	 * A token that covers the scope. A token without it is replaced once, because the scope may have been granted since.
	 *
	 * @param call its base and scope (section 5.3); without a scope any token will do
	 * @param timeLeft the longest wait for the token, in milliseconds
	 * @throws as `call` does; PartnerApiError `missing_scope`, not sent
	 */
	async tokenFor(
		call: Pick<ApiCall, 'base' | 'path' | 'scope'>,
		timeLeft = () => this.options.timeoutMs,
	): Promise<AccessToken> {
		const { scope } = call;
		const kind = tokenKindOf(this.settings, call);
		const token = await this.token(timeLeft(), kind);
		if (scope === undefined || covers(token, scope)) return token;
		const renewed = await this.renew(token, kind, timeLeft);
		if (renewed && covers(renewed, scope)) return renewed;
		const { scopes: grantedScopes } = renewed ?? token;
		throw localFailure('missing_scope', 'not_sent', { grantedScopes });
	}

	/** A new token in place of one that will not do; undefined if that one is new already, so an exchange can't help. */
	private async renew(
		{ value }: AccessToken,
		kind: TokenKind,
		timeLeft: () => number,
	): Promise<AccessToken | undefined> {
		if (this.renewed.has(value)) return undefined;
		tokenProvider.drop(this.settings, value);
		const next = await this.token(timeLeft(), kind);
		this.renewed.add(next.value);
		return next;
	}

	/**
	 * The current token of the calls, for example to read its scopes.
	 *
	 * @param timeoutMs the longest wait for it
	 * @throws as `call` does
	 */
	async token(
		timeoutMs = this.options.timeoutMs,
		kind: TokenKind = 'partner',
	): Promise<AccessToken> {
		// One refused exchange is enough for a run: a thousand items must not ask a thousand times.
		const { [kind]: refused } = this.refusedExchange;
		if (refused !== undefined) throw refused;
		try {
			const { egress, signal } = this.options;
			return await tokenProvider.get(this.settings, { egress, signal, timeoutMs }, kind);
		} catch (error) {
			// A bad key or a refused assertion won't recover; a lost connection may be back for the next item.
			const mayPass = error instanceof PartnerApiError && isTransient(error);
			if (error instanceof Error && !mayPass) this.refusedExchange[kind] = error;
			throw error;
		}
	}

	private async sendWith(token: AccessToken, call: ApiCall, timeoutMs: number) {
		const headers: Record<string, string> = {
			accept: 'application/json',
			authorization: `Bearer ${token.value}`,
		};
		if (call.body !== undefined) headers['content-type'] = 'application/json';
		const queryString = new URLSearchParams(call.query).toString();
		const query = queryString && (call.path.includes('?') ? '&' : '?') + queryString;
		this.sent.add(token.value);
		await call.onSend?.();
		const response = await send({
			phase: 'call',
			method: call.method,
			url: addressOf(this.settings, call.base, call.path) + query,
			headers,
			body: call.body === undefined ? undefined : stringifyJson(call.body),
			timeoutMs,
			signal: this.options.signal,
			egress: this.options.egress,
		});
		return { ...response, text: redactTokens(response.text, this.sent) };
	}
}

/** A call in this API's form. A mistake in API Differences becomes an ordinary failure, because an order may already exist. */
function madeBy(call: ApiCall, dialect: Dialect): ApiCall | PartnerApiError {
	try {
		return callInDialect(call, dialect);
	} catch (error) {
		if (!(error instanceof InputError)) throw error;
		return localFailure('wrong_call', 'not_sent', { detail: error.message });
	}
}

/** Milliseconds for the next step of an attempt that begins now. */
function timerOf({ timeoutMs, attemptMs = Infinity }: CallLimits): () => number {
	const end = performance.now() + attemptMs;
	return () => Math.max(1, Math.min(timeoutMs, end - performance.now()));
}

/** Characters. For a shorter text, going through the parsed value is faster than searching the text for signs of a secret. */
const LONG_TEXT = 10_000;

async function read(response: HttpResponse, { scopes }: AccessToken): Promise<unknown> {
	let begin = performance.now();
	const body = readResponse(response, 'call', scopes);
	begin = await restAfter(begin);
	if (response.text.length > LONG_TEXT) noteParsed(body, response.text);
	await restAfter(begin);
	return body;
}

/** If its scopes cannot be read, or there are none, the API decides about the token. */
function covers({ scopes }: AccessToken, needed: string): boolean {
	return scopes === undefined || scopes.length === 0 || scopesCover(scopes, needed);
}
