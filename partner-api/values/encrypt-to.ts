import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';

import { CompactEncrypt } from 'jose';

import { InputError } from '../errors';
import { isJsonObject } from './json';

const PRIVATE_PEM = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/;
/** The members of a private key, and of a shared secret. */
const PRIVATE_JWK = /"[dk]"\s*:/;
const PUBLIC_PEM = /-----BEGIN PUBLIC KEY-----([^-]*)-----END PUBLIC KEY-----/;
/** jose's minimum for RSA-OAEP (RFC 7518, section 4.3). */
const MIN_RSA_BITS = 2048;
const HINT = 'Enter an X25519, P-256 or RSA public key, as JWK or PEM.';

/** The key that secrets are encrypted to. */
export interface RecipientKey {
	key: KeyObject;
	/** How the content key reaches the owner of this key (RFC 7518, section 4). */
	alg: 'ECDH-ES' | 'RSA-OAEP-256';
}

/**
 * Reads a public key for the encryption of secrets: X25519, P-256 or RSA, as JWK or SPKI PEM. The line breaks of a PEM may
 * be real, written as `\n`, or lost.
 *
 * @param label what to call the key in an error
 * @throws InputError for any other key, above all a private one; it never repeats any of the text
 */
export function readPublicKey(given: string, label: string): RecipientKey {
	const wrong = (what: string) => new InputError(`${label} ${what}`, HINT);
	if (PRIVATE_PEM.test(given) || PRIVATE_JWK.test(given)) {
		throw wrong('is a private key: only its owner may have it');
	}
	const key = publicKeyIn(given);
	if (!key) throw wrong('cannot be read as a public key');
	const alg = algorithmOf(key);
	if (!alg) throw wrong('is a key of another type, or too short');
	return { key, alg };
}

function publicKeyIn(given: string): KeyObject | undefined {
	try {
		if (given.trim().startsWith('{')) {
			return createPublicKey({ key: JSON.parse(given) as JsonWebKey, format: 'jwk' });
		}
		const [, body = ''] = PUBLIC_PEM.exec(given.replace(/\\r|\\n/g, '\n')) ?? [];
		return createPublicKey({ key: Buffer.from(body, 'base64'), format: 'der', type: 'spki' });
	} catch {
		return undefined;
	}
}

/** @returns undefined for a key of another kind */
function algorithmOf(key: KeyObject): RecipientKey['alg'] | undefined {
	const { modulusLength = 0, namedCurve } = key.asymmetricKeyDetails ?? {};
	switch (key.asymmetricKeyType) {
		case 'x25519':
			return 'ECDH-ES';
		case 'ec':
			return namedCurve === 'prime256v1' ? 'ECDH-ES' : undefined;
		case 'rsa':
			return modulusLength < MIN_RSA_BITS ? undefined : 'RSA-OAEP-256';
		default:
			return undefined;
	}
}

/**
 * Encrypts the redacted parts of a response.
 *
 * @param response as the API gave it
 * @param redacted its copy without secrets
 * @returns a compact JWE (RFC 7516) of a JSON object: the secret fields in their places. Undefined if there are none.
 */
export async function encryptSecrets(
	response: unknown,
	redacted: unknown,
	{ key, alg }: RecipientKey,
): Promise<string | undefined> {
	const secrets = hiddenIn(response, redacted);
	if (secrets === undefined) return undefined;
	return await new CompactEncrypt(new TextEncoder().encode(JSON.stringify(secrets)))
		.setProtectedHeader({ alg, enc: 'A256GCM', cty: 'application/json' })
		.encrypt(key);
}

/** The parts of a value that its redacted copy does not show, under the same names; undefined if it shows all. */
function hiddenIn(value: unknown, redacted: unknown): unknown {
	if (value === redacted) return undefined;
	if (!isJsonObject(value) || !isJsonObject(redacted)) {
		return JSON.stringify(value) === JSON.stringify(redacted) ? undefined : value;
	}
	const hidden = Object.entries(value)
		.map(([name, entry]) => [name, hiddenIn(entry, redacted[name])] as const)
		.filter(([, entry]) => entry !== undefined);
	return hidden.length === 0 ? undefined : Object.fromEntries(hidden);
}
