import { type AccessToken, readExchange } from './access-token';
import { clockSkew, readAnswer, transportFailure } from './answers';
import { signAssertion } from './assertion';
import { PartnerApiError } from './errors';
import { readPrivateKey } from './keys';
import { addressOf, type PartnerSettings, settingsKey } from './settings';
import { type EgressFilter, type HttpAnswer, send } from './transport';
import { waitFor } from './wait-for';

/** Section 4.1. */
const EXCHANGE_PATH = '/auth/v1/partner/token';
const EXCHANGE_TIMEOUT_MS = 30_000;
/** A token is renewed this long before it ends, or after 80 % of a life shorter than five minutes. */
const RENEWAL_MARGIN_MS = 60_000;
const RENEWAL_SHARE = 0.2;
/** More than this many credentials at once means that old ones, edited or deleted, are still held. */
const MOST_ENTRIES = 100;
/** A clock that is off by less is not why an exchange was refused. */
const NOTABLE_SKEW_SECONDS = 5;

interface Entry {
	token?: AccessToken;
	exchange?: Promise<AccessToken>;
	/** Of the last exchange that succeeded: the next one starts from there. */
	clockSkewSeconds?: number;
}

/** How somebody wants a token. */
interface TokenWish {
	/** n8n's policy for outgoing requests, where n8n offers it. */
	egress?: EgressFilter;
	/** Renews a token that was fetched longer ago than this. */
	mostAgeMs?: number;
	/** Waits no longer for an exchange than this. */
	timeoutMs?: number;
	/** Cancels the waiting. */
	signal?: AbortSignal;
}

/**
 * Holds access tokens in memory, one for each credential's content, and fetches them with one exchange under way at a
 * time (section 5). Nothing of it is ever written down.
 */
class TokenProvider {
	private readonly entries = new Map<string, Entry>();

	/**
	 * @param settings whose token; an edited credential gets one of its own
	 * @returns a token with life left
	 * @throws InputError when the private key cannot be read; PartnerApiError (outcome `not_sent`) when the exchange fails
	 */
	async get(settings: PartnerSettings, wish: TokenWish = {}): Promise<AccessToken> {
		const { egress, mostAgeMs = Number.POSITIVE_INFINITY } = wish;
		const entry = this.entryFor(settings);
		const { token } = entry;
		if (token && isFresh(token) && Date.now() - token.requestedAtMs < mostAgeMs) return token;
		entry.exchange ??= this.exchangeInto(entry, settings, egress);
		return await waitFor(entry.exchange, 'token', wish);
	}

	/** The token held at the moment, without asking for one: enough to say which scopes there were. */
	peek(settings: PartnerSettings): AccessToken | undefined {
		return this.entries.get(settingsKey(settings))?.token;
	}

	/** Forgets a token that the API refused, unless it has already been replaced. */
	drop(settings: PartnerSettings, refused: string | undefined): void {
		const entry = this.entries.get(settingsKey(settings));
		if (entry?.token && entry.token.value === refused) entry.token = undefined;
	}

	/** The exchange belongs to nobody's run: one that is cancelled or in a hurry must not take the others' token with it. */
	private async exchangeInto(
		entry: Entry,
		settings: PartnerSettings,
		egress?: EgressFilter,
	): Promise<AccessToken> {
		try {
			entry.token = await exchange(settings, entry.clockSkewSeconds ?? 0, egress);
			entry.clockSkewSeconds = entry.token.clockSkewSeconds;
			return entry.token;
		} finally {
			entry.exchange = undefined;
		}
	}

	private entryFor(settings: PartnerSettings): Entry {
		const key = settingsKey(settings);
		let entry = this.entries.get(key);
		if (!entry) {
			if (this.entries.size >= MOST_ENTRIES) this.forgetEnded();
			entry = {};
			this.entries.set(key, entry);
		}
		return entry;
	}

	private forgetEnded(): void {
		for (const [key, { token, exchange: underWay }] of this.entries) {
			if (!underWay && (!token || !isFresh(token))) this.entries.delete(key);
		}
	}
}

/** The process's only token cache: nodes and credential share it. */
export const tokenProvider = new TokenProvider();

function isFresh(token: AccessToken): boolean {
	const life = token.expiresAtMs - token.requestedAtMs;
	const margin = Math.min(RENEWAL_MARGIN_MS, life * RENEWAL_SHARE);
	return Date.now() < token.expiresAtMs - margin;
}

/**
 * Exchanges an assertion for a token. Where the API refuses it and its clock is another one, it is asked once more by the
 * API's clock: section 5.1 gives an assertion 60 seconds.
 *
 * @param clockSkewSeconds by how much the local clock is ahead, as far as is known
 */
async function exchange(
	settings: PartnerSettings,
	clockSkewSeconds: number,
	egress?: EgressFilter,
): Promise<AccessToken> {
	try {
		return await exchangeOnce(settings, clockSkewSeconds, egress);
	} catch (error) {
		const skew = skewBehind(error);
		if (skew === undefined || Math.abs(skew - clockSkewSeconds) < NOTABLE_SKEW_SECONDS) throw error;
		return await exchangeOnce(settings, skew, egress);
	}
}

/** The skew that may be the reason of a refusal. */
function skewBehind(error: unknown): number | undefined {
	if (!(error instanceof PartnerApiError)) return undefined;
	const { status, clockSkewSeconds } = error.details;
	return status === 400 || status === 401 ? clockSkewSeconds : undefined;
}

async function exchangeOnce(
	settings: PartnerSettings,
	clockSkewSeconds: number,
	egress?: EgressFilter,
): Promise<AccessToken> {
	const key = readPrivateKey(settings.privateKey, 'Ed25519', 'Private Key');
	const requestedAtMs = Date.now();
	const issuedAt = Math.floor(requestedAtMs / 1000) - clockSkewSeconds;
	const assertion = await signAssertion(settings, key, issuedAt);
	let answer: HttpAnswer;
	try {
		answer = await send({
			method: 'POST',
			url: addressOf(settings, 'api', EXCHANGE_PATH),
			headers: { 'content-type': 'application/json', accept: 'application/json' },
			body: JSON.stringify({ assertion }),
			timeoutMs: EXCHANGE_TIMEOUT_MS,
			egress,
		});
	} catch (error) {
		throw transportFailure(error, 'token');
	}
	const token = readExchange(readAnswer(answer, 'token'), {
		requestedAtMs,
		// The local clock was accepted, or the API's: then the answer tells whether that is still needed.
		clockSkewSeconds: clockSkewSeconds === 0 ? 0 : notableSkew(answer),
	});
	if (!token) {
		throw new PartnerApiError({
			code: 'unexpected_answer',
			status: answer.status,
			outcome: 'not_sent',
			phase: 'token',
			detail: 'no access_token, accessToken or token in it',
		});
	}
	return token;
}

function notableSkew(answer: HttpAnswer): number {
	const skew = clockSkew(answer) ?? 0;
	return Math.abs(skew) < NOTABLE_SKEW_SECONDS ? 0 : skew;
}
