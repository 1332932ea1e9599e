// An access token is read (section 5.2): where it stands, how long it lives, claims, signature, scopes.
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { type JWK, SignJWT } from 'jose';
import {
	inspectToken,
	readClaims,
	readExchange,
	scopesCover,
} from '../../../../partner-api/token/access-token';
import { ed25519 } from '../../../support/keys';

const NOW_MS = 1_800_000_000_000;
const NOW = NOW_MS / 1000;

async function jwt(claims: Record<string, unknown>): Promise<string> {
	return await new SignJWT(claims).setProtectedHeader({ alg: 'EdDSA' }).sign(ed25519.privateKey);
}

function lifeSeconds(answer: unknown): number {
	const token = readExchange(answer, NOW_MS);
	if (!token) throw new Error('There is no token');
	return (token.expiresAtMs - token.requestedAtMs) / 1000;
}

describe('where the token stands (section 4.1 does not show it)', () => {
	test.each([
		['accessToken', { accessToken: 't' }],
		['data.access_token', { data: { access_token: 't' } }],
		['beside other fields', { ok: true, scope: 'a', data: null, access_token: 't' }],
		['beside a data of another kind', { data: 'text', token: 't' }],
		['beside names without a value', { access_token: null, accessToken: '', token: 't' }],
		['under data, beside names without a value', { access_token: null, data: { token: 't' } }],
	])('%s', (_place, answer) => {
		expect(readExchange(answer, NOW_MS)?.value).toBe('t');
	});

	test.each([
		['an empty object', {}],
		['an empty token', { access_token: '' }],
		['a token that is no text', { token: 7 }],
		['another name', { jwt: 't' }],
		['deeper', { data: { data: { token: 't' } } }],
		['a text', 't'],
	])('none: %s', (_name, answer) => {
		expect(readExchange(answer, NOW_MS)).toBeUndefined();
	});
});

test('of several tokens with the claims of a partner, the one with a name of a token counts', async () => {
	const claims = { partner_id: 1, scope: 'withdraw' };
	const [refresh, token] = [await jwt({ ...claims, typ: 'refresh' }), await jwt(claims)];
	expect(readExchange({ refresh, token }, NOW_MS)?.value).toBe(token);
});

describe('how long it lives', () => {
	test('from exp and iat, whatever the local clock says', async () => {
		const hourBehind = NOW - 3600;
		const access_token = await jwt({ iat: hourBehind, exp: hourBehind + 900 });
		const life = lifeSeconds({ access_token, expires_in: 5 });
		expect(life).toBeLessThanOrEqual(900);
		expect(life).toBeGreaterThanOrEqual(898);
	});

	test.each<[string, () => unknown]>([
		['nothing', () => ({ token: 't' })],
		['expires_in alone', () => ({ token: 't', expires_in: 120 })],
		['exp without iat', async () => ({ token: await jwt({ exp: NOW + 300 }) })],
	])('900 s if the token itself does not say (section 5.2): %s', async (_name, answer) => {
		expect(lifeSeconds(await answer())).toBe(900);
	});
});

describe('its claims', () => {
	const tokenOf = (payload: string) => `e30.${Buffer.from(payload).toString('base64url')}.x`;

	test('keep every digit of an int64', () => {
		const claims = readClaims(tokenOf('{"partner_id":9007199254740993,"exp":1800000000}'));
		expect(claims).toEqual({ partner_id: '9007199254740993', exp: 1_800_000_000 });
	});

	test.each(['opaque', 'e30.e30', tokenOf('no JSON'), tokenOf('[1]'), tokenOf('"text"')])(
		'are unknown of %s, as are its scopes',
		(token) => {
			expect(readClaims(token)).toBeUndefined();
			expect(readExchange({ token }, NOW_MS)?.scopes).toBeUndefined();
		},
	);
});

test('its scopes are separated by white space (section 5.3)', async () => {
	const token = await jwt({ scope: 'balance:read  cards:*\twithdraw ' });
	const scopes = ['balance:read', 'cards:*', 'withdraw'];
	expect(readExchange({ token }, NOW_MS)?.scopes).toEqual(scopes);
});

