import { createPublicKey, type KeyObject } from 'node:crypto';

import { z } from 'zod';

import { InputError } from './errors';
import {
	fromDer,
	fromSeed,
	isEncryptedDer,
	isPublicDer,
	type KeyCurve,
	SEED_BYTES,
} from './key-der';

const PEM = /-----BEGIN ([A-Z0-9 ]+)-----([\s\S]*?)-----END \1-----/g;
const OPENSSH_PUBLIC = /^(ssh|ecdsa)-\S+ AAAA/;
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

const jwkSchema = z.object({
	kty: z.string().optional(),
	crv: z.string().optional(),
	d: z.string().optional(),
	x: z.string().optional(),
	keys: z.array(z.unknown()).optional(),
});

/**
 * Reads a private key in any of the forms operators have it in: PKCS8 PEM (line breaks real, written as `\n`, or
 * lost), JWK JSON, base64 or base64url of the DER or of a PEM file, and for Ed25519 of the 32-byte seed.
 *
 * @param text the key as pasted
 * @param curve the curve that is needed
 * @param label what to call the key in an error: the field's display name
 * @returns a private key of that curve
 * @throws InputError that says what the text is instead; it never repeats any of it
 */
export function readPrivateKey(text: string, curve: KeyCurve, label: string): KeyObject {
	const trimmed = text.trim();
	const wrong = (what: string, hint?: string) => wrongKey(label, curve, what, hint);
	if (trimmed === '') throw wrong('is empty');

	const key = trimmed.startsWith('{')
		? readJwk(trimmed, curve, wrong)
		: trimmed.includes('-----BEGIN')
			? readPem(trimmed, wrong)
			: readBase64(trimmed, curve, wrong);

	if (key.asymmetricKeyType !== curve.toLowerCase()) {
		throw wrong(otherType(key.asymmetricKeyType, curve));
	}
	return key;
}

type Wrong = (what: string, hint?: string) => InputError;

function readJwk(text: string, curve: KeyCurve, wrong: Wrong): KeyObject {
	let json: unknown;
	try {
		json = JSON.parse(text);
	} catch {
		throw wrong('looks like a JWK but is not valid JSON');
	}
	const parsed = jwkSchema.safeParse(json);
	if (!parsed.success) throw wrong('is JSON but not a JWK');
	const jwk = parsed.data;
	if (jwk.keys) throw wrong('is a key set (JWKS)', 'Paste one key of it: the object with "d".');
	if (jwk.kty === undefined) throw wrong('is JSON but not a JWK: it has no "kty"');
	if (jwk.kty === 'oct') throw wrong('is a shared secret (JWK "oct")');
	if (jwk.d === undefined) throw wrong('is a public key: the JWK has no "d"');
	// Told from the names: node would need every member of a key of another type to read it.
	const type = jwk.kty === 'OKP' ? jwk.crv : jwk.kty;
	if (type !== undefined && type !== curve) throw wrong(otherType(type.toLowerCase(), curve));
	const seed = Buffer.from(jwk.d, 'base64url');
	if (type === undefined || seed.length !== SEED_BYTES || !BASE64.test(jwk.d)) {
		throw wrong('is a JWK that cannot be read: its "crv" or "d" is damaged');
	}
	const key = fromSeed(seed, curve);
	// The one thing by which a mistake in it can be seen; a JWK may also leave it out.
	if (jwk.x !== undefined && !publicBytes(key).equals(Buffer.from(jwk.x, 'base64url'))) {
		throw wrong('is a JWK whose "x" and "d" do not belong together');
	}
	return key;
}

function publicBytes(key: KeyObject): Buffer {
	return createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-SEED_BYTES);
}

function readPem(text: string, wrong: Wrong): KeyObject {
	const blocks = [...text.replace(/\\r|\\n/g, '\n').matchAll(PEM)];
	// A file may hold parameters, a certificate or the public key as well.
	const block = blocks.find(([, type]) => type?.endsWith('PRIVATE KEY')) ?? blocks[0];
	if (!block) throw wrong('is a PEM block without its END line', 'Copy the whole file.');
	const [, type = '', body = ''] = block;
	if (type.includes('PUBLIC KEY')) throw wrong('is a public key');
	if (type.includes('CERTIFICATE REQUEST')) throw wrong('is a certificate request (CSR)');
	if (type.includes('CERTIFICATE')) throw wrong('is a certificate');
	if (type === 'ENCRYPTED PRIVATE KEY' || body.includes('ENCRYPTED')) {
		throw wrong('is encrypted', 'Decrypt it: openssl pkey -in key.pem -out plain.pem');
	}
	if (type === 'OPENSSH PRIVATE KEY') {
		throw wrong('is in OpenSSH form', 'Make a PKCS8 key: openssl genpkey -algorithm ed25519');
	}
	if (type === 'RSA PRIVATE KEY') throw wrong('is an RSA key');
	if (type === 'EC PRIVATE KEY') throw wrong('is an EC key');
	if (type !== 'PRIVATE KEY') throw wrong(`is a PEM block of type "${type}"`);
	const key = fromDer(Buffer.from(body.replace(/\s+/g, ''), 'base64'));
	if (!key) throw wrong('is a damaged PEM block', 'Copy the whole file, every character of it.');
	return key;
}

function readBase64(text: string, curve: KeyCurve, wrong: Wrong): KeyObject {
	if (OPENSSH_PUBLIC.test(text)) throw wrong('is a public key in OpenSSH form');
	const compact = text.replace(/\s+/g, '');
	if (!BASE64.test(compact)) throw wrong('is neither PEM, JWK nor base64');
	if (/^[0-9a-fA-F]{64}$/.test(compact)) {
		throw wrong('looks like hex', 'Give the 32 bytes as base64.');
	}
	// Node reads base64 and base64url alike.
	const bytes = Buffer.from(compact, 'base64');
	if (bytes.length === SEED_BYTES && curve === 'Ed25519') return fromSeed(bytes, curve);
	if (bytes.includes('-----BEGIN')) return readPem(bytes.toString(), wrong);
	const key = fromDer(bytes);
	if (key) return key;
	if (isPublicDer(bytes)) throw wrong('is a public key');
	if (bytes.length === 2 * SEED_BYTES) {
		throw wrong('is 64 bytes: seed and public key together', 'Give only the first 32 bytes.');
	}
	if (isEncryptedDer(bytes)) throw wrong('is encrypted');
	throw wrong(`is base64 of ${String(bytes.length)} bytes, which is no private key`);
}

function wrongKey(label: string, curve: KeyCurve, what: string, hint?: string): InputError {
	const needed = what.endsWith('is needed') ? '' : `, ${article(curve)} private key is needed`;
	return new InputError(
		`${label}: this ${what}${needed}`,
		hint ?? `Paste ${article(curve)} private key as PKCS8 PEM, JWK or base64.`,
	);
}

function otherType(type: string | undefined, curve: KeyCurve): string {
	return `is ${typeName(type)}, ${article(curve)} key is needed`;
}

function typeName(type: string | undefined): string {
	const names: Record<string, string> = {
		rsa: 'an RSA key',
		'rsa-pss': 'an RSA key',
		ec: 'an EC key',
		ed25519: 'an Ed25519 key',
		x25519: 'an X25519 key',
		ed448: 'an Ed448 key',
		x448: 'an X448 key',
	};
	return names[type ?? ''] ?? `a key of type ${type ?? 'unknown'}`;
}

function article(curve: KeyCurve): string {
	return `an ${curve}`;
}
