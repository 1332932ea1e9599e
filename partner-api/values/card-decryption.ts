import { compactDecrypt } from 'jose';

import { InputError } from '../errors';
import { jsonOrUndefined } from './json';
import { readPrivateKey } from './keys';

/** What is in a card's encrypted form, or why that is not known. */
export type Decrypted = { content: unknown } | { problem: string };

/**
 * Decrypts `card_encrypted`, a JWE for the partner's own X25519 key (section 1, rule 11; section 5.7 shows no more of it).
 * It is read in the compact form. What the rest of the card tells does not hang on it, so that nothing is thrown.
 *
 * @param encrypted the field as the API gave it
 * @param privateKey the credential's Card Encryption Key
 * @returns the content, parsed where it is JSON, else the text; or the problem, to be read behind "card_encrypted"
 */
export async function decryptCard(encrypted: unknown, privateKey: string): Promise<Decrypted> {
	try {
		const key = readPrivateKey(privateKey, 'X25519', 'Card Encryption Key');
		const jwe = typeof encrypted === 'string' ? encrypted.trim() : '';
		const { plaintext } = await compactDecrypt(jwe, key);
		const text = new TextDecoder().decode(plaintext);
		return { content: jsonOrUndefined(text) ?? text };
	} catch (error) {
		const reason =
			error instanceof InputError
				? error.message
				: 'it is damaged, no compact JWE, or for another key than the Card Encryption Key';
		return { problem: `cannot be decrypted: ${reason}` };
	}
}
