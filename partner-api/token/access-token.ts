import { createLocalJWKSet, errors, type JWK, jwtVerify } from 'jose';
import type { z } from 'zod';

import { isJsonObject, type JsonObject, jsonOrUndefined, valueAt } from '../values/json';
import type { keySetSchema } from '../schemas';

/** Section 5.2; for a token that does not say when it expires. */
const DOCUMENTED_TTL_SECONDS = 900;
/** At most this many keys of a key set are read: those that a token names, or the first if it names none. */
const MAX_KEYS = 100;

/** A token of the exchange (section 5.2), and the facts about it. */
export interface AccessToken {
	value: string;
	/** When it expires, in milliseconds of the local clock. */
	expiresAtMs: number;
	/** When it was requested, in milliseconds of the local clock. */
	requestedAtMs: number;
	/** The scopes it carries (section 5.3); undefined if it cannot be read. */
	scopes?: string[];
}

const TOKEN_NAMES = ['access_token', 'accessToken', 'token'];

/**
 * Reads the response to a token exchange. The API document does not show its field names (section 4.1).
 *
 * @param body the parsed body
 * @param requestedAtMs when the exchange was sent, by the local clock
 * @param place of the token in API Differences, with dots into objects
 * @returns the token; undefined if there is none, or it is unclear which text is the token
 */
export function readExchange(
	body: unknown,
	requestedAtMs: number,
	place?: string,
): AccessToken | undefined {
	const value = place === undefined ? tokenIn(body) : valueAt(body, place);
	if (typeof value !== 'string' || value === '') return undefined;

	const { exp, iat, scope } = readClaims(value) ?? {};
	// The difference is right even if the local clock is off. Both are whole seconds, and `iat` may already be a second
	// in the past.
	const isTold = typeof exp === 'number' && typeof iat === 'number';
	const seconds = isTold ? exp - iat - 1 : DOCUMENTED_TTL_SECONDS;
	const expiresAtMs = requestedAtMs + seconds * 1000;
	const scopes = typeof scope === 'string' ? scope.split(/\s+/).filter(Boolean) : undefined;
	return { value, requestedAtMs, expiresAtMs, scopes };
}

/** The only JWT at the top or one level down; of several, the only one of a partner; otherwise the text with a token's name. */
function tokenIn(body: unknown): unknown {
	const outer = isJsonObject(body) ? body : {};
	const places = [outer, ...Object.values(outer).filter(isJsonObject)];
	const [only, ...others] = new Set(places.flatMap((place) => Object.values(place)).filter(isJwt));
	if (only && others.length === 0) return only;
	const [ofPartner, another] = [only ?? '', ...others].filter((jwt) => {
		const { partner_id: partnerId, scope } = readClaims(jwt) ?? {};
		return partnerId !== undefined && scope !== undefined;
	});
	if (ofPartner && !another) return ofPartner;
	const named = places.flatMap((place) => TOKEN_NAMES.map((name) => place[name]));
	return named.find(isJwt) ?? named.find((text) => typeof text === 'string' && text !== '');
}

/** Whether the header of a text looks like that of a compact JWS: `{"` in base64url. */
function isJwt(text: unknown): text is string {
	return typeof text === 'string' && /^eyJ[\w-]*\.[\w-]+\.[\w-]*$/.test(text);
}

/** The claims of a token (section 5.2), unverified, an int64 with all its digits; undefined if it is not a JWT. */
export function readClaims(token: string): JsonObject | undefined {
	const [, payload = '', signature] = token.split('.', 3);
	if (signature === undefined) return undefined;
	const claims = jsonOrUndefined(Buffer.from(payload, 'base64url').toString());
	return isJsonObject(claims) ? claims : undefined;
}

/**
 * Reads an access token and checks its signature (section 5.2).
 *
 * @param token a JWT
 * @param keySet the API's, from the JWKS path
 * @returns its claims; a problem if none of these keys signed it, or it has expired
 */
export async function inspectToken(
	token: string,
	keySet: z.infer<typeof keySetSchema>,
): Promise<{ claims: JsonObject; problem?: string }> {
	const claims = readClaims(token) ?? {};
	try {
		await jwtVerify(
			token,
			async (header, input) => {
				const keys = keySet.keys.filter(
					(key): key is JWK =>
						isJsonObject(key) && (header.kid === undefined || key.kid === header.kid),
				);
				return await createLocalJWKSet({ keys: keys.slice(0, MAX_KEYS) })(header, input);
			},
			{ algorithms: ['EdDSA', 'Ed25519'] },
		);
		return { claims };
	} catch (error) {
		// For a key that it cannot read, Node throws its own error.
		const isOfJose = error instanceof errors.JOSEError;
		const problem = isOfJose ? error.message : 'the key set holds a damaged key';
		return { claims, problem };
	}
}

/**
 * Whether granted scopes cover a needed one: exactly, or by an area wildcard such as `cards:*` (section 5.3, rule 1). `*:*`
 * is not a valid grant (rule 2) and covers no scope.
 *
 * @param granted the scopes of a token
 * @param needed e.g. `cards:read`; `esim:*` names a family, and any scope of it is enough
 */
export function scopesCover(granted: readonly string[], needed: string): boolean {
	const [area = '', right] = needed.split(':');
	return granted.some((scope) => {
		const [grantedArea, grantedRight] = scope.split(':');
		if (grantedArea === '*' || grantedArea !== area) return false;
		return right === '*' || grantedRight === '*' || grantedRight === right;
	});
}
