import { randomUUID } from 'node:crypto';
import {
	decodeProtectedHeader,
	errors,
	exportJWK,
	generateKeyPair,
	jwtVerify,
	SignJWT,
	type CryptoKey,
	type JWK,
} from 'jose';
import { z } from 'zod';
import { unauthorized } from '../http/errors';
import type { SandboxConfig } from '../options';
import type { Clock } from './clock';
import type { Partner } from './partners';

const claimsSchema = z.object({
	partner_id: z.number().int(),
	scope: z.string(),
	exp: z.number().int(),
	typ: z.enum(['agent', 'partner']),
	client_id: z.string().optional(),
});

/** Section 5.2: the claims of an access token. `exp` is in unix seconds. */
export type AccessClaims = z.infer<typeof claimsSchema>;
export type TokenType = AccessClaims['typ'];

const KEY_ID = 'sandbox-access-1';

/** Issues and checks access tokens: EdDSA JWTs signed with a key made at start. */
export class Tokens {
	/** Tokens whose signature has been verified, so that each is verified only once. */
	private readonly verified = new Map<string, AccessClaims>();

	private constructor(
		private readonly privateKey: CryptoKey,
		private readonly publicKey: CryptoKey,
		private readonly publicJwk: JWK,
		private readonly config: SandboxConfig,
		private readonly clock: Clock,
	) {}

	static async create(config: SandboxConfig, clock: Clock): Promise<Tokens> {
		const { privateKey, publicKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519' });
		const jwk = { ...(await exportJWK(publicKey)), kid: KEY_ID, alg: 'EdDSA', use: 'sig' };
		return new Tokens(privateKey, publicKey, jwk, config, clock);
	}

	jwks(): { keys: JWK[] } {
		return { keys: [this.publicJwk] };
	}

	async issue(partner: Partner, typ: TokenType): Promise<string> {
		const issuedAt = this.clock.unixSeconds();
		const claims = {
			partner_id: partner.id,
			scope: partner.scopes.join(' '),
			typ,
			...(typ === 'agent' && { client_id: partner.clientId }),
		};
		return await new SignJWT(claims)
			.setProtectedHeader({ alg: 'EdDSA', kid: KEY_ID, typ: 'JWT' })
			.setIssuedAt(issuedAt)
			.setExpirationTime(issuedAt + this.config.tokenTtlSeconds)
			// Makes two tokens of the same second differ.
			.setJti(randomUUID())
			.sign(this.privateKey);
	}

	/** The claims of a valid token. @throws ApiError 401 that says what is wrong with an invalid one */
	async verify(token: string): Promise<AccessClaims> {
		const claims = this.verified.get(token) ?? (await this.readSigned(token));
		if (claims.exp <= this.clock.unixSeconds()) {
			throw unauthorized('token_expired', 'The access token has expired');
		}
		this.verified.set(token, claims);
		return claims;
	}

	private async readSigned(token: string): Promise<AccessClaims> {
		try {
			if (decodeProtectedHeader(token).alg !== 'EdDSA') {
				throw unauthorized('unsupported_alg', 'Access tokens are signed with EdDSA');
			}
			const { payload } = await jwtVerify(token, this.publicKey, {
				algorithms: ['EdDSA'],
				currentDate: this.clock.now(),
			});
			return claimsSchema.parse(payload);
		} catch (error) {
			if (error instanceof errors.JWTExpired) {
				throw unauthorized('token_expired', 'The access token has expired');
			}
			if (error instanceof errors.JOSEError || error instanceof TypeError) {
				throw unauthorized('invalid_token', 'The access token was not issued by this service');
			}
			throw error;
		}
	}
}
