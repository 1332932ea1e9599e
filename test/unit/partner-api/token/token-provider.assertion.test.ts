// An assertion is what section 5.1 asks for, and no two are the same.
import { createPrivateKey } from 'node:crypto';
import { CompactSign, compactVerify, decodeJwt, decodeProtectedHeader } from 'jose';
import { signAssertion } from '../../../../partner-api/token/token-provider';
import { readPrivateKey } from '../../../../partner-api/values/keys';
import { ed25519 } from '../../../support/keys';

const SETTINGS = { partnerId: '1042', keyId: 'key-7', serviceCode: 'svc' };
const NOW = 1_800_000_000;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

async function assertion(change: Partial<typeof SETTINGS> = {}): Promise<string> {
	return await signAssertion({ ...SETTINGS, ...change }, ed25519.privateKey, NOW);
}

describe('section 5.1', () => {
	test('the header has alg and kid, and no more', async () => {
		expect(decodeProtectedHeader(await assertion())).toEqual({ alg: 'EdDSA', kid: 'key-7' });
	});

	test('the claims are exactly those of the table', async () => {
		expect(decodeJwt(await assertion())).toEqual({
			iss: '1042',
			aud: 'svc-partner-api',
			iat: NOW - 5,
			exp: expect.any(Number),
			jti: expect.stringMatching(UUID),
		});
	});

	test('exp is after now, and after iat by at most 60 seconds', async () => {
		const { iat = 0, exp = 0 } = decodeJwt(await assertion());
		expect(exp).toBeGreaterThan(NOW + 30);
		expect(exp - iat).toBeLessThanOrEqual(60);
	});

	test('iss is text and keeps every digit', async () => {
		expect(decodeJwt(await assertion({ partnerId: '9007199254740993' })).iss).toBe(
			'9007199254740993',
		);
	});

	test('jti is fresh each time, for the same key and second too', async () => {
		const all = await Promise.all(Array.from({ length: 50 }, async () => await assertion()));
		expect(new Set(all.map((one) => decodeJwt(one).jti)).size).toBe(50);
	});
});

/** The key, content and signature of RFC 8037, appendices A.1 and A.4: published for tests. */
const RFC_8037 = {
	jwk: {
		kty: 'OKP',
		crv: 'Ed25519',
		d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A',
		x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
	},
	content: 'Example of Ed25519 signing',
	jws:
		'eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc.' +
		'hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg',
};

describe('RFC 8037, appendix A.4', () => {
	const { jwk, content, jws } = RFC_8037;

	test.each([
		['with x', JSON.stringify(jwk)],
		['without x', JSON.stringify({ ...jwk, x: undefined })],
		['as a seed', jwk.d],
	])('the key as we read it (%s) signs as the RFC does', async (_form, text) => {
		const key = readPrivateKey(text, 'Ed25519', 'Private Key');
		const signed = await new CompactSign(Buffer.from(content))
			.setProtectedHeader({ alg: 'EdDSA' })
			.sign(key);
		expect(signed).toBe(jws);
	});

	test('an assertion signed with it verifies with the public key of the RFC', async () => {
		const key = createPrivateKey({ key: jwk, format: 'jwk' });
		const signed = await signAssertion(SETTINGS, key, NOW);
		const { kty, crv, x } = jwk;
		await compactVerify(signed, { kty, crv, x, alg: 'EdDSA' });
	});
});
