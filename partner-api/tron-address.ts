import { createHash } from 'node:crypto';

import { createBase58check } from '@scure/base';

import { InputError } from './errors';

const base58check = createBase58check((data) => createHash('sha256').update(data).digest());
/** The first byte of every address of the TRON main net; 20 bytes of a key's hash follow. */
const PREFIX = 0x41;
const BYTES = 21;

/**
 * Checks a TRON address by its checksum (base58check): a mistyped one would send the money to nobody.
 *
 * @param label the parameter's display name
 * @returns the address as given
 * @throws InputError when it is none
 */
export function tronAddress(address: string, label: string): string {
	if (!isTronAddress(address)) {
		throw new InputError(
			`${label} is not a TRON address`,
			'It has 34 characters and begins with T; its checksum does not fit, so a character is wrong or missing.',
		);
	}
	return address;
}

function isTronAddress(address: string): boolean {
	try {
		const bytes = base58check.decode(address);
		return bytes.length === BYTES && bytes[0] === PREFIX;
	} catch {
		return false;
	}
}
