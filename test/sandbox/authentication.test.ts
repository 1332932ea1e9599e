// The sandbox checks assertions, access tokens and their scopes as section 5 says.
import { randomUUID } from 'node:crypto';
import { decodeJwt, SignJWT } from 'jose';
import { type AssertionChange, Client, refusal, sendTo, useClient } from './support/client';

const client = useClient(false);

const HS256_SECRET = new TextEncoder().encode('a secret of thirty-two characters');
const now = (): number => Math.floor(Date.now() / 1000);

describe('5.1 the assertion', () => {
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

	test('jti in capitals is the same jti', async () => {
		const jti = randomUUID();
		expect((await client.exchangeWith({ claims: { jti } })).status).toBe(200);
		const again = await client.exchangeWith({ claims: { jti: jti.toUpperCase() } });
		expect(again.body.error).toBe('jti_reused');
	});

	test('alg other than EdDSA, another key and a text that is no JWT are refused', async () => {
		const assertion = await new SignJWT({ iss: client.partner.partnerId })
			.setProtectedHeader({ alg: 'HS256', kid: client.partner.keyId })
			.sign(HS256_SECRET);
		expect(refusal(await client.exchange({ assertion }))).toEqual([401, 'unsupported_alg']);
		const other = await client.sandbox.createPartner();
		const { body } = await client.exchangeWith({ privateKeyPem: other.privateKeyPem });
		expect(body.error).toBe('invalid_signature');
		expect((await client.exchange({ assertion: 'abc' })).body.error).toBe('invalid_assertion');
	});
});

test('4.1 the exchange takes the field assertion, and no other', async () => {
	const assertion = await client.assertion();
	const more = await client.exchange({ assertion, grant_type: 'jwt' });
	expect(refusal(more)).toEqual([400, 'unknown_field']);
	expect(refusal(await client.exchange({}))).toEqual([400, 'missing_field']);
});

describe('5.2 the access token', () => {
	const balanceWith = async (token?: string) =>
		refusal(await sendTo(`${client.sandbox.apiUrl}/partner/balance`, undefined, token, 'GET'));

	test('is needed, and refused when it was not issued here or is HS256', async () => {
		expect(await balanceWith()).toEqual([401, 'missing_token']);
		expect(await balanceWith('abc')).toEqual([401, 'invalid_token']);
		expect(await balanceWith(await client.assertion())).toEqual([401, 'invalid_token']);
		const token = await new SignJWT({ ...decodeJwt(await client.accessToken()) })
			.setProtectedHeader({ alg: 'HS256' })
			.sign(HS256_SECRET);
		expect(await balanceWith(token)).toEqual([401, 'unsupported_alg']);
	});

	test('is refused once it has expired, by the clock of the sandbox', async () => {
		const token = String((await client.exchangeWith({})).body.access_token);
		client.sandbox.configure({ clockOffsetSeconds: 901 });
		const answer = await balanceWith(token);
		client.sandbox.configure({ clockOffsetSeconds: 0 });
		expect(answer).toEqual([401, 'token_expired']);
		expect(await balanceWith(token)).toEqual([200, undefined]);
	});
});

describe('5.3 scopes', () => {
	test('5.3.1 a wildcard covers its own area only', async () => {
		const cards = await Client.of(client.sandbox, { scopes: ['cards:*'] });
		expect((await cards.call('card_billing_address', { card_id: 'x' })).status).toBe(404);
		expect((await cards.call('gift_offers')).status).toBe(403);
		const gifts = await Client.of(client.sandbox, { scopes: ['gift:*'] });
		expect((await gifts.call('gift_offers')).status).toBe(200);
	});

	test('5.3.2 *:* is not a valid grant', async () => {
		await expect(client.sandbox.createPartner({ scopes: ['*:*'] })).rejects.toThrow(
			'section 5.3, rule 2',
		);
	});

	const scoped: [string, string, (reader: Client) => Promise<{ status: number }>][] = [
		['balance:read', '/partner/balance', (c) => c.get('/partner/balance')],
		['withdraw', '/partner/withdrawals', (c) => c.api('/partner/withdrawals', {})],
		['cards:read', '/partner/cards/{id}', (c) => c.get('/partner/cards/x')],
		['cards:topup', 'card_topup', (c) => c.call('card_topup')],
		['cards:freeze', 'card_freeze', (c) => c.call('card_freeze')],
		['esim:*', '/partner/esims', (c) => c.api('/partner/esims', {})],
		['esim:*', '/partner/esims/{id}/topups', (c) => c.api('/partner/esims/x/topups', {})],
		['gift:read', 'gift_offers', (c) => c.call('gift_offers')],
		['document:read', 'document_get', (c) => c.call('document_get')],
		['kyt:check', 'kyt_check', (c) => c.call('kyt_check')],
	];

	test.each(scoped)('%s is what %s needs', async (scope, _path, call) => {
		const without = await Client.of(client.sandbox, { scopes: ['cards:issue'] });
		const holder = await Client.of(client.sandbox, { scopes: [scope] });
		expect((await call(without)).status).toBe(403);
		expect((await call(holder)).status).not.toBe(403);
	});

	test('5.7 calls without a shown scope need only a valid token', async () => {
		const reader = await Client.of(client.sandbox, { scopes: [] });
		const answers = await Promise.all([
			reader.base('/api/kyt_quote'),
			reader.base('/api/offers', {}),
			reader.base('/api/cards', {}),
			reader.call('card_products'),
		]);
		expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
	});
});
