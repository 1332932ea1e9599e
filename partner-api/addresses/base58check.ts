import { createHash } from 'node:crypto';

import { createBase58check } from '@scure/base';

const base58check = createBase58check((data) => createHash('sha256').update(data).digest());
/** A version byte and 20 bytes of a hash: addresses of TRON and Bitcoin alike. */
const BYTES = 21;

/** The version of a base58check address; undefined for what is none. */
export function base58checkVersion(address: string): number | undefined {
	try {
		const bytes = base58check.decode(address);
		return bytes.length === BYTES ? bytes[0] : undefined;
	} catch {
		return undefined;
	}
}
