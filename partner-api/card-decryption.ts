import { compactDecrypt, errors, type FlattenedJWE, flattenedDecrypt } from 'jose';

import { InputError } from './errors';
import { parseJson } from './json';
import { readPrivateKey } from './keys';

/** What is in a card's encrypted form, or why that is not known. */
export type Decrypted = { content: unknown } | { problem: string };

/**
 * Decrypts `card_encrypted`, a JWE for the partner's own X25519 key (section 1, rule 11; section 5.7 shows no more of it).
 * Its form is not shown (section 4.9): compact, or a JSON object, which may also come as text. What the rest of the card
 * tells does not hang on it, so that nothing is thrown.
 *
 * @param encrypted the field as the API gave it
 * @param privateKey the credential's Card Encryption Key
 * @returns the content, parsed where it is JSON, else the text; or the problem, to be read behind "card_encrypted"
 */
export async function decryptCard(encrypted: unknown, privateKey: string): Promise<Decrypted> {
	const jwe = typeof encrypted === 'string' ? parsedOr(encrypted.trim()) : encrypted;
	try {
		const key = readPrivateKey(privateKey, 'X25519', 'Card Encryption Key');
		const { plaintext } =
			typeof jwe === 'string'
				? await compactDecrypt(jwe, key)
				: await flattenedDecrypt(jwe as FlattenedJWE, key);
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
	if (error instanceof errors.JWEInvalid) return 'does not have the form of a JWE, or is damaged';
	if (error instanceof errors.JOSEError || error instanceof TypeError) {
		return 'is encrypted in a way (alg, enc) that is none for an X25519 key, or not supported';
	}
	throw error;
}

/** What a text holds as JSON; where it is none, the text. */
function parsedOr(text: string): unknown {
	try {
		return parseJson(text);
	} catch {
		return text;
	}
}
