import { createHash, hkdfSync, type KeyObject, randomUUID, sign } from 'node:crypto';

import canonicalize from 'canonicalize';
import { calculateJwkThumbprint, errors, jwtVerify } from 'jose';
import { z } from 'zod';

import { InputError } from '../errors';
import { isJsonObject, jsonOrUndefined } from './json';
import { privateKeyOf, readPrivateKey } from './keys';

const ALGORITHM = 'EdDSA';
const TYPE = 'screening+jwt';
/** Keeps this key apart from any other that may be derived from the same private key. */
const KEY_LABEL = 'partner-settlement screening certificate v1';
const KEY_BYTES = 32;
/** Characters. About 1,600 are usual; the rules and the reasons may be longer. */
const MAX_LENGTH = 50_000;
/** Characters of a record: canonical JSON of many more would block all other workflows. */
const MAX_RECORD = 5_000_000;
const PART = /^[\w-]+$/;
const HALF = /\\ud[89a-f]/;
/** An escape in JSON: half of a surrogate pair, or a backslash before another character, which stays. */
const ESCAPE = /\\(?:ud[89a-f][0-9a-f]{2}|.)/g;

const ed25519 = z.object({
	kty: z.literal('OKP'),
	crv: z.literal('Ed25519'),
	x: z.string().refine((x) => bytesOf(x)?.length === KEY_BYTES),
});

/** The public key that verifies certificates, as a JWK; `kid` is its thumbprint (RFC 7638). */
export type VerificationKey = z.infer<typeof ed25519> & { kid: string };

/** The keys of a credential's certificates. */
export interface CertificateKey {
	privateKey: KeyObject;
	publicKey: VerificationKey;
}

const headerSchema = z.object({ alg: z.string(), typ: z.string(), kid: z.string() }).strict();

/** The fields of a record that a certificate shows (section 2.6), in addition to its digest. */
const RECORD_FIELDS = ['id', 'created_at', 'completed_at', 'cached'];

const statementSchema = z.object({
	/** The partner's id. */
	iss: z.string(),
	verdict: z.enum(['clear', 'review', 'block', 'unresolved']),
	/** As they were sent; null if they could not be read. */
	network: z.string().nullable(),
	address: z.string().nullable(),
	/** Never empty. */
	reasons: z.array(z.string()),
	/** As they were applied; null if they could not be read. */
	rules: z.record(z.unknown()).nullable(),
	rules_from: z.enum(['node', 'credential']),
	/** The credential's `clearanceDigest` of that time; absent if the rules are a node's, or from older releases. */
	rules_sha256: z.string().optional(),
	/** The run that signed the certificate also made the screening. */
	source: z.literal('screened'),
	/** The idempotency key of the screening; null if there was none. */
	ext_id: z.string().nullable(),
	workflow: z.record(z.unknown()),
	execution: z.string(),
	/** The name of the node. */
	node: z.string(),
	/** The version of this package. */
	package: z.string(),
});

const claimsSchema = statementSchema.extend({
	/** Unix seconds. */
	iat: z.number().int(),
	jti: z.string(),
	/** In hex, of the canonical JSON of the record, or of `null`. Older certificates without a record have null. */
	record_sha256: z.string().nullable(),
	record: z.record(z.unknown()).nullable(),
});

/** The statement of a certificate about a screening, without the claims that come from its record and the time. */
export type Statement = z.infer<typeof statementSchema>;
/** The claims of a certificate. */
export type CertificateClaims = z.infer<typeof claimsSchema>;

/**
 * Derives the key that signs certificates from the credential's private key (section 5.1), which itself signs only
 * assertions.
 *
 * @param privateKey in any form that `readPrivateKey` accepts; all forms of a key give the same result
 * @throws InputError if it cannot be read
 */
export async function certificateKey(privateKey: string): Promise<CertificateKey> {
	const { d = '' } = readPrivateKey(privateKey, 'Ed25519', 'Private Key').export({ format: 'jwk' });
	const seed = hkdfSync('sha256', Buffer.from(d, 'base64url'), '', KEY_LABEL, KEY_BYTES);
	const derived = privateKeyOf(Buffer.from(seed), 'Ed25519');
	const publicKey = await readVerificationKey(derived.export({ format: 'jwk' }));
	return { privateKey: derived, publicKey };
}

/**
 * Reads a public key that an operator kept.
 *
 * @param given a JWK, as text or as an object
 * @throws InputError if it is not a public Ed25519 key
 */
