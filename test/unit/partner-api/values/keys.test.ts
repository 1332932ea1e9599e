// A private key is read in every form that operators have it in; what is none of the right kind is refused by what it is, and none
// of it is repeated.
import { createPublicKey, type KeyObject, randomBytes } from 'node:crypto';
import { InputError } from '../../../../partner-api/errors';
import { type KeyCurve, readPrivateKey } from '../../../../partner-api/values/keys';
import {
	asPem,
	der,
	ec,
	ed25519,
	ed448,
	encryptedDer,
	encryptedPem,
	EVERY_FORM,
	jwk,
	type KeyPair,
	pem,
	rsa,
	secondVersion,
	seed,
	x25519,
} from '../../../support/keys';

function refusal(text: string, curve: KeyCurve = 'Ed25519'): InputError {
	try {
		readPrivateKey(text, curve, 'Private Key');
	} catch (error) {
		if (error instanceof InputError) return error;
		throw error;
	}
	throw new Error('The key was accepted');
}

function traditional(key: KeyObject, type: 'pkcs1' | 'sec1'): string {
	return key.export({ format: 'pem', type }).toString();
}

function block(type: string, body: Buffer = randomBytes(200)): string {
	const lines = body.toString('base64').replace(/.{64}/g, '$&\n');
	return `-----BEGIN ${type}-----\n${lines}\n-----END ${type}-----\n`;
}

const publicBytes = ({ publicKey }: KeyPair) => der(publicKey).subarray(-32);
const pairOf = (pair: KeyPair) => Buffer.concat([seed(pair.privateKey), publicBytes(pair)]);
const json = (value: unknown): string => JSON.stringify(value);
const edPem = pem(ed25519.privateKey);

const OTHER = /this is a key of another kind, or damaged/;
const PUBLIC = /this is a PEM block of type "(RSA )?PUBLIC KEY"/;
const NO_JWK = /this is not a private JWK of this curve/;

const WRONG_KEYS: [string, string, RegExp][] = [
	['RSA, PKCS8 PEM', pem(rsa.privateKey), /this is an RSA key/],
	['RSA, PKCS1 PEM', traditional(rsa.privateKey, 'pkcs1'), /"RSA PRIVATE KEY"/],
	['RSA, base64 of the DER', der(rsa.privateKey).toString('base64'), /this is an RSA key/],
	['RSA, JWK', json(jwk(rsa.privateKey)), NO_JWK],
	['EC, PKCS8 PEM', pem(ec.privateKey), /this is an EC key/],
	['EC, JWK', json(jwk(ec.privateKey)), NO_JWK],
	['X25519, PEM', pem(x25519.privateKey), /this is an X25519 key/],
	['X25519, base64 of the DER', der(x25519.privateKey).toString('base64'), /this is an X25519 key/],
	['Ed448, PEM', pem(ed448.privateKey), OTHER],
	['the public key, PEM', pem(ed25519.publicKey), PUBLIC],
	['the public key, JWK', json(jwk(ed25519.publicKey)), NO_JWK],
	[
		'the public key, base64 of the DER',
		der(ed25519.publicKey).toString('base64'),
		/this is a public key/,
	],
	['a public RSA key, PKCS1 PEM', block('RSA PUBLIC KEY'), PUBLIC],
	['encrypted, PEM', encryptedPem(ed25519.privateKey), /"ENCRYPTED PRIVATE KEY"/],
	[
		'encrypted, base64 of the DER',
		encryptedDer(ed25519.privateKey).toString('base64'),
		/this is an encrypted private key/,
	],
	['OpenSSH private key', block('OPENSSH PRIVATE KEY'), /"OPENSSH PRIVATE KEY"/],
	['a certificate', block('CERTIFICATE'), /"CERTIFICATE"/],
	['PEM without its end', edPem.slice(0, 60), /PEM block of type "unknown"/],
	['PEM with a character lost', edPem.replace(/(KEY-----\n...)./, '$1'), /damaged/],
	['hex of the seed', seed(ed25519.privateKey).toString('hex'), /this is a key in hex/],
	['seed and another public key', randomBytes(64).toString('base64'), OTHER],
	['seed and half of its public key', pairOf(ed25519).subarray(0, 48).toString('base64'), OTHER],
	[
		'public key and seed',
		Buffer.concat([publicBytes(ed25519), seed(ed25519.privateKey)]).toString('base64'),
		OTHER,
	],
	[
		'a public RSA key, base64 of the DER',
		der(rsa.publicKey).toString('base64'),
		/this is an RSA key/,
	],
	[
		'base64 of a whole PEM of RSA',
		Buffer.from(pem(rsa.privateKey)).toString('base64'),
		/this is an RSA key/,
	],
	[
		'base64 of an encrypted PEM',
		Buffer.from(encryptedPem(ed25519.privateKey)).toString('base64'),
		/"ENCRYPTED PRIVATE KEY"/,
	],
	[
		'a public key of OpenSSH',
		`ssh-ed25519 ${publicBytes(ed25519).toString('base64')} me@example`,
		/this is an OpenSSH public key/,
	],
	[
		'an invisible character in front of JWK',
		`\u200B${json(jwk(ed25519.privateKey))}`,
		/this begins with an invisible character, U\+200B/,
	],
	['a formula', `="${seed(ed25519.privateKey).toString('hex')}"`, /this is a spreadsheet formula/],
	['text', 'not a key at all!', OTHER],
	['nothing', '', /this is empty/],
	['a key set', json({ keys: [jwk(ed25519.privateKey)] }), NO_JWK],
	['JSON of something else', '{"hello":"world"}', NO_JWK],
	['JSON with a crv that is no text', '{"crv":1}', NO_JWK],
	['broken JSON', json(jwk(ed25519.privateKey)).slice(0, -3), NO_JWK],
	['a JWK with a short d', json({ ...jwk(ed25519.privateKey), d: 'c2hvcnQ' }), NO_JWK],
];

test.each(WRONG_KEYS)('%s is named for what it is, and not repeated', (_name, text, what) => {
	const { message, hint = '', stack = '' } = refusal(text);
	expect(message).toMatch(what);
	expect(message).toMatch(/^Private Key: this .* an Ed25519 private key is needed$/);
	expect(hint).not.toBe('');
	const pieces = text.match(/[A-Za-z0-9+/_-]{12,}/g) ?? [];
	const secrets = pieces.filter((piece) => !/^-----|PRIVATE|PUBLIC|CERTIFICATE/.test(piece));
	for (const secret of secrets) {
		for (const shown of [message, hint, stack]) expect(shown).not.toContain(secret.slice(0, 12));
	}
});

test('an Ed25519 key where the X25519 key of cards is needed', () => {
	expect(refusal(edPem, 'X25519').message).toBe(
		'Private Key: this is an Ed25519 key, but an X25519 private key is needed',
	);
});

test('a bare seed is not taken for an X25519 key, as nothing says which curve it is of', () => {
	expect(refusal(seed(x25519.privateKey).toString('base64'), 'X25519').message).toMatch(
		'another kind',
	);
});

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
