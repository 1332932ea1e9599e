import { createLocalJWKSet, errors, jwtVerify } from 'jose';
import { z } from 'zod';

import { readClaims } from './access-token';
import { readAnswer, transportFailure } from './answers';
import { PartnerApiError } from './errors';
import { addressOf, type PartnerSettings } from './settings';
import { type EgressFilter, send } from './transport';

/** Section 4.1. */
const JWKS_PATH = '/auth/v1/partner/jwks';

const jwksSchema = z.object({ keys: z.array(z.object({ kty: z.string() }).passthrough()) });

export interface InspectedToken {
	claims: Record<string, unknown>;
	/** Whether the signature is that of a key of the API's key set, and the token has not expired. */
	signatureValid: boolean;
	/** Why not, when it is not. */
	problem?: string;
}

/**
 * Reads an access token and checks its signature against the API's key set (sections 4.1 and 5.2).
 *
 * @throws PartnerApiError when the key set cannot be read
 */
export async function inspectToken(
	token: string,
	settings: PartnerSettings,
	options: { timeoutMs: number; signal?: AbortSignal; egress?: EgressFilter },
): Promise<InspectedToken> {
	const keySet = createLocalJWKSet(await fetchKeySet(settings, options));
	const claims = readClaims(token) ?? {};
	try {
		await jwtVerify(token, keySet, { algorithms: ['EdDSA', 'Ed25519'] });
		return { claims, signatureValid: true };
	} catch (error) {
		if (!(error instanceof errors.JOSEError)) throw error;
		return { claims, signatureValid: false, problem: error.message };
	}
}

async function fetchKeySet(
	settings: PartnerSettings,
	options: Parameters<typeof inspectToken>[2],
): Promise<z.infer<typeof jwksSchema>> {
	try {
		const url = addressOf(settings, 'api', JWKS_PATH);
		const headers = { accept: 'application/json' };
		const answer = await send({ method: 'GET', url, headers, ...options });
		return jwksSchema.parse(readAnswer(answer, 'call'));
	} catch (error) {
		if (error instanceof z.ZodError) {
			throw new PartnerApiError({
				code: 'unexpected_answer',
				outcome: 'refused',
				phase: 'call',
				detail: 'the key set has no "keys"',
			});
		}
		throw transportFailure(error, 'call');
	}
}