export async function readVerificationKey(given: unknown): Promise<VerificationKey> {
	const text = typeof given === 'string' && given.length <= MAX_LENGTH ? given : '';
	const { data } = ed25519.safeParse(isJsonObject(given) ? given : jsonOrUndefined(text));
	if (data) return { ...data, kid: await calculateJwkThumbprint(data) };
	throw new InputError(
		'Verification Key is not a public Ed25519 key as JWK',
		'Use the verification_key that an earlier verification returned.',
	);
}

/**
 * Signs the result of a screening.
 *
 * @param record the record as it is in the item; null if there is none
 * @returns a compact JWS: its header has `alg`, `typ` and `kid` only
 * @throws InputError if it would be too long to be read again, or its record has millions of characters
 */
export function signCertificate(
	{ privateKey, publicKey }: CertificateKey,
	statement: Statement,
	record: object | null,
): string {
	const claims: CertificateClaims = {
		...statement,
		iat: Math.floor(Date.now() / 1000),
		jti: randomUUID(),
		record_sha256: recordDigest(record),
		record: record && plainFields(record),
	};
	const header = { alg: ALGORITHM, typ: TYPE, kid: publicKey.kid };
	const payload = wellFormedJson(JSON.stringify(claims));
	const input = `${base64url(JSON.stringify(header))}.${base64url(payload)}`;
	// jose signs in another thread. If the machine is busy, the way there takes ten times as long as the signature.
	const certificate = `${input}.${base64url(sign(null, Buffer.from(input), privateKey))}`;
	if (certificate.length <= MAX_LENGTH) return certificate;
	throw new InputError(`it would have more than ${MAX_LENGTH} characters`);
}

/** Fields of a record may be missing or have any type: objects and lists are left out, because they may have any size. */
function plainFields(record: object): Record<string, unknown> {
	const fields = RECORD_FIELDS.map((name): [string, unknown] => [name, Reflect.get(record, name)]);
	const isPlain = (value: unknown) => value === null || typeof value !== 'object';
	return Object.fromEntries(fields.filter(([, value]) => value !== undefined && isPlain(value)));
}

/** SHA-256, in hex, of canonical JSON (RFC 8785). Half of a surrogate pair counts as U+FFFD, as in UTF-8. */
function recordDigest(record: object | null): string {
	const text = JSON.stringify(record);
	if (text.length > MAX_RECORD) {
		throw new InputError(`its record would have more than ${MAX_RECORD} characters`);
	}
	const wellFormed: unknown = HALF.test(text) ? JSON.parse(wellFormedJson(text)) : record;
	return createHash('sha256')
		.update(canonicalize(wellFormed) ?? '')
		.digest('hex');
}

/** JSON whose texts can be written in UTF-8. */
function wellFormedJson(text: string): string {
	if (!HALF.test(text)) return text;
	return text.replace(ESCAPE, (escape) => (escape.length > 2 ? '\uFFFD' : escape));
}

/**
 * Reads a certificate and checks who signed it.
 *
 * @param given any value
 * @param key the key that must have signed it
 * @throws InputError that says in a sentence why it does not count
 */
export async function readCertificate(
	given: unknown,
	key: VerificationKey,
): Promise<CertificateClaims> {
	if (typeof given !== 'string' || given.length > MAX_LENGTH) throw noCertificate();
	const parts = given.split('.', 4);
	// Another spelling of the same bytes is a change as well.
	const [header, payload, signature] = parts.map(bytesOf);
	if (parts.length !== 3 || !header || !payload || !signature) throw noCertificate();
	const { alg, typ, kid } = headerSchema.safeParse(jsonOrUndefined(header.toString())).data ?? {};
	if (alg !== ALGORITHM || typ !== TYPE) throw noCertificate();
	if (kid !== key.kid) {
		throw new InputError(
			'Another key signed this certificate',
			'It belongs to another credential, or was made before the Private Key changed. Use the Verification Key of that time.',
		);
	}
	try {
		const options = { algorithms: [ALGORITHM], typ: TYPE };
		const { payload: claims } = await jwtVerify(given, key, options);
		return claimsSchema.parse(claims);
	} catch (error) {
		if (error instanceof errors.JWSSignatureVerificationFailed) {
			throw new InputError('This certificate was changed after it was signed');
		}
		throw new InputError('This certificate does not have the claims of a screening');
	}
}

function noCertificate(): InputError {
	return new InputError('This is not the certificate of a screening');
}

function base64url(bytes: string | Buffer): string {
	return Buffer.from(bytes).toString('base64url');
}

/** The bytes of base64url in its only valid spelling; undefined for anything else. */
function bytesOf(text: string): Buffer | undefined {
	const bytes = PART.test(text) ? Buffer.from(text, 'base64url') : undefined;
	return bytes?.toString('base64url') === text ? bytes : undefined;
}
