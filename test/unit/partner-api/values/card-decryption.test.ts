// `card_encrypted` is decrypted as a compact JWE, or it is said why not.
import { createPublicKey, diffieHellman, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { CompactEncrypt } from 'jose';
import { decryptCard } from '../../../../partner-api/values/card-decryption';
import { readPrivateKey } from '../../../../partner-api/values/keys';
import { pem, x25519 } from '../../../support/keys';

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

test('RFC 8037, appendix A.6: the key as we read it arrives at the secret of the document', () => {
	const privateKey = readPrivateKey(JSON.stringify(bobJwk), 'X25519', 'Card Encryption Key');
	const publicKey = createPublicKey({ key: RFC_8037.epk, format: 'jwk' });
	expect(diffieHellman({ privateKey, publicKey })).toEqual(RFC_8037.z);
});

const TOMORROW = Buffer.from('{"alg":"ML-KEM-768","enc":"A256GCM"}').toString('base64url');

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

	const made = async (change: (jwe: string) => string) =>
		change(await encryptFor(x25519.publicKey, '{}'));
	test.each<[string, () => unknown]>([
		['for another key', async () => await encryptFor(other.publicKey, '{}')],
		['of another algorithm', async () => await made((jwe) => jwe.replace(/^[^.]+/, TOMORROW))],
		['cut off', async () => await made((jwe) => jwe.slice(0, -8))],
		['that is a word', () => 'nonsense'],
		['that is a list', () => ['x']],
	])('a card %s is not decrypted, and the problem is named', async (_, encrypted) => {
		expect(await decryptCard(await encrypted(), own)).toEqual({
			problem: expect.stringMatching(/^cannot be decrypted: it is damaged/),
		});
	});
});
