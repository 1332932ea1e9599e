import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

/** The two curves of this API: Ed25519 signs assertions (section 5), X25519 decrypts `card_encrypted` (section 5.7). */
export type KeyCurve = 'Ed25519' | 'X25519';

/** The length of a private key of either curve. */
export const SEED_BYTES = 32;

/** What stands in front of the 32 bytes of a private key in PKCS8, but for its version (RFC 8410, section 7). */
const ALGORITHM: Record<KeyCurve, string> = {
	Ed25519: '300506032b657004220420',
	X25519: '300506032b656e04220420',
};

/** The private key of the curve that is these 32 bytes. */
export function fromSeed(seed: Buffer, curve: KeyCurve): KeyObject {
	const prefix = Buffer.from(`302e020100${ALGORITHM[curve]}`, 'hex');
	return createPrivateKey({ key: Buffer.concat([prefix, seed]), format: 'der', type: 'pkcs8' });
}

/** The private key in DER, of whatever type it is; undefined when there is none. */
export function fromDer(der: Buffer): KeyObject | undefined {
	for (const type of ['pkcs8', 'pkcs1', 'sec1'] as const) {
		try {
			return createPrivateKey({ key: der, format: 'der', type });
		} catch {
			// Not of this form: try the next.
		}
	}
	return fromSecondVersion(der);
}

/** PKCS8 with attributes or the public key in it (RFC 5958, version 2), which not every OpenSSL reads. */
function fromSecondVersion(der: Buffer): KeyObject | undefined {
	// One byte tells a length below 128, two a longer one.
	const header = der[1] === 0x81 ? 3 : 2;
	const content = der.subarray(header);
	if (content.length !== der[header - 1]) return undefined;
	for (const curve of ['Ed25519', 'X25519'] as const) {
		const front = Buffer.from(`020101${ALGORITHM[curve]}`, 'hex');
		const end = front.length + SEED_BYTES;
		if (content.indexOf(front) === 0 && content.length >= end) {
			return fromSeed(content.subarray(front.length, end), curve);
		}
	}
	return undefined;
}

/** Whether these bytes are a public key in DER (SPKI): often pasted in the place of the private one. */
export function isPublicDer(der: Buffer): boolean {
	try {
		createPublicKey({ key: der, format: 'der', type: 'spki' });
		return true;
	} catch {
		return false;
	}
}

/** The object identifier of PBES2 (1.2.840.113549.1.5.13), with which PKCS8 keys are encrypted. */
export function isEncryptedDer(der: Buffer): boolean {
	return der.includes(Buffer.from('2a864886f70d01050d', 'hex'));
}
