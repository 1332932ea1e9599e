import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { z } from 'zod';
import { SignJWT } from 'jose';
import {
	type CertificateClaims,
	certificateKey,
	clearanceDigest,
	readSettings,
	type Statement,
} from '../../partner-api';
import { CLEAR_RECORD, SUBJECT } from './screening-records';

/** The gate's statement about a clear address. */
export const STATEMENT: Statement = {
	iss: '1042',
	verdict: 'clear',
	...SUBJECT,
	reasons: ['There is no sanctions hit.'],
	rules: { reviewFromScore: '25', clearSeverities: ['low'] },
	rules_from: 'node',
	source: 'screened',
	ext_id: 'payout-1042',
	workflow: { id: 'w1', name: 'Payouts' },
	execution: '7',
	node: 'Screen',
	package: '0.1.0',
};

export const RECORD = { ...CLEAR_RECORD, completed_at: '2026-01-02T03:04:05Z' };

/** Replaces half of a surrogate pair as UTF-8 does. */
const inUtf8 = (text: string) => Buffer.from(text, 'utf8').toString('utf8');

/** A second implementation of RFC 8785, independent of the package's. */
export function canonicalJson(value: unknown): string {
	if (typeof value === 'string') return JSON.stringify(inUtf8(value));
	// RFC 8785 writes texts and numbers as ECMAScript does, where -0 is 0.
	if (typeof value !== 'object' || value === null) return JSON.stringify(value);
	if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
	const byName = new Map(Object.entries(value).map(([name, one]) => [inUtf8(name), one]));
	const members = [...byName].sort(([left], [right]) => (left < right ? -1 : 1));
	return `{${members.map(([name, one]) => `${canonicalJson(name)}:${canonicalJson(one)}`).join(',')}}`;
}

const partSchema = z.record(z.unknown());

/** The header and the claims of a certificate, verified by a library that the package doesn't use. */
export function verifiedElsewhere(certificate: string, { x }: { x: string }) {
	const [header = '', payload = '', signature = ''] = certificate.split('.');
	const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url'));
	const signed = Uint8Array.from(Buffer.from(`${header}.${payload}`));
	if (!ed25519.verify(bytes(signature), signed, bytes(x))) throw new Error('Not signed by it');
	const parsed = (text: string) =>
		partSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
	return { header: parsed(header), claims: parsed(payload) };
}

/** SHA-256 of the record, computed by that library. */
export function digestElsewhere(record: unknown): string {
	return bytesToHex(sha256(utf8ToBytes(canonicalJson(record))));
}

/** A certificate as a credential signs it, with some claims changed. By default, it clears the address now. */
export async function certificateOf(
	credential: Readonly<Record<string, unknown>> & { partnerId: string; privateKey: string },
	address: string,
	claims: Record<string, unknown> = {},
): Promise<string> {
	const { partnerId, privateKey: secret } = credential;
	const { privateKey: key, publicKey } = await certificateKey(secret);
	const clear: CertificateClaims = {
		...STATEMENT,
		...{ iss: partnerId, network: 'tron_usdt', address, rules_from: 'credential' },
		rules_sha256: clearanceDigest(readSettings(credential)),
		...{ iat: secondsFromNow(0), jti: address, record_sha256: null, record: null },
	};
	return await new SignJWT({ ...clear, ...claims })
		.setProtectedHeader({ alg: 'EdDSA', typ: 'screening+jwt', kid: publicKey.kid })
		.sign(key);
}

/** The moment that many seconds from now, in Unix seconds. */
export function secondsFromNow(seconds: number): number {
	return Math.floor(Date.now() / 1000) + seconds;
}
