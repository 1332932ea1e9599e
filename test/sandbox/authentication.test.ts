// The sandbox checks assertions and access tokens as section 5 says.
import { randomUUID } from 'node:crypto';
import { createLocalJWKSet, decodeJwt, jwtVerify, SignJWT, type JSONWebKeySet } from 'jose';
import { Client, readAnswer, type AssertionChange } from './support/client';

let client: Client;

beforeAll(async () => {
	client = await Client.start();
});

afterAll(async () => {
	await client.sandbox.close();
});

const now = (): number => Math.floor(Date.now() / 1000);

describe('5.1 the assertion', () => {
	test('a right one gives an access token', async () => {
		const { status, body } = await client.exchangeWith({});
		expect(status).toBe(200);
		expect(body).toEqual({
			access_token: expect.any(String),
			token_type: 'Bearer',
			expires_in: 900,
		});
	});

	const refused: [string, string, () => AssertionChange][] = [
		['iss of another partner', 'invalid_iss', () => ({ claims: { iss: '999' } })],
		['iss missing', 'invalid_iss', () => ({ claims: { iss: undefined } })],
		['aud of another service', 'invalid_aud', () => ({ claims: { aud: 'abc-partner-api' } })],
		['aud as a list', 'invalid_aud', () => ({ claims: { aud: ['svc-partner-api'] } })],
		['iat missing', 'invalid_iat', () => ({ claims: { iat: undefined } })],
		['iat ahead', 'iat_in_future', () => ({ claims: { iat: now() + 30, exp: now() + 60 } })],
		['exp missing', 'invalid_exp', () => ({ claims: { exp: undefined } })],
		[
			'exp 61 s after iat',
			'assertion_too_long',
			() => ({ claims: { iat: now(), exp: now() + 61 } }),
		],
		['exp passed', 'assertion_expired', () => ({ claims: { iat: now() - 61, exp: now() - 1 } })],
		['exp at iat', 'invalid_exp', () => ({ claims: { iat: now() + 4, exp: now() + 4 } })],
		['exp before iat', 'invalid_exp', () => ({ claims: { iat: now() + 4, exp: now() + 2 } })],
		['jti missing', 'invalid_jti', () => ({ claims: { jti: undefined } })],
		['jti that is no UUID', 'invalid_jti', () => ({ claims: { jti: 'abc' } })],
		['kid missing', 'missing_kid', () => ({ header: { kid: undefined } })],
		['kid unknown', 'unknown_kid', () => ({ header: { kid: 'key-nobody' } })],
	];

	test.each(refused)('%s is refused', async (_name, code, change) => {
		const { status, body } = await client.exchangeWith(change());
		expect(status).toBe(401);
		expect(body).toEqual({ error: code, message: expect.any(String) });
	});

	test('exp 60 s after iat is accepted', async () => {
		const iat = now();
		expect((await client.exchangeWith({ claims: { iat, exp: iat + 60 } })).status).toBe(200);
	});

	test('jti is single use', async () => {
		const claims = { jti: randomUUID() };
		expect((await client.exchangeWith({ claims })).status).toBe(200);
		expect((await client.exchangeWith({ claims })).body.error).toBe('jti_reused');
	});

	test('jti in capitals is the same jti', async () => {
		const jti = randomUUID();
		expect((await client.exchangeWith({ claims: { jti } })).status).toBe(200);
		const again = await client.exchangeWith({ claims: { jti: jti.toUpperCase() } });
		expect(again.body.error).toBe('jti_reused');
	});

	test('a refused assertion does not use up its jti', async () => {
		const jti = randomUUID();
		await client.exchangeWith({ claims: { jti, aud: 'abc' } });
		expect((await client.exchangeWith({ claims: { jti } })).status).toBe(200);
	});

	test('alg other than EdDSA is refused', async () => {
		const assertion = await new SignJWT({ iss: client.partner.partnerId })
			.setProtectedHeader({ alg: 'HS256', kid: client.partner.keyId })
			.sign(new TextEncoder().encode('a secret of thirty-two characters'));
		const { status, body } = await client.exchange({ assertion });
		expect([status, body.error]).toEqual([401, 'unsupported_alg']);
	});

	test('a signature of another key is refused', async () => {
		const other = await client.sandbox.createPartner();
		const { body } = await client.exchangeWith({ privateKeyPem: other.privateKeyPem });
		expect(body.error).toBe('invalid_signature');
	});

	test('a text that is no JWT is refused', async () => {
		expect((await client.exchange({ assertion: 'abc' })).body.error).toBe('invalid_assertion');
	});
});

