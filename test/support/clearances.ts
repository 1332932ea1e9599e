import { SignJWT } from 'jose';
import {
	type CertificateClaims,
	certificateKey,
	clearanceDigest,
	readSettings,
} from '../../partner-api';
import { STATEMENT } from './certificates';

/** A certificate as a credential signs it, with other claims: by default one that clears the address now. */
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

/** Unix seconds. */
export function secondsFromNow(seconds: number): number {
	return Math.floor(Date.now() / 1000) + seconds;
}
