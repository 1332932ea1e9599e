import { SignJWT } from 'jose';
import { readClaims, readExchange } from '../../partner-api/access-token';
import { ed25519 } from './support/keys';

const NOW_MS = 1_800_000_000_000;
const REQUEST = { requestedAtMs: NOW_MS, clockSkewSeconds: 0 };
const NOW = NOW_MS / 1000;

async function jwt(claims: Record<string, unknown>): Promise<string> {
	return await new SignJWT(claims).setProtectedHeader({ alg: 'EdDSA' }).sign(ed25519.privateKey);
}

function lifeSeconds(answer: unknown): number {
	const token = readExchange(answer, REQUEST);
	if (!token) throw new Error('There is no token');
	return (token.expiresAtMs - token.requestedAtMs) / 1000;
}

describe('where the token stands (section 4.1 does not show it)', () => {
	test.each([
		['access_token', { access_token: 't' }],
		['accessToken', { accessToken: 't' }],
		['token', { token: 't' }],
		['data.access_token', { data: { access_token: 't' } }],
		['data.accessToken', { data: { accessToken: 't' } }],
		['data.token', { data: { token: 't' } }],
		['beside other fields', { ok: true, scope: 'a', data: null, access_token: 't' }],
		['beside a data of another kind', { data: 'text', token: 't' }],
		['beside names without a value', { access_token: null, accessToken: '', token: 't' }],
		['under data, beside names without a value', { access_token: null, data: { token: 't' } }],
	])('%s', (_place, answer) => {
		expect(readExchange(answer, REQUEST)?.value).toBe('t');
	});

	test.each([
		['an empty object', {}],
		['an empty token', { access_token: '' }],
		['a token that is no text', { token: 7 }],
		['another name', { jwt: 't' }],
		['deeper', { data: { data: { token: 't' } } }],
		['null', null],
		['a text', 't'],
		['a list', [{ token: 't' }]],
	])('none: %s', (_name, answer) => {
		expect(readExchange(answer, REQUEST)).toBeUndefined();
	});
});

describe('how long it lives', () => {
	test('from exp and iat, whatever the local clock says', async () => {
		const hourBehind = NOW - 3600;
		const access_token = await jwt({ iat: hourBehind, exp: hourBehind + 900 });
		const life = lifeSeconds({ access_token, expires_in: 5 });
		expect(life).toBeLessThanOrEqual(900);
		expect(life).toBeGreaterThanOrEqual(898);
	});

	test('from exp alone', async () => {
		expect(lifeSeconds({ token: await jwt({ exp: NOW + 300 }), expires_in: 5 })).toBe(300);
	});

	test.each([
		['expires_in', { token: 't', expires_in: 120 }],
		['expires_in as text', { token: 't', expires_in: '120' }],
		['expiresIn', { token: 't', expiresIn: 120 }],
		['data.expires_in', { data: { token: 't', expires_in: 120 } }],
		['expires_in at the top, token under data', { expires_in: 120, data: { token: 't' } }],
	])('from %s', (_name, answer) => {
		expect(lifeSeconds(answer)).toBe(120);
	});

	test.each([
		['nothing', { token: 't' }],
		['nothing readable', { token: 't', expires_in: 'soon' }],
		['no number', { token: 't', expires_in: null }],
	])('900 s when %s tells it (section 5.2)', (_name, answer) => {
		expect(lifeSeconds(answer)).toBe(900);
	});

	test('a JWT without exp, and expires_in', async () => {
		expect(lifeSeconds({ token: await jwt({ partner_id: 1 }), expires_in: 60 })).toBe(60);
	});
});

describe('its claims', () => {
	const tokenOf = (payload: string) => `e30.${Buffer.from(payload).toString('base64url')}.x`;

	test('keep every digit of an int64', () => {
		const claims = readClaims(tokenOf('{"partner_id":9007199254740993,"exp":1800000000}'));
		expect(claims).toEqual({ partner_id: '9007199254740993', exp: 1_800_000_000 });
	});

	test('keep every letter', () => {
		expect(readClaims(tokenOf('{"name":"Zoë 🦊"}'))).toEqual({ name: 'Zoë 🦊' });
	});

	test.each([
		['one part', 'opaque'],
		['two parts', tokenOf('{}').replace(/\.x$/, '')],
		['no JSON', tokenOf('no JSON')],
		['no object', tokenOf('[1]')],
		['a text', tokenOf('"text"')],
	])('are unknown of a token of %s', (_name, token) => {
		expect(readClaims(token)).toBeUndefined();
	});
});

describe('its scopes (section 5.3)', () => {
	test('are separated by white space', async () => {
		const token = await jwt({ scope: 'balance:read  cards:*\twithdraw ' });
		expect(readExchange({ token }, REQUEST)?.scopes).toEqual([
			'balance:read',
			'cards:*',
			'withdraw',
		]);
	});

	test('are unknown when the token cannot be read', () => {
		expect(readExchange({ token: 'opaque' }, REQUEST)?.scopes).toBeUndefined();
	});

	test('are none when the claim is empty', async () => {
		expect(readExchange({ token: await jwt({ scope: '' }) }, REQUEST)?.scopes).toEqual([]);
	});
});
