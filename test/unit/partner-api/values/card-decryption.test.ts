// `card_encrypted` is decrypted as a compact JWE, or it is said why not.
import { createPublicKey, diffieHellman, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { CompactEncrypt } from 'jose';
import { decryptCard } from '../../../../partner-api/values/card-decryption';
import { readPrivateKey } from '../../../../partner-api/values/keys';
import { pem, rsa, x25519 } from '../../../support/keys';

/** RFC 8037, appendix A.6: Bob's key, the sender's ephemeral public key, and the secret both arrive at. */
const RFC_8037 = {
	bob: {
		kty: 'OKP',
		crv: 'X25519',
		d: Buffer.from('5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb', 'hex'),
		x: '3p7bfXt9wbTTW2HC7OQ1Nz-DQ8hbeGdNrfx-FG-IK08',
	},
	epk: { kty: 'OKP', crv: 'X25519', x: 'hSDwCYkwp1R0i33ctD73Wg2_Og0mOBr066SpjqqbTmo' },
	z: Buffer.from('4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742', 'hex'),
};

const bobJwk = { ...RFC_8037.bob, d: RFC_8037.bob.d.toString('base64url') };

describe('RFC 8037, appendix A.6', () => {
	const key = readPrivateKey(JSON.stringify(bobJwk), 'X25519', 'Card Encryption Key');

	test("the key as we read it arrives at the RFC's secret", () => {
		const publicKey = createPublicKey({ key: RFC_8037.epk, format: 'jwk' });
		expect(diffieHellman({ privateKey: key, publicKey })).toEqual(RFC_8037.z);
	});
});

const HEADER_OF_TOMORROW = Buffer.from('{"alg":"ML-KEM-768","enc":"A256GCM"}').toString(
	'base64url',
);

async function encryptFor(key: KeyObject, text: string, alg = 'ECDH-ES+A256KW'): Promise<string> {
	return await new CompactEncrypt(Buffer.from(text))
		.setProtectedHeader({ alg, enc: 'A256GCM' })
		.encrypt(key);
}

describe('decryptCard', () => {
	const own = pem(x25519.privateKey);

	test.each(['ECDH-ES', 'ECDH-ES+A128KW', 'ECDH-ES+A256KW'])('%s', async (alg) => {
		const jwe = await encryptFor(x25519.publicKey, '{"cvv":"test"}', alg);
		expect(await decryptCard(jwe, own)).toEqual({ content: { cvv: 'test' } });
	});

	test('content that is no JSON comes out as text', async () => {
		const jwe = await encryptFor(x25519.publicKey, 'plain text');
		expect(await decryptCard(jwe, own)).toEqual({ content: 'plain text' });
	});

	test('a number too long for a double keeps its digits', async () => {
		const jwe = await encryptFor(x25519.publicKey, '{"pan":12345678901234567890}');
		expect(await decryptCard(jwe, own)).toEqual({ content: { pan: '12345678901234567890' } });
	});

	const other = generateKeyPairSync('x25519');

	test.each<[string, () => Promise<string>, RegExp]>([
		[
			'for another key',
			async () => await encryptFor(other.publicKey, '{}'),
			/^cannot be decrypted: it is damaged/,
		],
		[
			'for a key of another type',
			async () => await encryptFor(rsa.publicKey, '{}', 'RSA-OAEP-256'),
			/^cannot be decrypted: it is damaged/,
		],
		[
			'of another algorithm',
			async () => (await encryptFor(x25519.publicKey, '{}')).replace(/^[^.]+/, HEADER_OF_TOMORROW),
			/^cannot be decrypted: it is damaged/,
		],
		[
			'cut off',
			async () => (await encryptFor(x25519.publicKey, '{}')).slice(0, -8),
			/^cannot be decrypted: it is damaged/,
		],
		[
			'without content',
			async () => (await encryptFor(x25519.publicKey, '{}')).replace(/\.[\w-]+$/, '.'),
			/^cannot be decrypted: it is damaged/,
		],
	])('the problem of a JWE %s is named', async (_name, jwe, problem) => {
		expect(await decryptCard(await jwe(), own)).toEqual({
			problem: expect.stringMatching(problem),
		});
	});

	test.each<[string, unknown]>([
		['a word', 'nonsense'],
		['base64', Buffer.from('encrypted otherwise').toString('base64')],
		['five parts without a header', 'a.b.c.d.e'],
		['JSON of something else', '{"data":"x"}'],
		['a list', ['x']],
	])('a value that is not a JWE is not decrypted: %s', async (_name, encrypted) => {
		expect(await decryptCard(encrypted, own)).toEqual({
			problem: expect.stringMatching(/^cannot be decrypted: it is damaged/),
		});
	});
});
