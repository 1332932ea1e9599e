// A private key is read in every form that operators have it in; what is none of the right kind is refused by what it is, and none
// of it is repeated.
import { createPublicKey, type KeyObject, randomBytes } from 'node:crypto';
import { type KeyCurve, readPrivateKey } from '../../../../partner-api/values/keys';
import {
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
	seed,
	x25519,
} from '../../../support/keys';
import { errorIn } from '../../support/error-in';

function traditional(key: KeyObject, type: 'pkcs1' | 'sec1'): string {
	return key.export({ format: 'pem', type }).toString();
}

function block(type: string, body: Buffer = randomBytes(200)): string {
	const lines = body.toString('base64').replace(/.{64}/g, '$&\n');
	return `-----BEGIN ${type}-----\n${lines}\n-----END ${type}-----\n`;
}

const base64 = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64');
const json = (value: unknown): string => JSON.stringify(value);
const edPem = pem(ed25519.privateKey);
const edJwk = json(jwk(ed25519.privateKey));
const [edSeed, edPublic] = [seed(ed25519.privateKey), der(ed25519.publicKey).subarray(-32)];
const edPair = Buffer.concat([edSeed, edPublic]);

const OTHER = /this is a key of another kind, or damaged/;
const PUBLIC = /this is a PEM block of type "(RSA )?PUBLIC KEY"/;
const NO_JWK = /this is not a private JWK of this curve/;

const WRONG_KEYS: [string, string, RegExp, KeyCurve?][] = [
	['RSA, PKCS8 PEM', pem(rsa.privateKey), /this is an RSA key/],
	['RSA, PKCS1 PEM', traditional(rsa.privateKey, 'pkcs1'), /"RSA PRIVATE KEY"/],
	['RSA, JWK', json(jwk(rsa.privateKey)), NO_JWK],
	['EC, PKCS8 PEM', pem(ec.privateKey), /this is an EC key/],
	['X25519, PEM', pem(x25519.privateKey), /this is an X25519 key/],
	['Ed448, PEM', pem(ed448.privateKey), OTHER],
	['the public key, PEM', pem(ed25519.publicKey), PUBLIC],
	['the public key, JWK', json(jwk(ed25519.publicKey)), NO_JWK],
	['the public key, base64 of the DER', base64(der(ed25519.publicKey)), /this is a public key/],
	['a public RSA key, PKCS1 PEM', block('RSA PUBLIC KEY'), PUBLIC],
	['encrypted, PEM', encryptedPem(ed25519.privateKey), /"ENCRYPTED PRIVATE KEY"/],
	['encrypted, as base64', base64(encryptedDer(ed25519.privateKey)), /an encrypted private key/],
	['OpenSSH private key', block('OPENSSH PRIVATE KEY'), /"OPENSSH PRIVATE KEY"/],
	['PEM without its end', edPem.slice(0, 60), /PEM block of type "unknown"/],
	['PEM with a character lost', edPem.replace(/(KEY-----\n...)./, '$1'), /damaged/],
	['hex of the seed', edSeed.toString('hex'), /this is a key in hex/],
	['seed and another public key', base64(randomBytes(64)), OTHER],
	['seed and half of its public key', base64(edPair.subarray(0, 48)), OTHER],
	['public key and seed', base64(Buffer.concat([edPublic, edSeed])), OTHER],
	['a public RSA key, base64 of the DER', base64(der(rsa.publicKey)), /this is an RSA key/],
	['base64 of a whole PEM of RSA', base64(pem(rsa.privateKey)), /this is an RSA key/],
	['base64 of an encrypted PEM', base64(encryptedPem(ed25519.privateKey)), /"ENCRYPTED/],
	['a public key of OpenSSH', `ssh-ed25519 ${base64(edPublic)} me@x`, /an OpenSSH public key/],
	['an invisible character, then JWK', `\u200B${edJwk}`, /this begins with .+, U\+200B/],
	['a formula', `="${edSeed.toString('hex')}"`, /this is a spreadsheet formula/],
	['text', 'not a key at all!', OTHER],
	['nothing', '', /this is empty/],
	['a key set', json({ keys: [jwk(ed25519.privateKey)] }), NO_JWK],
	['JSON of something else', '{"hello":"world"}', NO_JWK],
	['JSON with a crv that is no text', '{"crv":1}', NO_JWK],
	['broken JSON', edJwk.slice(0, -3), NO_JWK],
	['a JWK with a short d', json({ ...jwk(ed25519.privateKey), d: 'c2hvcnQ' }), NO_JWK],
	// The key of cards; nothing says which curve a bare seed is of.
	['Ed25519, PEM', edPem, /this is an Ed25519 key/, 'X25519'],
	['a bare seed', base64(seed(x25519.privateKey)), OTHER, 'X25519'],
];

test.each(WRONG_KEYS)(
	'%s is named for what it is, and not repeated',
	(_, text, what, ...curves) => {
		const [curve = 'Ed25519'] = curves;
		const refused = errorIn(() => readPrivateKey(text, curve, 'Private Key'));
		const { message, hint = '', stack = '' } = refused;
		expect(message).toMatch(what);
		expect(message).toMatch(/^Private Key: this .* an (Ed|X)25519 private key is needed$/);
		expect(message).toContain(`an ${curve} private key is needed`);
		expect(hint).not.toBe('');
		const pieces = text.match(/[A-Za-z0-9+/_-]{12,}/g) ?? [];
		const secrets = pieces.filter((piece) => !/^-----|PRIVATE|PUBLIC/.test(piece));
		for (const secret of secrets) {
			for (const shown of [message, hint, stack]) expect(shown).not.toContain(secret.slice(0, 12));
		}
	},
);

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
	const inRfc = 'MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=';
	expect(publicHalf(RFC_8410)).toContain(inRfc);
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
		['JWK', JSON.stringify(jwk(privateKey))],
		['base64 of the DER', der(privateKey).toString('base64')],
	])('as %s', (_form, text) => {
		expect(publicHalf(text, 'X25519')).toBe(pem(publicKey));
	});
});
