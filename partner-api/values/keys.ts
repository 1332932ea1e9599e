import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

import { z } from 'zod';

import { InputError } from '../errors';
import { jsonOrUndefined } from './json';
import { slipIn } from './slips';

/** The two curves of this API: Ed25519 signs assertions (section 5), X25519 decrypts `card_encrypted` (section 5.7). */
export type KeyCurve = 'Ed25519' | 'X25519';

/** The length of a private key of either curve. */
const SEED_BYTES = 32;
/** The bytes before the private key in PKCS8, after the version (RFC 8410, section 7). */
const ALGORITHM: Record<KeyCurve, string> = {
	Ed25519: '300506032b657004220420',
	X25519: '300506032b656e04220420',
};

const PEM = /-----BEGIN ([A-Z0-9 ]+)-----([\s\S]*?)-----END \1-----/g;

const jwkSchema = z.object({ crv: z.string(), d: z.string() });

/** How to recognize other keys: by their text, or by an object identifier in the hex of their DER. */
const OTHERS: readonly (readonly [RegExp, string])[] = [
	[/^(ssh|ecdsa)-/, 'is an OpenSSH public key'],
	[/^[0-9a-f]{64,} /i, 'is a key in hex'],
	[/06092a864886f70d01050d/, 'is an encrypted private key'],
	[/06032b65..032100/, 'is a public key'],
	[/06092a864886f70d010101/, 'is an RSA key'],
	[/06072a8648ce3d0201/, 'is an EC key'],
	[/06032b656e/, 'is an X25519 key'],
	[/06032b6570/, 'is an Ed25519 key'],
];

/** The bytes of the private key, or a phrase that says what the text is instead: "is an RSA key". */
type Found = Buffer | string;

/**
 * Reads a private key in any of the forms that operators have. It may be PKCS8 PEM (line breaks real, written as `\n`, or
 * lost) or JWK JSON. It may be base64 or base64url of the PEM or the DER; for Ed25519, of the 32-byte seed, with or without
 * the public key after it.
 *
 * @param text the key as pasted
 * @param curve the curve that is needed
 * @param label what to call the key in an error: the field's display name
 * @returns a private key of that curve
 * @throws InputError that says what the text is instead; it never repeats any of it
 */
export function readPrivateKey(text: string, curve: KeyCurve, label: string): KeyObject {
	const found = find(text.trim(), curve);
	if (typeof found !== 'string') return privateKeyOf(found, curve);
	// A PEM has line breaks.
	const what = slipIn(text.replace(/\s+/g, '')) ?? found;
	throw new InputError(
		`${label}: this ${what}, but an ${curve} private key is needed`,
		`Paste an ${curve} private key as PKCS8 PEM, JWK or base64. If yours is encrypted: openssl pkey -in key.pem -out plain.pem`,
	);
}

function find(text: string, curve: KeyCurve): Found {
	if (text === '') return 'is empty';
	if (text.startsWith('{')) return inJwk(text, curve);
	if (text.includes('-----BEGIN')) return inPem(text, curve);
	// Node reads base64 and base64url alike.
	const bytes = Buffer.from(text, 'base64');
	if (bytes.includes('-----BEGIN')) return inPem(bytes.toString('latin1'), curve);
	if (curve === 'Ed25519' && isSeed(bytes)) return bytes.subarray(0, SEED_BYTES);
	return inDer(bytes, curve, text);
}

/** Whether it is a seed, alone or followed by its public key, as NaCl and others write an Ed25519 key. */
function isSeed(bytes: Buffer): boolean {
	if (bytes.length !== 2 * SEED_BYTES) return bytes.length === SEED_BYTES;
	const key = createPublicKey(privateKeyOf(bytes.subarray(0, SEED_BYTES), 'Ed25519'));
	return key
		.export({ format: 'der', type: 'spki' })
		.subarray(-SEED_BYTES)
		.equals(bytes.subarray(SEED_BYTES));
}

function inJwk(text: string, curve: KeyCurve): Found {
	const { crv, d = '' } = jwkSchema.safeParse(jsonOrUndefined(text)).data ?? {};
	const seed = Buffer.from(d, 'base64url');
	const isKey = crv === curve && seed.length === SEED_BYTES;
	return isKey ? seed : 'is not a private JWK of this curve';
}

function inPem(text: string, curve: KeyCurve): Found {
	const blocks = [...text.replace(/\\r|\\n/g, '\n').matchAll(PEM)];
	// A file may hold the public key as well.
	const block = blocks.find(([, type]) => type === 'PRIVATE KEY') ?? blocks[0];
	const [, type = 'unknown', body = ''] = block ?? [];
	if (type !== 'PRIVATE KEY') return `is a PEM block of type "${type}"`;
	return inDer(Buffer.from(body, 'base64'), curve);
}

/** In PKCS8 of either version (RFC 5958): the second may have the public key after the private one. */
function inDer(der: Buffer, curve: KeyCurve, text = ''): Found {
	const front = Buffer.from(ALGORITHM[curve], 'hex');
	const start = der.indexOf(front);
	const seed = der.subarray(start + front.length).subarray(0, SEED_BYTES);
	if (start > 0 && seed.length === SEED_BYTES) return seed;
	// Later bytes may belong to another key.
	const shown = `${text} ${der.toString('hex', 0, 50)}`;
	const other = OTHERS.find(([form]) => form.test(shown));
	return other?.[1] ?? 'is a key of another kind, or damaged';
}

/** Built from its bytes alone: Node 20 refuses PKCS8 of version 2, and Node 20 and 24 refuse a JWK without `x`. */
export function privateKeyOf(seed: Buffer, curve: KeyCurve): KeyObject {
	const front = Buffer.from(`302e020100${ALGORITHM[curve]}`, 'hex');
	return createPrivateKey({ key: Buffer.concat([front, seed]), format: 'der', type: 'pkcs8' });
}
