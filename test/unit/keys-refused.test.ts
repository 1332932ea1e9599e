// What is no private key of the right kind is refused by what it is, and none of it is repeated.
import { randomBytes, type KeyObject } from 'node:crypto';
import { InputError } from '../../partner-api/errors';
import type { KeyCurve } from '../../partner-api/keys';
import { readPrivateKey } from '../../partner-api/keys';
import {
	der,
	ec,
	ed25519,
	ed448,
	encryptedDer,
	encryptedPem,
	jwk,
	pem,
	rsa,
	seed,
	x25519,
} from './support/keys';

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

const json = (value: unknown): string => JSON.stringify(value);
const edPem = pem(ed25519.privateKey);
const x25519WithoutX = { ...jwk(x25519.privateKey), x: undefined };

const longD = randomBytes(33).toString('base64url');
const cutSecondVersion = `-----BEGIN PRIVATE KEY-----
MHICAQEwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
-----END PRIVATE KEY-----`;

const RSA =
	/this is an RSA key, an Ed25519 private key is needed|this is an RSA key, an Ed25519 key is needed/;
const EC = /this is an EC key, an Ed25519 (private )?key is needed/;
const PUBLIC = /this is a public key/;
const ENCRYPTED = /this is encrypted/;

const WRONG_KEYS: [string, string, RegExp][] = [
	['RSA, PKCS8 PEM', pem(rsa.privateKey), RSA],
	['RSA, PKCS1 PEM', traditional(rsa.privateKey, 'pkcs1'), RSA],
	['RSA, base64 of the DER', der(rsa.privateKey).toString('base64'), RSA],
	['RSA, JWK', json(jwk(rsa.privateKey)), RSA],
	['EC, PKCS8 PEM', pem(ec.privateKey), EC],
	['EC, SEC1 PEM', traditional(ec.privateKey, 'sec1'), EC],
	[
		'EC, SEC1 PEM behind its parameters',
		block('EC PARAMETERS') + traditional(ec.privateKey, 'sec1'),
		EC,
	],
	['EC, JWK', json(jwk(ec.privateKey)), EC],
	['X25519, PEM', pem(x25519.privateKey), /this is an X25519 key, an Ed25519 key is needed/],
	['X25519, JWK', json(jwk(x25519.privateKey)), /this is an X25519 key/],
	['X25519, JWK without x', json(x25519WithoutX), /this is an X25519 key/],
	['X25519, base64 of the DER', der(x25519.privateKey).toString('base64'), /an X25519 key/],
	['Ed448, PEM', pem(ed448.privateKey), /this is an Ed448 key/],
	['Ed448, JWK', json(jwk(ed448.privateKey)), /this is an Ed448 key/],
	['the public key, PEM', pem(ed25519.publicKey), PUBLIC],
	['the public key, JWK', json(jwk(ed25519.publicKey)), PUBLIC],
	['the public key, base64 of the DER', der(ed25519.publicKey).toString('base64'), PUBLIC],
	['the public key, OpenSSH', `ssh-ed25519 AAAA${randomBytes(48).toString('base64')} me`, PUBLIC],
	['a public RSA key, PKCS1 PEM', block('RSA PUBLIC KEY'), PUBLIC],
	['encrypted, PEM', encryptedPem(ed25519.privateKey), ENCRYPTED],
	['encrypted, base64 of the DER', encryptedDer(ed25519.privateKey).toString('base64'), ENCRYPTED],
	[
		'encrypted, old PEM',
		block('RSA PRIVATE KEY').replace('\n', '\nProc-Type: 4,ENCRYPTED\n'),
		ENCRYPTED,
	],
	['OpenSSH private key', block('OPENSSH PRIVATE KEY'), /this is in OpenSSH form/],
	['a certificate', block('CERTIFICATE'), /this is a certificate,/],
	['a certificate request', block('CERTIFICATE REQUEST'), /this is a certificate request \(CSR\)/],
	['base64 of a PEM file', Buffer.from(pem(rsa.privateKey)).toString('base64'), RSA],
	['PEM of the second version, cut', cutSecondVersion, /this is a damaged PEM block/],
	['another PEM block', block('DH PARAMETERS'), /a PEM block of type "DH PARAMETERS"/],
	['PEM without its end', edPem.slice(0, 60), /PEM block without its END line/],
	['PEM with a character lost', edPem.replace(/(KEY-----\n...)./, '$1'), /this is a damaged PEM/],
	['hex of the seed', seed(ed25519.privateKey).toString('hex'), /this looks like hex/],
	['seed and public key', randomBytes(64).toString('base64'), /this is 64 bytes/],
	[
		'the seed without its last byte',
		seed(ed25519.privateKey).subarray(1).toString('base64'),
		/base64 of 31 bytes/,
	],
	['text', 'not a key at all!', /this is neither PEM, JWK nor base64/],
	['nothing', '', /this is empty/],
	['white space', ' \n\t', /this is empty/],
	['a key set', json({ keys: [jwk(ed25519.privateKey)] }), /this is a key set \(JWKS\)/],
	['a shared secret', json({ kty: 'oct', k: 'c2VjcmV0' }), /this is a shared secret/],
	['JSON of something else', '{"hello":"world"}', /is JSON but not a JWK/],
	['JSON with a kty that is no text', '{"kty":1}', /is JSON but not a JWK/],
	[
		'broken JSON',
		json(jwk(ed25519.privateKey)).slice(0, -3),
		/looks like a JWK but is not valid JSON/,
	],
	[
		'a JWK with a short d',
		json({ ...jwk(ed25519.privateKey), d: 'c2hvcnQ' }),
		/JWK that cannot be read/,
	],
	[
		'a JWK with a long d',
		json({ ...jwk(ed25519.privateKey), d: longD }),
		/JWK that cannot be read/,
	],
	[
		'a JWK with a long d and no x',
		json({ ...jwk(ed25519.privateKey), d: longD, x: undefined }),
		/JWK that cannot be read/,
	],
	[
		'a JWK without crv',
		json({ ...jwk(ed25519.privateKey), crv: undefined }),
		/JWK that cannot be read/,
	],
	[
		'a JWK with the x of another key',
		json({ ...jwk(ed25519.privateKey), x: jwk(x25519.publicKey).x }),
		/"x" and "d" do not belong together/,
	],
];

