import { keccak_256 } from '@noble/hashes/sha3';

import type { Finding } from './finding';

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const LOOKS_LIKE_ONE = /^(0x.*|[0-9a-f]{40})$/i;

/** An Ethereum address: all small, all capital, or in the mixed case of EIP-55, which is its checksum. */
export function readEthereum(address: string): Finding | undefined {
	if (!ADDRESS.test(address)) {
		if (!LOOKS_LIKE_ONE.test(address)) return undefined;
		return { chain: 'Ethereum', fault: 'it must be 0x and 40 hexadecimal digits' };
	}
	const digits = address.slice(2);
	const lower = digits.toLowerCase();
	const isChecked = digits !== lower && digits !== digits.toUpperCase();
	if (!isChecked || digits === eip55(lower)) return { chain: 'Ethereum' };
	const fault = 'its capital and small letters do not fit (EIP-55), so a character is wrong';
	return { chain: 'Ethereum', fault };
}

/** The same address, whatever the case of its digits. */
export function ethereumSpelling(address: string): string {
	return ADDRESS.test(address) ? address.toLowerCase() : address;
}

/** A letter is a capital where the same digit of the hash is 8 or more. */
function eip55(lower: string): string {
	const hash = Buffer.from(keccak_256(lower)).toString('hex');
	return Array.from(lower, (digit, index) =>
		Number.parseInt(hash.charAt(index), 16) >= 8 ? digit.toUpperCase() : digit,
	).join('');
}