describe('its signature, by the key set of the API (section 5.2)', () => {
	const [own, other] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')];

	function jwkOf({ publicKey }: { publicKey: KeyObject }, more: Partial<JWK> = {}) {
		return { ...publicKey.export({ format: 'jwk' }), kty: 'OKP', ...more };
	}

	/** A token of the key `own`. */
	async function tokenOf({
		kid,
		exp = Date.now() / 1000 + 900,
	}: { kid?: string; exp?: number } = {}) {
		return await new SignJWT({ partner_id: 1 })
			.setProtectedHeader({ alg: 'EdDSA', kid })
			.setExpirationTime(exp)
			.sign(own.privateKey);
	}

	const DAMAGED = jwkOf(other, { x: 'AAAA' });
	const OTHERS = Array.from({ length: 100 }, () => jwkOf(other, { kid: 'a' }));

	test.each([
		['without a kid', undefined, [jwkOf(own)]],
		['with a kid, among others', 'k', [jwkOf(other, { kid: 'a' }), jwkOf(own, { kid: 'k' })]],
		['with a kid, behind as many others as are read', 'k', [...OTHERS, jwkOf(own, { kid: 'k' })]],
		['beside a damaged key', 'k', [DAMAGED, jwkOf(own, { kid: 'k' })]],
	])('a token %s is genuine', async (_, kid, keys) => {
		const inspected = await inspectToken(await tokenOf({ kid }), { keys });
		expect(inspected).toMatchObject({ claims: { partner_id: 1 } });
		expect(inspected.problem).toBeUndefined();
	});

	test.each([
		['no key', [], 'no applicable key found'],
		['a key of another kid', [jwkOf(own, { kid: 'b' })], 'no applicable key found'],
		['another key', [jwkOf(other, { kid: 'k' })], 'signature verification failed'],
		['a damaged key', [{ ...DAMAGED, kid: 'k' }], 'damaged key'],
	])('against %s it is not, and the problem says why', async (_, keys, problem) => {
		expect(await inspectToken(await tokenOf({ kid: 'k' }), { keys })).toMatchObject({
			problem: expect.stringContaining(problem),
		});
	});

	/** So many keys that cannot be read. */
	const unreadable = (kid: string) => {
		// Exporting a key this often once made Node 20 hang.
		const jwk = jwkOf(other, { kid });
		return Array.from({ length: 100_000 }, () => new Proxy(jwk, {}));
	};

	test.each([
		['a token without a kid', undefined],
		['keys that all have its kid', 'k'],
	])('of many keys only the first are read: %s', async (_, kid) => {
		const first = Array.from({ length: 100 }, () => jwkOf(own, { kid: 'k' }));
		const keys = [...first, ...unreadable('k')];
		expect(await inspectToken(await tokenOf({ kid }), { keys })).toMatchObject({
			problem: expect.stringContaining('multiple matching keys'),
		});
	});

	test('an expired token is reported as expired', async () => {
		const token = await tokenOf({ exp: Math.floor(Date.now() / 1000) - 60 });
		expect(await inspectToken(token, { keys: [jwkOf(own)] })).toMatchObject({
			problem: expect.stringContaining('exp'),
		});
	});
});

describe('what its scopes cover (section 5.3)', () => {
	const CASES: [string[], string, boolean][] = [
		[['cards:read'], 'cards:read', true],
		[['balance:read', 'cards:*'], 'cards:freeze', true],
		[['esim:*'], 'esim:*', true],
		[['cards:read'], 'cards:issue', false],
		[['card:*'], 'cards:read', false],
		[['cards:*'], 'card:read', false],
		[['*:*'], 'cards:read', false],
		[['*:read'], 'cards:read', false],
		[[], 'balance:read', false],
	];

	test.each(CASES)('%j covers %s: %s (section 5.3)', (granted, needed, covers) => {
		expect(scopesCover(granted, needed)).toBe(covers);
	});
});
