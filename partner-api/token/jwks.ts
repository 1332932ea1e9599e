import { createLocalJWKSet, errors, jwtVerify } from 'jose';
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

/**
 * Reads an access token and checks its signature (section 5.2).
 *
 * @param token a JWT
 * @param keySet what the JWKS path answered
 */
export async function inspectToken(
	token: string,
	keySet: z.infer<typeof keySetSchema>,
): Promise<InspectedToken> {
	const claims = readClaims(token) ?? {};
	try {
		await jwtVerify(token, createLocalJWKSet(keySet), { algorithms: ['EdDSA', 'Ed25519'] });
		return { claims, signatureValid: true };
	} catch (error) {
		if (error instanceof errors.JOSEError) {
			return { claims, signatureValid: false, problem: error.message };
		}
		// What node throws for a key that it cannot read.
		return { claims, signatureValid: false, problem: 'the key set holds a damaged key' };
	}
}
