// A private key is read in every form that operators have it in.
import { createPublicKey } from 'node:crypto';
import type { KeyCurve } from '../../../../partner-api/values/keys';
import { readPrivateKey } from '../../../../partner-api/values/keys';
import { asPem, EVERY_FORM, secondVersion } from '../../../support/key-forms';
import { der, ed25519, jwk, pem, seed, x25519, type KeyPair } from '../../../support/keys';

/** What a private key is known by: its public half. */
function publicHalf(text: string, curve: KeyCurve = 'Ed25519'): string {
	return pem(createPublicKey(readPrivateKey(text, curve, 'Private Key')));
}

/** RFC 8410, section 10.3. */
const RFC_8410 = `-----BEGIN PRIVATE KEY-----
MHICAQEwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
oB8wHQYKKoZIhvcNAQkJFDEPDA1DdXJkbGUgQ2hhaXJzgSEAGb9ECWmEzf6FQbrB
Z9w7lshQhqowtrbLDFw4rXAxZuE=
-----END PRIVATE KEY-----`;

test.each(EVERY_FORM)('an Ed25519 key as %s', (_form, text) => {
	expect(publicHalf(text)).toBe(pem(ed25519.publicKey));
});

test('the key of RFC 8410, section 10.3', () => {
	const inRfc =
		'302a300506032b657003210019bf44096984cdfe8541bac167dc3b96c85086aa30b6b6cb0c5c38ad703166e1';
	const publicKey = createPublicKey(readPrivateKey(RFC_8410, 'Ed25519', 'Key'));
	expect(der(publicKey).toString('hex')).toBe(inRfc);
});

test.each([0, 62 * 4, 63 * 4, 255])('a seed whose first byte is %i, in both alphabets', (byte) => {
	const changed = Buffer.from(seed(ed25519.privateKey));
	changed[0] = byte;
	changed[1] = 0xff - byte;
	const fromBase64 = publicHalf(changed.toString('base64'));
	expect(publicHalf(changed.toString('base64url'))).toBe(fromBase64);
	expect(fromBase64).not.toBe(pem(ed25519.publicKey));
});

describe('the X25519 key of cards', () => {
	const { privateKey, publicKey }: KeyPair = x25519;

	test.each([
		['PEM', pem(privateKey)],
		['PEM with line breaks lost', pem(privateKey).replaceAll('\n', ' ')],
		['JWK', JSON.stringify(jwk(privateKey))],
		['JWK without x', JSON.stringify({ ...jwk(privateKey), x: undefined })],
		['PEM of the second version', asPem(secondVersion(x25519))],
		['base64 of the DER', der(privateKey).toString('base64')],
	])('as %s', (_form, text) => {
		expect(publicHalf(text, 'X25519')).toBe(pem(publicKey));
	});
});
