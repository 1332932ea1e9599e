import { randomUUID, type KeyObject } from 'node:crypto';

import { SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';

import { localFailure, PartnerApiError, resultOrFailure } from '../errors';
import { textOf } from '../values/json';
import { readPrivateKey } from '../values/keys';
import { redactTokens } from '../values/redact';
import { readResponse } from '../http/response';
import { addressOf, type ApiBase, type PartnerSettings, settingsKey } from '../settings';
import { type EgressFilter, send } from '../http/transport';
import { waitFor, type WaitLimits } from '../http/wait';
import { type AccessToken, readClaims, readExchange } from './access-token';

/** Section 4.1, on {api_url}. */
const EXCHANGE_PATH = '/auth/v1/partner/token';
const EXCHANGE_TIMEOUT_MS = 30_000;
/** A token is renewed this long before it expires, or after 80 % of a life shorter than five minutes. */
const RENEWAL_MARGIN_MS = 60_000;
const RENEWAL_SHARE = 0.2;
/** If there are more, they belong to old credentials that were edited or deleted. */
const MAX_ENTRIES = 100;

/** Section 5.1 allows at most 60 s from `iat` to `exp`. */
const ASSERTION_LIFE_SECONDS = 60;
/** The API may refuse an `iat` in its future: this allows for a local clock that is slightly fast. */
const CLOCK_LEEWAY_SECONDS = 5;

interface Entry {
	token?: AccessToken;
	/** In progress. */
	exchange?: Promise<AccessToken>;
}

/** The partner's own, or an agent's for calls on {base_url} if the API has such tokens (section 5.2). */
export type TokenKind = 'partner' | 'agent';

/**
 * Keeps access tokens in memory, one of each kind for each credential's content, and never writes them anywhere. A
 * credential has at most one exchange of each kind in progress (section 5).
 */
class TokenProvider {
	private readonly entries = new LRUCache<string, Entry>({ max: MAX_ENTRIES });

	/**
	 * @param settings whose token; an edited credential gets a new one
	 * @param kind which token; an agent's only if API Differences has its path
	 * @returns a token that is still valid for a while
	 * @throws InputError if the private key cannot be read; PartnerApiError (outcome `not_sent`) if the exchange fails
	 */
	async get(
		settings: PartnerSettings,
		limits: WaitLimits & { egress?: EgressFilter } = {},
		kind: TokenKind = 'partner',
	): Promise<AccessToken> {
		const key = kind + settingsKey(settings);
		const entry: Entry = this.entries.get(key) ?? {};
		this.entries.set(key, entry);
		if (entry.token && isFresh(entry.token)) return entry.token;
		// The exchange belongs to no run, because a cancelled or hurried run must not take the token from the others.
		entry.exchange ??= exchange(settings, kind, limits.egress)
			.then((token) => (entry.token = token))
			.finally(() => (entry.exchange = undefined));
		const found = await resultOrFailure(
			waitFor(entry.exchange, limits, (code) => localFailure(code, 'not_sent', { phase: 'token' })),
		);
		if (!(found instanceof PartnerApiError)) return found;
		found.details.base = kind === 'agent' ? 'base' : 'api';
		throw found;
	}

	/** @param refused the token to drop: a newer one stays; absent: any token */
	drop(settings: PartnerSettings, refused?: string): void {
		for (const kind of ['partner', 'agent'] satisfies TokenKind[]) {
			const entry = this.entries.get(kind + settingsKey(settings));
			const isReplaced = refused !== undefined && entry?.token?.value !== refused;
			if (entry && !isReplaced) entry.token = undefined;
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

/** Which token a call is made with. */
export function tokenKindOf(
	{ dialect }: PartnerSettings,
	{ base, path }: { base: ApiBase; path: string },
): TokenKind {
	const { agentTokenPath, agentTokenFor } = dialect;
	if (base !== 'base' || agentTokenPath === undefined) return 'partner';
	// The older calls are those of section 4.5 and the rotation.
	const isOlder = !path.startsWith('/api/partner/');
	return agentTokenFor === 'base' || isOlder ? 'agent' : 'partner';
}

async function exchange(
	settings: PartnerSettings,
	kind: TokenKind,
	egress?: EgressFilter,
): Promise<AccessToken> {
	const key = readPrivateKey(settings.privateKey, 'Ed25519', 'Private Key');
	const requestedAtMs = Date.now();
	const assertion = await signAssertion(settings, key, Math.floor(requestedAtMs / 1000));
	const response = await send({
		phase: 'token',
		method: 'POST',
		url:
			kind === 'agent'
				? addressOf(settings, 'base', settings.dialect.agentTokenPath ?? '')
				: addressOf(settings, 'api', EXCHANGE_PATH),
		headers: { 'content-type': 'application/json', accept: 'application/json' },
		body: JSON.stringify({ assertion }),
		timeoutMs: EXCHANGE_TIMEOUT_MS,
		egress,
	});
	const text = redactTokens(response.text, [assertion]);
	const token = readExchange(
		readResponse({ ...response, text }, 'token'),
		requestedAtMs,
		settings.dialect.token,
	);
	const known = { status: response.status, phase: 'token' } as const;
	if (!token) {
		const detail = 'it holds no token, or several: name its place as token in API Differences';
		throw localFailure('unexpected_answer', 'not_sent', { ...known, detail });
	}
	const holder = textOf(readClaims(token.value)?.partner_id ?? settings.partnerId);
	if (holder !== settings.partnerId) {
		const detail = `partner_id of the token is ${holder}`;
		throw localFailure('another_partner', 'not_sent', { ...known, detail });
	}
	return token;
}

/**
 * Signs an assertion (section 5.1): good for one token exchange, because its `jti` is a fresh UUID.
 *
 * @param settings whose partner id, kid and service code it carries
 * @param key the Ed25519 private key
 * @param nowSeconds the present time in unix seconds
 * @returns a compact JWS
 */
export async function signAssertion(
	settings: Pick<PartnerSettings, 'partnerId' | 'keyId' | 'serviceCode'>,
	key: KeyObject,
	nowSeconds: number,
): Promise<string> {
	const issuedAt = nowSeconds - CLOCK_LEEWAY_SECONDS;
	return await new SignJWT()
		.setProtectedHeader({ alg: 'EdDSA', kid: settings.keyId })
		.setIssuer(settings.partnerId)
		.setAudience(`${settings.serviceCode}-partner-api`)
		.setIssuedAt(issuedAt)
		.setExpirationTime(issuedAt + ASSERTION_LIFE_SECONDS)
		.setJti(randomUUID())
		.sign(key);
}
