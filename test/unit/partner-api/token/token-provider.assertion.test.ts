// An assertion is what section 5.1 asks for, and no two are the same.
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { signAssertion } from '../../../../partner-api/token/token-provider';
import { ed25519 } from '../../../support/keys';

/** A double would lose a digit of this Partner ID. */
const SETTINGS = { partnerId: '9007199254740993', keyId: 'key-7', serviceCode: 'svc' };
const NOW = 1_800_000_000;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

async function assertion(): Promise<string> {
	return await signAssertion(SETTINGS, ed25519.privateKey, NOW);
}

test('header and claims are exactly those of the table; exp is at most 60 seconds after iat', async () => {
	const signed = await assertion();
	expect(decodeProtectedHeader(signed)).toEqual({ alg: 'EdDSA', kid: 'key-7' });
	const { exp = 0, ...claims } = decodeJwt(signed);
	const iat = NOW - 5;
	const shown = { iss: '9007199254740993', aud: 'svc-partner-api', iat };
	expect(claims).toEqual({ ...shown, jti: expect.stringMatching(UUID) });
	expect(exp).toBeGreaterThan(NOW + 30);
	expect(exp - iat).toBeLessThanOrEqual(60);
});

test('jti is fresh each time, for the same key and second too', async () => {
	const all = await Promise.all(Array.from({ length: 50 }, async () => await assertion()));
	expect(new Set(all.map((one) => decodeJwt(one).jti)).size).toBe(50);
});
