import { createLocalJWKSet, errors, type JWK, jwtVerify, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';

import { type Claims, readClaims } from './access-token';

/** The key set of section 4.1. */
export const keySetSchema = z.object({
	keys: z.array(z.object({ kty: z.string() }).passthrough()),
});

/** What an access token says, held against the API's key set (section 5.2). */
export interface InspectedToken {
	claims: Claims;
	/** Whether the signature is that of a key of the API's key set, and the token has not expired. */
	signatureValid: boolean;
	/** Why not, when it is not. */
	problem?: string;
}

/** What node throws for a key it cannot read, and jose for everything else. */
type Failure = errors.JOSEError | DOMException;

/**
 * Reads an access token and checks its signature (section 5.2) with each key that may have made it: neither the token nor
 * the keys need a `kid`.
 *
 * @param token a JWT
 * @param keySet what the JWKS path answered
 */
export async function inspectToken(
	token: string,
	{ keys }: z.infer<typeof keySetSchema>,
): Promise<InspectedToken> {
	const claims = readClaims(token) ?? {};
	const failures: Failure[] = [];
	for (const key of keys) {
		const failure = await failureWith(key, token);
		if (!failure) return { claims, signatureValid: true };
		failures.push(failure);
	}
	return { claims, signatureValid: false, problem: problemOf(failures) };
}

/** @returns undefined when the signature is that of the key, and the token has not expired */
async function failureWith(key: JWK, token: string): Promise<Failure | undefined> {
	// A key without a kid may be that of any; one with another is none.
	const keyFor: JWTVerifyGetKey = async (header, jws) =>
		await createLocalJWKSet({ keys: [{ ...key, kid: key.kid ?? header.kid }] })(header, jws);
	try {
		await jwtVerify(token, keyFor, { algorithms: ['EdDSA', 'Ed25519'] });
		return undefined;
	} catch (error) {
		if (error instanceof errors.JOSEError || error instanceof DOMException) return error;
		throw error;
	}
}

/** The most telling one: that some key is not the token's says little where another is, but the token has expired. */
function problemOf(failures: readonly Failure[]): string {
	const fitting = failures.filter((one) => !(one instanceof errors.JWKSNoMatchingKey));
	const telling = fitting.find((one) => !(one instanceof errors.JWSSignatureVerificationFailed));
	const failure = telling ?? fitting[0] ?? new errors.JWKSNoMatchingKey();
	return failure instanceof DOMException ? 'the key set holds a damaged key' : failure.message;
}
