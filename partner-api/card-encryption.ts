import type { KeyObject } from 'node:crypto';

import { compactDecrypt, errors } from 'jose';

import { unknownOutcome } from './errors';
import { parseJson } from './json';

/**
 * Decrypts `card_encrypted`, a compact JWE for the partner's own X25519 key (section 1, rule 11; section 5.7 shows no
 * more of it).
 *
 * @param jwe the field as the API gave it
 * @param key the X25519 private key
 * @returns the content: parsed where it is JSON, else the text
 * @throws PartnerApiError `card_not_decrypted` when it is not a JWE for this key
 */
export async function decryptCard(jwe: string, key: KeyObject): Promise<unknown> {
	let text: string;
	try {
		text = new TextDecoder().decode((await compactDecrypt(jwe, key)).plaintext);
	} catch (error) {
		if (!(error instanceof errors.JOSEError) && !(error instanceof TypeError)) throw error;
		throw unknownOutcome('card_not_decrypted');
	}
	try {
		return parseJson(text);
	} catch {
		return text;
	}
}
