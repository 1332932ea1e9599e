import { generateKeyPairSync, type KeyObject } from 'node:crypto';

export interface KeyPair {
	privateKey: KeyObject;
	publicKey: KeyObject;
}

/** Keys made for this run: of the two curves that are used, and of all those that operators confuse with them. */
export const ed25519: KeyPair = generateKeyPairSync('ed25519');
export const x25519: KeyPair = generateKeyPairSync('x25519');
export const ed448: KeyPair = generateKeyPairSync('ed448');
export const rsa: KeyPair = generateKeyPairSync('rsa', { modulusLength: 2048 });
export const ec: KeyPair = generateKeyPairSync('ec', { namedCurve: 'P-256' });

export function pem(key: KeyObject): string {
	return key.export({ format: 'pem', type: key.type === 'private' ? 'pkcs8' : 'spki' }).toString();
}

export function der(key: KeyObject): Buffer {
	const type = key.type === 'private' ? 'pkcs8' : 'spki';
	return key.export({ format: 'der', type });
}

export function jwk(key: KeyObject): Record<string, unknown> {
	return { ...key.export({ format: 'jwk' }) };
}

/** The 32 bytes a PKCS8 key of one of the small curves ends with (RFC 8410, section 7). */
export function seed(key: KeyObject): Buffer {
	return der(key).subarray(-32);
}

/** A password the encrypted keys of these tests have. */
const PASSPHRASE = 'only for this test';

export function encryptedPem(key: KeyObject): string {
	return key
		.export({ format: 'pem', type: 'pkcs8', cipher: 'aes-256-cbc', passphrase: PASSPHRASE })
		.toString();
}

export function encryptedDer(key: KeyObject): Buffer {
	return key.export({
		format: 'der',
		type: 'pkcs8',
		cipher: 'aes-256-cbc',
		passphrase: PASSPHRASE,
	});
}
