import type { KeyObject } from 'node:crypto';

import {
	compactDecrypt,
	errors,
	type FlattenedJWE,
	flattenedDecrypt,
	generalDecrypt,
	type GeneralJWE,
} from 'jose';

import { InputError } from './errors';
import { isJsonObject, parseJson } from './json';
import { readPrivateKey } from './keys';

/** In its compact form, or as a JSON object for one recipient or for several (RFC 7516, section 7). */
type Jwe = string | FlattenedJWE | GeneralJWE;

/** Five parts, the first of which is a JSON object. */
const COMPACT = /^e[wy][\w-]+(?:\.[\w-]*){4}$/;

/** What is in a card's encrypted form, or why that is not known. */
export type Decrypted = { content: unknown } | { problem: string };

/**
 * Decrypts `card_encrypted`, a JWE for the partner's own X25519 key (section 1, rule 11; section 5.7 shows no more of it).
 * Its form is not shown (section 4.9): a JSON object may also come as text. What the rest of the card tells does not hang
 * on it, so that nothing is thrown.
 *
 * @param encrypted the field as the API gave it
 * @param privateKey the credential's Card Encryption Key
 * @returns the content, parsed where it is JSON, else the text; or the problem, to be read behind "card_encrypted"
 */
export async function decryptCard(encrypted: unknown, privateKey: string): Promise<Decrypted> {
	const jwe = typeof encrypted === 'string' ? parsedOr(encrypted.trim()) : encrypted;
	if (!isJwe(jwe)) return { problem: 'does not have the form of a JWE' };
	try {
		const key = readPrivateKey(privateKey, 'X25519', 'Card Encryption Key');
		const { plaintext } = await decrypted(jwe, key);
		return { content: parsedOr(new TextDecoder().decode(plaintext)) };
	} catch (error) {
		return { problem: problemOf(error) };
	}
}

/** @throws every error that says nothing of the JWE or the key */
function problemOf(error: unknown): string {
	if (error instanceof InputError) return `cannot be decrypted: ${error.message}`;
	if (error instanceof errors.JWEDecryptionFailed) {
		return 'was encrypted for another key than the Card Encryption Key of the credential, or is damaged';
	}
	if (error instanceof errors.JWEInvalid) return 'is a damaged JWE';
	if (error instanceof errors.JOSEError || error instanceof TypeError) {
		return 'is encrypted in a way (alg, enc) that is none for an X25519 key, or not supported';
	}
	throw error;
}

function isJwe(value: unknown): value is Jwe {
	if (typeof value === 'string') return COMPACT.test(value);
	if (!isJsonObject(value) || typeof value.ciphertext !== 'string') return false;
	const { recipients = [{}] } = value;
	if (!Array.isArray(recipients) || !recipients.every(isJsonObject)) return false;
	return recipients.length > 0 && [value, ...recipients].some(hasHeader);
}

function hasHeader(part: unknown): boolean {
	if (!isJsonObject(part)) return false;
	return [part.unprotected, part.header].some(isJsonObject) || typeof part.protected === 'string';
}

async function decrypted(jwe: Jwe, key: KeyObject): Promise<{ plaintext: Uint8Array }> {
	if (typeof jwe === 'string') return await compactDecrypt(jwe, key);
	return await ('recipients' in jwe ? generalDecrypt(jwe, key) : flattenedDecrypt(jwe, key));
}

/** What a text holds as JSON; where it is none, the text. */
function parsedOr(text: string): unknown {
	try {
		return parseJson(text);
	} catch {
		return text;
	}
}
