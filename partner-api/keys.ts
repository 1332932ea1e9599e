import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

import { z } from 'zod';

import { InputError } from './errors';

/** The two curves of this API: Ed25519 signs assertions (section 5), X25519 decrypts `card_encrypted` (section 5.7). */
export type KeyCurve = 'Ed25519' | 'X25519';

/** The length of a private key of either curve. */
const SEED_BYTES = 32;
/** What stands in front of these bytes in PKCS8, after its version (RFC 8410, section 7). */
const ALGORITHM: Record<KeyCurve, string> = {
	Ed25519: '300506032b657004220420',
	X25519: '300506032b656e04220420',
};
/** What people call the key types that node knows. */
const TYPE_NAMES: Partial<Record<string, string>> = {
	rsa: 'RSA',
	'rsa-pss': 'RSA',
	ec: 'EC',
	ed25519: 'Ed25519',
	x25519: 'X25519',
	ed448: 'Ed448',
	x448: 'X448',
};
/** The object identifier of PBES2 (1.2.840.113549.1.5.13), with which PKCS8 keys are encrypted. */
const PBES2 = Buffer.from('2a864886f70d01050d', 'hex');

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
 * Reads a private key in any of the forms operators have it in. It may be PKCS8 PEM (line breaks real, written as `\n`, or
 * lost) or JWK JSON. It may be base64 or base64url of the DER or of a PEM file; for Ed25519, of the 32-byte seed.
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
	// Node reads a key of another type only with all its members, so the names tell the type.
	const type = jwk.kty === 'OKP' ? jwk.crv : jwk.kty;
	if (type !== undefined && type !== curve) throw wrong(otherType(type.toLowerCase(), curve));
	const seed = Buffer.from(jwk.d, 'base64url');
	if (type === undefined || seed.length !== SEED_BYTES || !BASE64.test(jwk.d)) {
		throw wrong('is a JWK that cannot be read: its "crv" or "d" is damaged');
	}
	const key = fromSeed(seed, curve);
	// Only "x" can show a mistake in "d"; a JWK may also leave it out.
	const publicKey = createPublicKey(key).export({ format: 'jwk' });
	if (
		jwk.x !== undefined &&
		Buffer.from(jwk.x, 'base64url').toString('base64url') !== publicKey.x
	) {
		throw wrong('is a JWK whose "x" and "d" do not belong together');
	}
	return key;
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
	if (!/^((RSA|EC) )?PRIVATE KEY$/.test(type)) throw wrong(`is a PEM block of type "${type}"`);
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
	if (isPublicKey(bytes)) throw wrong('is a public key');
	if (bytes.length === 2 * SEED_BYTES) {
		throw wrong('is 64 bytes: seed and public key together', 'Give only the first 32 bytes.');
	}
	if (bytes.includes(PBES2)) throw wrong('is encrypted');
	throw wrong(`is base64 of ${String(bytes.length)} bytes, which is no private key`);
}

/** The private key of the curve that is these 32 bytes. */
function fromSeed(seed: Buffer, curve: KeyCurve): KeyObject {
	const prefix = Buffer.from(`302e020100${ALGORITHM[curve]}`, 'hex');
	return createPrivateKey({ key: Buffer.concat([prefix, seed]), format: 'der', type: 'pkcs8' });
}

/** The private key in DER, of whatever type it is; undefined when there is none. */
function fromDer(der: Buffer): KeyObject | undefined {
	for (const type of ['pkcs8', 'pkcs1', 'sec1'] as const) {
		try {
			return createPrivateKey({ key: der, format: 'der', type });
		} catch {
			// Not of this form: try the next.
		}
	}
	return fromSecondVersion(der);
}

/** PKCS8 with attributes or the public key in it (RFC 5958, version 2), which not every OpenSSL reads. */
function fromSecondVersion(der: Buffer): KeyObject | undefined {
	// One byte tells a length below 128, two a longer one.
	const header = der[1] === 0x81 ? 3 : 2;
	const content = der.subarray(header);
	if (content.length !== der[header - 1]) return undefined;
	for (const curve of ['Ed25519', 'X25519'] as const) {
		const front = Buffer.from(`020101${ALGORITHM[curve]}`, 'hex');
		const end = front.length + SEED_BYTES;
		if (content.indexOf(front) === 0 && content.length >= end) {
			return fromSeed(content.subarray(front.length, end), curve);
		}
	}
	return undefined;
}

function isPublicKey(der: Buffer): boolean {
	try {
		createPublicKey({ key: der, format: 'der', type: 'spki' });
		return true;
	} catch {
		return false;
	}
}

function wrongKey(label: string, curve: KeyCurve, what: string, hint?: string): InputError {
	const needed = what.endsWith('is needed') ? '' : `, an ${curve} private key is needed`;
	return new InputError(
		`${label}: this ${what}${needed}`,
		hint ?? `Paste an ${curve} private key as PKCS8 PEM, JWK or base64.`,
	);
}

function otherType(type = 'unknown', curve: KeyCurve): string {
	const name = TYPE_NAMES[type];
	return `is ${name ? `an ${name} key` : `a key of type ${type}`}, an ${curve} key is needed`;
}
