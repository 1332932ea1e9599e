import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { type JWK, SignJWT } from 'jose';
import { inspectToken } from '../../partner-api/jwks';

const NOW = Math.floor(Date.now() / 1000);
const [own, other] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')];

function jwkOf({ publicKey }: { publicKey: KeyObject }, more: Partial<JWK> = {}) {
	return { ...publicKey.export({ format: 'jwk' }), kty: 'OKP', ...more };
}

/** A token of the key `own`. */
async function tokenOf({ kid, exp = NOW + 900 }: { kid?: string; exp?: number } = {}) {
	return await new SignJWT({ partner_id: 1 })
		.setProtectedHeader({ alg: 'EdDSA', kid })
		.setExpirationTime(exp)
		.sign(own.privateKey);
}

const DAMAGED = jwkOf(other, { x: 'AAAA' });

test.each([
	['without a kid, among several keys', undefined, [jwkOf(other), jwkOf(own)]],
	['without a kid, among keys with one', undefined, [jwkOf(other, { kid: 'a' }), jwkOf(own)]],
	['with a kid, among keys without one', 'k', [jwkOf(other), jwkOf(own)]],
	['with a kid that two keys have', 'k', [jwkOf(other, { kid: 'k' }), jwkOf(own, { kid: 'k' })]],
	['beside a damaged key', 'k', [DAMAGED, jwkOf(own, { kid: 'k' })]],
])('a token %s is genuine', async (_, kid, keys) => {
	expect(await inspectToken(await tokenOf({ kid }), { keys })).toMatchObject({
		claims: { partner_id: 1 },
		signatureValid: true,
	});
});

test.each([
	['no key', [], 'no applicable key found'],
	['a key of another kid', [jwkOf(own, { kid: 'b' })], 'no applicable key found'],
	['keys of others', [jwkOf(other, { kid: 'b' }), jwkOf(other)], 'signature verification failed'],
	['a damaged key among them', [jwkOf(other), DAMAGED], 'damaged key'],
])('against %s it is not, and the problem says why', async (_, keys, problem) => {
	expect(await inspectToken(await tokenOf({ kid: 'k' }), { keys })).toMatchObject({
		signatureValid: false,
		problem: expect.stringContaining(problem),
	});
});

test('of one that has expired that is said, whichever key comes first', async () => {
	const token = await tokenOf({ exp: NOW - 60 });
	for (const keys of [
		[jwkOf(own), jwkOf(other)],
		[jwkOf(other), jwkOf(own)],
	]) {
		expect(await inspectToken(token, { keys })).toMatchObject({
			signatureValid: false,
			problem: expect.stringContaining('exp'),
		});
	}
});
