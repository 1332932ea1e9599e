import { generateKeyPairSync, type KeyObject } from 'node:crypto';

export interface KeyPair {
	privateKey: KeyObject;
	publicKey: KeyObject;
}

/** Keys made for this run: for the two curves that are used, and for the kinds that operators confuse with them. */
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

const ENCRYPTED = { type: 'pkcs8', cipher: 'aes-256-cbc', passphrase: 'of this test' } as const;

export function encryptedPem(key: KeyObject): string {
	return key.export({ ...ENCRYPTED, format: 'pem' }).toString();
}

export function encryptedDer(key: KeyObject): Buffer {
	return key.export({ ...ENCRYPTED, format: 'der' });
}

const ed25519Pem = pem(ed25519.privateKey);
const pemAsBase64 = Buffer.from(ed25519Pem).toString('base64');
const jwkWithMore = { ...jwk(ed25519.privateKey), kid: 'k', alg: 'EdDSA', use: 'sig' };
const jwkWithoutX = { ...jwk(ed25519.privateKey), x: undefined };
const derBytes = der(ed25519.privateKey);
const seedBytes = seed(ed25519.privateKey);
const pair = Buffer.concat([seedBytes, der(ed25519.publicKey).subarray(-32)]);

/** PKCS8 with the public key in it, as libraries outside OpenSSL write it (RFC 5958). */
function secondVersion(): string {
	const publicBytes = der(ed25519.publicKey).subarray(-32);
	const content = [derBytes.subarray(2), Buffer.from('812100', 'hex'), publicBytes];
	const bytes = Buffer.concat([Buffer.from([0x30, Buffer.concat(content).length]), ...content]);
	bytes[4] = 1;
	return `-----BEGIN PRIVATE KEY-----\n${bytes.toString('base64')}\n-----END PRIVATE KEY-----`;
}

/** One Ed25519 key in every form in which operators get it. */
export const EVERY_FORM: [string, string][] = [
	['PEM as a file has it', ed25519Pem],
	['PEM with CRLF', ed25519Pem.replaceAll('\n', '\r\n')],
	['PEM with line breaks written as \\n', ed25519Pem.replaceAll('\n', '\\n')],
	['PEM with line breaks written as \\r\\n', ed25519Pem.replaceAll('\n', '\\r\\n')],
	['PEM with line breaks lost', ed25519Pem.replaceAll('\n', '')],
	['PEM in quotes, as a .env file has it', `"${ed25519Pem.replaceAll('\n', '\\n')}"`],
	['PEM behind a byte order mark', `\uFEFF${ed25519Pem}`],
	['PEM with text around it', `Bag Attributes: none\n${ed25519Pem}\nend of file`],
	['PEM behind the public key', pem(ed25519.publicKey) + ed25519Pem],
	['PEM before the public key', ed25519Pem + pem(ed25519.publicKey)],
	['PEM of the second version', secondVersion()],
	['JWK', JSON.stringify(jwk(ed25519.privateKey))],
	['JWK with kid, alg and use', JSON.stringify(jwkWithMore)],
	['JWK without x', JSON.stringify(jwkWithoutX)],
	['base64 of the seed', seedBytes.toString('base64')],
	['base64 of the seed without padding', seedBytes.toString('base64').replaceAll('=', '')],
	['base64 of the seed and the public key', pair.toString('base64')],
	['base64 of the whole PEM in lines of 76', pemAsBase64.replace(/.{76}/g, '$&\n')],
	['base64 of the DER', derBytes.toString('base64')],
	['base64url of the DER', derBytes.toString('base64url')],
];
