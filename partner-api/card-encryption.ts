import type { KeyObject } from 'node:crypto';

import {
	compactDecrypt,
	errors,
	type FlattenedJWE,
	flattenedDecrypt,
	generalDecrypt,
	type GeneralJWE,
} from 'jose';

import { unknownOutcome } from './errors';
import { isJsonObject, parseJson } from './json';

/** In its compact form, or as a JSON object for one recipient or for several (RFC 7516, section 7). */
type Jwe = string | FlattenedJWE | GeneralJWE;

/** Five parts, the first of which is a JSON object. */
const COMPACT = /^e[wy][\w-]+(?:\.[\w-]*){4}$/;

/**
 * Decrypts `card_encrypted`, a JWE for the partner's own X25519 key (section 1, rule 11; section 5.7 shows no more of it).
 * Its form is not shown (section 4.9): a JSON object may also come as text.
 *
 * @param encrypted the field as the API gave it
 * @param key the X25519 private key
 * @returns the content: parsed where it is JSON, else the text; undefined where the field has not the form of a JWE
 * @throws PartnerApiError `card_not_decrypted` when it is a JWE, and not for this key
 */
export async function decryptCard(encrypted: unknown, key: KeyObject): Promise<unknown> {
	const jwe = typeof encrypted === 'string' ? parsedOr(encrypted.trim()) : encrypted;
	if (!isJwe(jwe)) return undefined;
	try {
		const { plaintext } = await decrypted(jwe, key);
		return parsedOr(new TextDecoder().decode(plaintext));
	} catch (error) {
		if (!(error instanceof errors.JOSEError) && !(error instanceof TypeError)) throw error;
		throw unknownOutcome('card_not_decrypted');
	}
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
