import { InputError, type LocalErrorCode, PartnerApiError, resultOrFailure } from '../errors';
import { type JsonValue, stringifyJson } from '../values/json';
import { noteParsed, redactTokens } from '../values/redact';
import { type RateLimiter, rateLimiterOf } from './rate-limiter';
import { isWebPage, readResponse } from './response';
import { type Answer, readAnswer } from '../answer';
import { type Dialect, dialectOf } from '../dialect';
import { callInDialect } from '../dialect/call';
import type { NamedCall } from '../dialect/calls';
import { mayRetry, type RetrySafety, type RetryLimits, retryWait } from './retry';
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
	/** What a retry of it would do. */
	retrySafety: RetrySafety;
	/** Section 5.3; absent where the document does not show it. */
	scope?: string;
	/** Its name where the document only names it: then it is made as API Differences says. */
	named?: NamedCall;
	/** Called right before each request, which is not sent if this fails. An attempt that failed before it has sent nothing. */
	onSend?: () => Promise<void>;
}

/** What came of a call with its retries: a response, or the failure of the last attempt. */
export interface CallResult {
	/** The parsed body of the 2xx response. */
	response?: unknown;
	failure?: PartnerApiError;
	/** An attempt ended as unknown: what was asked for may have been done. */
	mayBeDone: boolean;
}

/** The same, with the response as it was read. */
export interface Asked extends CallResult {
	answer?: Answer;
}

/** How long a call may take. */
export interface CallLimits {
	retry: RetryLimits;
	/** For one request, and for the exchange of a token before it. */
	timeoutMs: number;
	/** For one attempt in all, with the wait for its turn and for new tokens; absent: as long as these take. */
	attemptMs?: number;
}

/** How a client makes its calls, where a call says nothing else. */
export interface ClientOptions extends CallLimits {
	/** Cancels what is under way. */
	signal?: AbortSignal;
	egress?: EgressFilter;
}

const UNAUTHORIZED = 401;

/** Calls the API in the name of one partner. Make one for each run: it remembers what is true for all its calls. */
export class PartnerClient {
	private readonly refusedExchange: Partial<Record<TokenKind, Error>> = {};
	private readonly rateLimiter: RateLimiter;
	/** The latest tokens that replaced one that was refused, or lacked a scope. */
	private readonly renewed = new Set<string>();
	/** The tokens that calls were made with: no response may show one. */
	private readonly sent = new Set<string>();

	constructor(
		readonly settings: PartnerSettings,
		private readonly options: ClientOptions,
	) {
		this.rateLimiter = rateLimiterOf(settings);
	}

	/** The same with other differences, as if they stood in the credential. */
	with(differences: Partial<Dialect>, limits: CallLimits = this.options): PartnerClient {
		const dialect = dialectOf(differences);
		const settings = { ...this.settings, differences, dialect };
		return new PartnerClient(settings, { ...this.options, ...limits });
	}

	/**
	 * Makes a call, and makes it again where that can help and does no harm.
	 *
	 * @param call what to send; one whose scope the token does not carry is not sent
	 * @param limits where they differ from the client's
	 * @returns the parsed body of the 2xx response
	 * @throws PartnerApiError with the outcome for the money; InputError when the private key cannot be read
	 */
	async call(call: ApiCall, limits?: CallLimits): Promise<unknown> {
		const { response, failure } = await this.tryCall(call, limits);
		if (failure) throw failure;
		return response;
	}

	/**
	 * Makes a call as `tryCall` does, and reads its response by the dialect.
	 *
	 * @throws as `tryCall` does
	 */
	async ask(call: ApiCall, limits?: CallLimits): Promise<Asked> {
		const result = await this.tryCall(call, limits);
		if (result.failure) return result;
		return { ...result, answer: readAnswer(result.response, this.settings.dialect) };
	}

	/**
	 * As `call`, with a failure as a value.
	 *
	 * @throws InputError when the private key cannot be read
	 */
	async tryCall(given: ApiCall, limits: CallLimits = this.options): Promise<CallResult> {
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
			// Where the time ran out in the wait to send again, the 429 before it says more.
			const isUnsent = response.code === 'timeout' && response.outcome === 'not_sent';
			const failure =
				isUnsent && limited && performance.now() >= limited.giveUpAt ? limited.failure : response;
			if (failure.outcome === 'unknown') mayBeDone = true;
			if (retry.retries === 0 || !mayRetry(failure, call.retrySafety))
				return { failure, mayBeDone };
			if (failure.isRateLimit) {
				// The rate limiter makes the next attempt wait.
				// Half a wait more: as many waits as there are retries fit in, and never one more.
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
	 * Makes a call with a valid access token. After a 401 it takes one new token and sends once more: a refused call has
	 * done nothing.
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
	 * A token that covers the scope. A scope may have been granted since: a new token is taken before it is missed.
	 *
	 * @param call whose base and scope (section 5.3); without a scope any token will do
	 * @param timeLeft milliseconds; waits no longer for it
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
		throw new PartnerApiError({
			code: 'missing_scope' satisfies LocalErrorCode,
			outcome: 'not_sent',
			phase: 'call',
			grantedScopes: (renewed ?? token).scopes,
		});
	}

	/** A new token for one that will not do; undefined for one that is new already, which no exchange makes better. */
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
	 * The token that calls are made with, e.g. to read its scopes.
	 *
	 * @param timeoutMs waits no longer for it
	 * @throws as `call` does
	 */
	async token(
		timeoutMs = this.options.timeoutMs,
		kind: TokenKind = 'partner',
	): Promise<AccessToken> {
		// One refused exchange is enough for a run: a thousand items must not knock a thousand times.
		const { [kind]: refused } = this.refusedExchange;
		if (refused !== undefined) throw refused;
		try {
			const { egress, signal } = this.options;
			return await tokenProvider.get(this.settings, { egress, signal, timeoutMs }, kind);
		} catch (error) {
			// A bad key or a refused assertion stays so; a lost connection may be over at the next item.
			const isTransient = error instanceof PartnerApiError && error.isTransient;
			if (error instanceof Error && !isTransient) this.refusedExchange[kind] = error;
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

/** A call as this API has it. A mistake in API Differences is a failure as any other: an order may be placed by then. */
function madeBy(call: ApiCall, dialect: Dialect): ApiCall | PartnerApiError {
	try {
		return callInDialect(call, dialect);
	} catch (error) {
		if (!(error instanceof InputError)) throw error;
		const code: LocalErrorCode = 'wrong_call';
		return new PartnerApiError({ code, outcome: 'not_sent', phase: 'call', detail: error.message });
	}
}

/** Milliseconds for the next step of an attempt that begins now. */
function timerOf({ timeoutMs, attemptMs = Infinity }: CallLimits): () => number {
	const end = performance.now() + attemptMs;
	return () => Math.max(1, Math.min(timeoutMs, end - performance.now()));
}

/** Characters. In a shorter text, to look for signs of a secret takes longer than to go through what is parsed. */
const LONG_TEXT = 10_000;

async function read(response: HttpResponse, { scopes }: AccessToken): Promise<unknown> {
	let begin = performance.now();
	const body = readResponse(response, 'call', scopes);
	begin = await restAfter(begin);
	if (response.text.length > LONG_TEXT) noteParsed(body, response.text);
	await restAfter(begin);
	return body;
}

/** A token whose scopes cannot be read, or that names none, is left to the API to judge. */
function covers({ scopes }: AccessToken, needed: string): boolean {
	return scopes === undefined || scopes.length === 0 || scopesCover(scopes, needed);
}