test.each(WRONG_KEYS)('%s is named for what it is', (_name, text, message) => {
	expect(refusal(text).message).toMatch(message);
});

test.each(WRONG_KEYS)('%s: the message names the field and what is needed', (_name, text) => {
	const { message, hint } = refusal(text);
	expect(message).toMatch(/^Private Key: this .* an Ed25519 (private )?key is needed$/);
	expect(hint).toBeTruthy();
});

test.each(WRONG_KEYS)('%s: no part of the key is in the message', (_name, text) => {
	const { message, hint = '', stack = '' } = refusal(text);
	const pieces = text.match(/[A-Za-z0-9+/_-]{12,}/g) ?? [];
	const secrets = pieces.filter((piece) => !/^-----|PRIVATE|PUBLIC|CERTIFICATE/.test(piece));
	for (const secret of secrets) {
		for (const shown of [message, hint, stack]) expect(shown).not.toContain(secret.slice(0, 12));
	}
});

test('each kind of wrong key has a message of its own', () => {
	const kinds = ['RSA, PKCS8 PEM', 'EC, PKCS8 PEM', 'X25519, PEM', 'Ed448, PEM']
		.concat(['the public key, PEM', 'encrypted, PEM', 'OpenSSH private key', 'a certificate'])
		.concat(['hex of the seed', 'seed and public key', 'nothing', 'a key set', 'a shared secret']);
	const messages = WRONG_KEYS.filter(([name]) => kinds.includes(name)).map(
		([, text]) => refusal(text).message,
	);
	expect(new Set(messages).size).toBe(kinds.length);
});

test('an Ed25519 key where the X25519 key of cards is needed', () => {
	expect(refusal(edPem, 'X25519').message).toBe(
		'Private Key: this is an Ed25519 key, an X25519 key is needed',
	);
	expect(refusal(json(jwk(ed25519.privateKey)), 'X25519').message).toMatch('an Ed25519 key');
});

test('a bare seed is not taken for an X25519 key, as nothing says which curve it is of', () => {
	expect(refusal(seed(x25519.privateKey).toString('base64'), 'X25519').message).toMatch('32 bytes');
});
