import { compactDecrypt } from 'jose';

import { InputError } from '../errors';
import { jsonOrUndefined } from './json';
import { readPrivateKey } from './keys';

/** The content of a card's encrypted form, or why it can't be read. */
export type Decrypted = { content: unknown } | { problem: string };

/**
 * Decrypts `card_encrypted`, a JWE for the partner's own X25519 key (section 1, rule 11; section 5.7 shows no more of it).
 * It must be in the compact form. It never throws, because the rest of the card is readable without it.
 *
 * @param encrypted the field as the API gave it
 * @param privateKey the credential's Card Encryption Key
 * @returns the content, parsed if it is JSON, otherwise the text; or the problem, to follow "card_encrypted"
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
				: 'it is damaged, it is not a compact JWE, or it was encrypted for another key';
		return { problem: `cannot be decrypted: ${reason}` };
	}
}
