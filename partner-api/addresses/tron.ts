import { base58checkVersion } from './base58check';
import { CHECKSUM_FAULT, type Finding } from './finding';

/** Of the main net, and of the public test networks as well: they cannot be told apart. */
const VERSION = 0x41;
const LOOKS_LIKE_ONE = /^T[0-9A-Za-z]{25,40}$/;

/** A TRON address: base58check with the version 0x41. */
export function readTron(address: string): Finding | undefined {
	if (base58checkVersion(address) === VERSION) return { chain: 'TRON' };
	return LOOKS_LIKE_ONE.test(address) ? { chain: 'TRON', fault: CHECKSUM_FAULT } : undefined;
}
