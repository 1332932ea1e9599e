// A private key is read in every form that operators have it in.
import { createPublicKey } from 'node:crypto';
import type { KeyCurve } from '../../../../partner-api/values/keys';
import { readPrivateKey } from '../../../../partner-api/values/keys';
import { der, ed25519, jwk, pem, seed, x25519, type KeyPair } from '../../../support/keys';

/** What a private key is known by: its public half. */
function publicHalf(text: string, curve: KeyCurve = 'Ed25519'): string {
	return pem(createPublicKey(readPrivateKey(text, curve, 'Private Key')));
}

const ed25519Pem = pem(ed25519.privateKey);
const jwkWithoutX = { ...jwk(ed25519.privateKey), x: undefined };
const derBytes = der(ed25519.privateKey);
const seedBytes = seed(ed25519.privateKey);

/** RFC 8410, section 10.3. */
const RFC_8410 = `-----BEGIN PRIVATE KEY-----
MHICAQEwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
oB8wHQYKKoZIhvcNAQkJFDEPDA1DdXJkbGUgQ2hhaXJzgSEAGb9ECWmEzf6FQbrB
Z9w7lshQhqowtrbLDFw4rXAxZuE=
-----END PRIVATE KEY-----`;

/** PKCS8 with the public key in it, as libraries outside OpenSSL write it (RFC 5958). */
function secondVersion({ privateKey, publicKey }: KeyPair): Buffer {
	const [first, publicBytes] = [der(privateKey), der(publicKey).subarray(-32)];
	const content = Buffer.concat([first.subarray(2), Buffer.from('812100', 'hex'), publicBytes]);
	content[2] = 1;
	return Buffer.concat([Buffer.from([0x30, content.length]), content]);
}

function asPem(bytes: Buffer): string {
	return `-----BEGIN PRIVATE KEY-----\n${bytes.toString('base64')}\n-----END PRIVATE KEY-----`;
}

const EVERY_FORM: [string, string][] = [
	['PEM as a file has it', ed25519Pem],
	['PEM with CRLF', ed25519Pem.replaceAll('\n', '\r\n')],
	['PEM with line breaks written as \\n', ed25519Pem.replaceAll('\n', '\\n')],
	['PEM with line breaks written as \\r\\n', ed25519Pem.replaceAll('\n', '\\r\\n')],
	['PEM with line breaks lost', ed25519Pem.replaceAll('\n', '')],
	['PEM with line breaks turned into spaces', ed25519Pem.replaceAll('\n', ' ')],
	['PEM with white space around it', `\n\t ${ed25519Pem} \n`],
	['PEM in quotes, as a .env file has it', `"${ed25519Pem.replaceAll('\n', '\\n')}"`],
	['PEM behind a byte order mark', `\uFEFF${ed25519Pem}`],
	['PEM with text around it', `Bag Attributes: none\n${ed25519Pem}\nend of file`],
	['PEM behind the public key', pem(ed25519.publicKey) + ed25519Pem],
	['PEM before the public key', ed25519Pem + pem(ed25519.publicKey)],
	['PEM of the second version', asPem(secondVersion(ed25519))],
	['base64 of the DER of the second version', secondVersion(ed25519).toString('base64')],
	['JWK', JSON.stringify(jwk(ed25519.privateKey))],
	['JWK with line breaks', JSON.stringify(jwk(ed25519.privateKey), undefined, 2)],
	[
		'JWK with kid, alg and use',
		JSON.stringify({ ...jwk(ed25519.privateKey), kid: 'k', alg: 'EdDSA', use: 'sig' }),
	],
	['JWK without x', JSON.stringify(jwkWithoutX)],
	['base64 of the seed', seedBytes.toString('base64')],
	['base64 of the seed without padding', seedBytes.toString('base64').replaceAll('=', '')],
	['base64url of the seed', seedBytes.toString('base64url')],
	['base64 of the DER', derBytes.toString('base64')],
	['base64url of the DER', derBytes.toString('base64url')],
	['base64 of the DER in two lines', derBytes.toString('base64').replace(/^.{40}/, '$&\n')],
];

test.each(EVERY_FORM)('an Ed25519 key as %s', (_form, text) => {
	expect(publicHalf(text)).toBe(pem(ed25519.publicKey));
});

test('the key of RFC 8410, section 10.3', () => {
	const inRfc =
		'302a300506032b657003210019bf44096984cdfe8541bac167dc3b96c85086aa30b6b6cb0c5c38ad703166e1';
	const publicKey = createPublicKey(readPrivateKey(RFC_8410, 'Ed25519', 'Key'));
	expect(der(publicKey).toString('hex')).toBe(inRfc);
});

test.each(Array.from({ length: 64 }, (_, byte) => byte * 4))(
	'a seed whose first byte is %i, in both alphabets',
	(byte) => {
		const changed = Buffer.from(seedBytes);
		changed[0] = byte;
		changed[1] = 0xff - byte;
		const fromBase64 = publicHalf(changed.toString('base64'));
		expect(publicHalf(changed.toString('base64url'))).toBe(fromBase64);
		expect(fromBase64).not.toBe(pem(ed25519.publicKey));
	},
);

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
