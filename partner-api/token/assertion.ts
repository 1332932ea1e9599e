import { randomUUID, type KeyObject } from 'node:crypto';

import { SignJWT } from 'jose';

import type { PartnerSettings } from '../settings';

/** Section 5.1 allows at most 60 s from `iat` to `exp`. */
const ASSERTION_LIFE_SECONDS = 60;
/** The API may refuse an `iat` of its future: this allows for a local clock that is a little ahead. */
const CLOCK_LEEWAY_SECONDS = 5;

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
