import { compactDecrypt, errors } from 'jose';

import { InputError } from './errors';
import { parseJson } from './json';
import { readPrivateKey } from './keys';

/**
 * Decrypts `card_encrypted`, a compact JWE for the partner's own X25519 key (section 1, rule 11; section 5.7 shows no
 * more of it).
 *
 * @param jwe the field as the API gave it
 * @param privateKey the X25519 private key, as PEM or JWK
 * @returns the content: parsed where it is JSON, else the text
 * @throws InputError when the key cannot be read or is not the one it was encrypted for
 */
export async function decryptCard(jwe: string, privateKey: string): Promise<unknown> {
	const key = readPrivateKey(privateKey, 'X25519', 'Card Encryption Key');
	let text: string;
	try {
		text = new TextDecoder().decode((await compactDecrypt(jwe, key)).plaintext);
	} catch (error) {
		if (!(error instanceof errors.JOSEError) && !(error instanceof TypeError)) throw error;
		throw new InputError(
			'card_encrypted cannot be decrypted with the Card Encryption Key of the credential',
			'Check that it belongs to the X25519 public key registered with the API.',
		);
	}
	try {
		return parseJson(text);
	} catch {
		return text;
	}
}