describe('4.1 the exchange', () => {
	test('takes only the field assertion', async () => {
		const assertion = await client.assertion();
		const { status, body } = await client.exchange({ assertion, grant_type: 'jwt' });
		expect([status, body.error]).toEqual([400, 'unknown_field']);
	});

	test.each([
		['partner_id=1', 'partner_id_not_allowed'],
		['a=1', 'unknown_parameter'],
	])('takes no query: %s', async (query, code) => {
		const body = JSON.stringify({ assertion: await client.assertion() });
		const headers = { 'content-type': 'application/json' };
		const url = `${client.sandbox.apiUrl}/auth/v1/partner/token?${query}`;
		const answer = await readAnswer(await fetch(url, { method: 'POST', headers, body }));
		expect([answer.status, answer.body.error]).toEqual([400, code]);
	});

	test('needs the field assertion', async () => {
		const { status, body } = await client.exchange({});
		expect([status, body.error]).toEqual([400, 'missing_field']);
	});

	test.each(['access_token', 'accessToken', 'token'] as const)(
		'the token can stand in %s, at the top or under data',
		async (name) => {
			client.sandbox.configure({ tokenShape: name, omitExpiresIn: true });
			const top = (await client.exchangeWith({})).body;
			client.sandbox.configure({ tokenShape: `data.${name}`, omitExpiresIn: false });
			const under = (await client.exchangeWith({})).body;
			client.sandbox.configure({ tokenShape: 'access_token' });
			expect(top).toEqual({ [name]: expect.any(String), token_type: 'Bearer' });
			expect(under.data).toMatchObject({ [name]: expect.any(String), expires_in: 900 });
		},
	);
});

describe('5.2 the access token', () => {
	test('carries what the document says and lives 900 s', async () => {
		const claims = decodeJwt(await client.accessToken());
		expect(claims).toMatchObject({
			partner_id: Number(client.partner.partnerId),
			typ: 'agent',
			client_id: expect.any(String),
		});
		expect(String(claims.scope).split(' ')).toContain('kyt:check');
		expect(Number(claims.exp) - Number(claims.iat)).toBe(900);
	});

	test('verifies against the key set, which needs a token itself', async () => {
		const open = await fetch(`${client.sandbox.apiUrl}/auth/v1/partner/jwks`);
		const { body } = await client.get('/auth/v1/partner/jwks');
		const keys = createLocalJWKSet(body as unknown as JSONWebKeySet);
		const verified = await jwtVerify(await client.accessToken(), keys);
		expect(open.status).toBe(401);
		expect(verified.protectedHeader.alg).toBe('EdDSA');
	});

	async function balanceWith(authorization?: string): Promise<[number, unknown]> {
		const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
		const { status, body } = await readAnswer(
			await fetch(`${client.sandbox.apiUrl}/partner/balance`, { headers }),
		);
		return [status, body.error];
	}

	test('is needed', async () => {
		expect(await balanceWith()).toEqual([401, 'missing_token']);
	});

	test('is refused when it was not issued here', async () => {
		expect(await balanceWith('Bearer abc')).toEqual([401, 'invalid_token']);
		expect(await balanceWith(`Bearer ${await client.assertion()}`)).toEqual([401, 'invalid_token']);
	});

	test('5 HS256 tokens are not accepted', async () => {
		const token = await new SignJWT({ ...decodeJwt(await client.accessToken()) })
			.setProtectedHeader({ alg: 'HS256' })
			.sign(new TextEncoder().encode('a secret of thirty-two characters'));
		expect(await balanceWith(`Bearer ${token}`)).toEqual([401, 'unsupported_alg']);
	});

	test('is refused once it has expired, by the clock of the sandbox', async () => {
		const token = String((await client.exchangeWith({})).body.access_token);
		client.sandbox.configure({ clockOffsetSeconds: 901 });
		const answer = await balanceWith(`Bearer ${token}`);
		client.sandbox.configure({ clockOffsetSeconds: 0 });
		expect(answer).toEqual([401, 'token_expired']);
		expect(await balanceWith(`Bearer ${token}`)).toEqual([200, undefined]);
	});

	test('the Date header tells the clock of the sandbox', async () => {
		client.sandbox.configure({ clockOffsetSeconds: 3600 });
		const { headers } = await client.get('/auth/v1/partner/unknown');
		client.sandbox.configure({ clockOffsetSeconds: 0 });
		const ahead = Date.parse(headers.get('date') ?? '') - Date.now();
		expect(ahead).toBeGreaterThan(3_500_000);
	});
});

test('5.4 a valid token of a blocked tenant gets 403', async () => {
	const blocked = await Client.of(client.sandbox);
	client.sandbox.setBlocked(blocked.partner.partnerId, true);
	const { status, body } = await blocked.get('/partner/balance');
	expect([status, body.error]).toEqual([403, 'tenant_blocked']);
	client.sandbox.setBlocked(blocked.partner.partnerId, false);
	expect((await blocked.get('/partner/balance')).status).toBe(200);
});

test('5.5 a new key takes over and the old kid is revoked', async () => {
	const rotating = await Client.of(client.sandbox);
	const next = await client.sandbox.addKey(rotating.partner.partnerId);
	client.sandbox.revokeKey(rotating.partner.keyId);
	const withNext = { header: { kid: next.keyId }, privateKeyPem: next.privateKeyPem };
	expect((await rotating.exchangeWith({})).body.error).toBe('kid_revoked');
	expect((await rotating.exchangeWith(withNext)).status).toBe(200);
});
