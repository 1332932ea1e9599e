import { compactVerify, decodeProtectedHeader, type CryptoKey } from 'jose';
import { z } from 'zod';
import { badRequest, unauthorized } from '../http/errors';
import { apiRead, endpoint, NO_BODY, type Endpoint } from '../http/endpoint';
import { isJsonObject, parseJson, type JsonObject } from '../http/json';
import type { TokenShape } from '../options';
import { newWebhookSecret, type Partner } from '../state/partners';
import type { TokenType } from '../state/tokens';
import type { World } from '../world';

const LONGEST_LIFE_SECONDS = 60;
/** How far a partner's clock may run ahead of the sandbox's. */
const SKEW_SECONDS = 5;

const claimsSchema = z.object({
	iss: z.unknown(),
	aud: z.unknown(),
	iat: z.number({ message: 'iat' }).int('iat'),
	exp: z.number({ message: 'exp' }).int('exp'),
	// A UUID is the same in capitals.
	jti: z.string({ message: 'jti' }).uuid('jti').toLowerCase(),
});

type Claims = z.infer<typeof claimsSchema>;

function keyIdOf(assertion: string): string {
	let header;
	try {
		header = decodeProtectedHeader(assertion);
	} catch {
		throw unauthorized('invalid_assertion', 'The assertion is not a signed JWT');
	}
	if (header.alg !== 'EdDSA') throw unauthorized('unsupported_alg', 'alg must be EdDSA');
	if (typeof header.kid !== 'string') throw unauthorized('missing_kid', 'The kid is missing');
	return header.kid;
}

async function signedPayload(assertion: string, key: CryptoKey): Promise<JsonObject> {
	try {
		const { payload } = await compactVerify(assertion, key, { algorithms: ['EdDSA'] });
		const claims = parseJson(new TextDecoder().decode(payload));
		if (isJsonObject(claims)) return claims;
	} catch {
		throw unauthorized('invalid_signature', 'The signature does not match the registered key');
	}
	throw unauthorized('invalid_assertion', 'The claims are not a JSON object');
}

function claimsOf(payload: JsonObject): Claims {
	const parsed = claimsSchema.safeParse(payload);
	if (parsed.success) return parsed.data;
	const claim = String(parsed.error.issues[0]?.path[0]);
	throw unauthorized(`invalid_${claim}`, `The claim ${claim} is missing or not valid`);
}

/** Section 5.1, claim by claim. */
function checkClaims(world: World, partner: Partner, claims: Claims): void {
	const now = world.clock.unixSeconds();
	if (claims.iss !== String(partner.id)) {
		throw unauthorized('invalid_iss', 'iss must be the partner id of the key, as decimal text');
	}
	if (claims.aud !== `${world.serviceCode}-partner-api`) {
		throw unauthorized('invalid_aud', `aud must be ${world.serviceCode}-partner-api`);
	}
	if (claims.iat > now + SKEW_SECONDS) {
		throw unauthorized(
			'iat_in_future',
			`iat is ${claims.iat - now} s ahead of the service's clock`,
		);
	}
	if (claims.exp <= claims.iat) throw unauthorized('invalid_exp', 'exp must be after iat');
	if (claims.exp > claims.iat + LONGEST_LIFE_SECONDS) {
		throw unauthorized('assertion_too_long', 'exp may be at most 60 s after iat');
	}
	if (claims.exp <= now) {
		throw unauthorized('assertion_expired', `exp was ${now - claims.exp} s ago`);
	}
	if (world.usedAssertions.has(claims.jti)) {
		throw unauthorized('jti_reused', 'This jti was used before');
	}
}

async function partnerOf(world: World, assertion: string): Promise<Partner> {
	const key = world.partners.key(keyIdOf(assertion));
	if (!key) throw unauthorized('unknown_kid', 'No key is registered under this kid');
	if (key.revokedAt) throw unauthorized('kid_revoked', 'This kid was revoked');
	const claims = claimsOf(await signedPayload(assertion, key.publicKey));
	checkClaims(world, key.partner, claims);
	world.usedAssertions.add(claims.jti);
	return key.partner;
}

function shaped(shape: TokenShape, { access_token: token, ...rest }: JsonObject): JsonObject {
	const [first, second] = shape.split('.');
	const name = second ?? first ?? shape;
	const fields = { [name]: token, ...rest };
	return second === undefined ? fields : { data: fields };
}

const exchangeSchema = z.object({ assertion: z.string() }).strict();

/** Where {api_url} exchanges an assertion (section 4.1). */
export const TOKEN_PATH = '/auth/v1/partner/token';

/** An access token of this type for an assertion (section 5, steps 1 and 2). */
export async function exchangeToken(
	world: World,
	typ: TokenType,
	body: unknown,
): Promise<JsonObject> {
	const parsed = exchangeSchema.safeParse(body);
	if (!parsed.success) {
		const unknown = parsed.error.issues.some((issue) => issue.code === 'unrecognized_keys');
		throw badRequest(
			unknown ? 'unknown_field' : 'missing_field',
			'The body has one field: assertion, a signed JWT',
		);
	}
	const partner = await partnerOf(world, parsed.data.assertion);
	const token = await world.tokens.issue(partner, typ);
	world.stats.exchanged();
	const life = world.config.omitExpiresIn ? {} : { expires_in: world.config.tokenTtlSeconds };
	const response = { access_token: token, token_type: 'Bearer', ...life };
	const reshape = world.dialect.responses[TOKEN_PATH];
	return reshape ? reshape(response, {}) : shaped(world.config.tokenShape, response);
}

export const authEndpoints: Endpoint[] = [
	apiRead('/auth/v1/partner/jwks', null, ({ world }) => world.tokens.jwks()),
	endpoint({
		base: 'base',
		method: 'POST',
		path: '/auth/v1/agent/hmac/rotate',
		scope: null,
		body: NO_BODY,
		handle: ({ partner }) => {
			if (partner.callbackUrl === null) {
				throw badRequest('callback_url required', 'Register a callback URL first');
			}
			partner.webhookSecret = newWebhookSecret();
			return { hmac_secret: partner.webhookSecret };
		},
	}),
];
