import { type AccessToken, readExchange } from './access-token';
import { readAnswer, transportFailure } from './answers';
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

interface Entry {
	token?: AccessToken;
	exchange?: Promise<AccessToken>;
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
			entry.token = await exchange(settings, egress);
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

async function exchange(settings: PartnerSettings, egress?: EgressFilter): Promise<AccessToken> {
	const key = readPrivateKey(settings.privateKey, 'Ed25519', 'Private Key');
	const requestedAtMs = Date.now();
	const assertion = await signAssertion(settings, key, Math.floor(requestedAtMs / 1000));
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
	const token = readExchange(readAnswer(answer, 'token'), requestedAtMs);
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
