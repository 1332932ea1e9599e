import type { z } from 'zod';

import type { AccessToken } from './access-token';
import { readAnswer, transportFailure } from './answers';
import { PartnerApiError } from './errors';
import { type JsonValue, stringifyJson } from './json';
import { addressOf, type ApiBase, type PartnerSettings } from './settings';
import { tokenProvider } from './token-provider';
import { type EgressFilter, type HttpAnswer, send } from './transport';

export interface ApiCall {
	method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
	base: ApiBase;
	/** Begins with a slash; ids in it are already escaped. */
	path: string;
	query?: Record<string, string>;
	/** Absent: no body at all. */
	body?: JsonValue;
}

export interface ClientOptions {
	timeoutMs: number;
	/** Cancels what is under way. */
	signal?: AbortSignal;
	egress?: EgressFilter;
}

const UNAUTHORIZED = 401;

/** Calls the API in the name of one partner. Make one for each run: it remembers that a token exchange was refused. */
export class PartnerClient {
	private refusedExchange?: Error;
	/** The latest token that was taken because one before it was refused. */
	private renewed?: string;

	constructor(
		private readonly settings: PartnerSettings,
		private readonly options: ClientOptions,
	) {}

	/**
	 * Makes a call with a valid access token. After a 401 it takes one new token and repeats once: a refused call has
	 * done nothing.
	 *
	 * @returns the parsed body of the 2xx answer
	 * @throws PartnerApiError with the outcome for the money; InputError when the private key cannot be read
	 */
	async call(call: ApiCall): Promise<unknown> {
		const token = await this.token();
		const answer = await this.sendWith(token, call);
		if (answer.status !== UNAUTHORIZED) return readAnswer(answer, 'call');

		// A token that was just renewed and is refused as well will not become better by one more exchange.
		if (token.value === this.renewed) return readAnswer(answer, 'call');
		tokenProvider.drop(this.settings, token.value);
		const next = await this.token();
		this.renewed = next.value;
		return readAnswer(await this.sendWith(next, call), 'call');
	}

	/**
	 * The token that calls are made with, e.g. to read its scopes.
	 *
	 * @throws as `call` does
	 */
	async token(): Promise<AccessToken> {
		// One refused exchange is enough for a run: a thousand items must not knock a thousand times.
		if (this.refusedExchange !== undefined) throw this.refusedExchange;
		try {
			const token = tokenProvider.get(this.settings, this.options.egress);
			return await unlessCancelled(token, this.options.signal);
		} catch (error) {
			if (error instanceof Error && isFinal(error)) this.refusedExchange = error;
			throw error;
		}
	}

	private async sendWith(token: AccessToken, call: ApiCall): Promise<HttpAnswer> {
		const headers: Record<string, string> = {
			accept: 'application/json',
			authorization: `Bearer ${token.value}`,
		};
		if (call.body !== undefined) headers['content-type'] = 'application/json';
		try {
			return await send({
				method: call.method,
				url: addressOf(this.settings, call.base, call.path) + queryOf(call),
				headers,
				body: call.body === undefined ? undefined : stringifyJson(call.body),
				timeoutMs: this.options.timeoutMs,
				signal: this.options.signal,
				egress: this.options.egress,
			});
		} catch (error) {
			throw transportFailure(error, 'call');
		}
	}
}

/** A cancelled run waits no longer for its token; the exchange itself goes on, as others may wait for it too. */
async function unlessCancelled<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
	if (!signal) return await work;
	let cancel = (): void => undefined;
	const cancelled = new Promise<never>((_, reject) => {
		cancel = () => {
			reject(new PartnerApiError({ code: 'cancelled', outcome: 'not_sent', phase: 'token' }));
		};
	});
	signal.addEventListener('abort', cancel, { once: true });
	if (signal.aborted) cancel();
	try {
		return await Promise.race([work, cancelled]);
	} finally {
		signal.removeEventListener('abort', cancel);
	}
}

/**
 * Holds an answer against the API's document.
 *
 * @param schema the documented shape; unknown fields pass
 * @param answer a parsed body
 * @returns the answer itself, with every field it came with
 * @throws PartnerApiError `unexpected_answer` that names the fields
 */
export function expectShape<T>(schema: z.ZodType<T, z.ZodTypeDef, unknown>, answer: unknown): T {
	const parsed = schema.safeParse(answer);
	if (parsed.success) return parsed.data;
	const fields = parsed.error.issues.map(
		(issue) => `${issue.path.join('.') || 'the answer'}: ${issue.message}`,
	);
	throw new PartnerApiError({
		code: 'unexpected_answer',
		outcome: 'unknown',
		phase: 'call',
		detail: fields.slice(0, 3).join('; '),
	});
}

/** A bad key or a refused assertion stays so; a lost connection or a 5xx may be over at the next item. */
function isFinal(error: Error): boolean {
	if (!(error instanceof PartnerApiError)) return true;
	const { status } = error.details;
	return status !== undefined && status >= 400 && status < 500 && status !== 429;
}

function queryOf({ path, query }: ApiCall): string {
	const text = new URLSearchParams(query).toString();
	return text && (path.includes('?') ? '&' : '?') + text;
}
