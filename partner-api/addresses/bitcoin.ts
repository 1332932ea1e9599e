import { bech32, bech32m } from '@scure/base';

import { base58checkVersion } from './base58check';
import { CHECKSUM_FAULT, type Finding } from './finding';

/** P2PKH and P2SH. */
const MAIN_VERSIONS = [0x00, 0x05];
const TEST_VERSIONS = [0x6f, 0xc4];
const LOOKS_LIKE_BASE58 = /^[13][0-9A-Za-z]{24,36}$/;
/** The main net, the test networks and the private one of a developer. */
const SEGWIT = /^(bc|tb|bcrt)1/i;
const MAIN_PREFIX = 'bc';
const LAST_WITNESS_VERSION = 16;

/** A Bitcoin address: base58check, or bech32 as BIP-173 and BIP-350 have it. */
export function readBitcoin(address: string): Finding | undefined {
	const chain = 'Bitcoin';
	const prefix = SEGWIT.exec(address)?.[1]?.toLowerCase();
	if (prefix !== undefined) {
		return { chain, isTest: prefix !== MAIN_PREFIX, fault: segwitFault(address, prefix) };
	}
	const version = base58checkVersion(address);
	if (version === undefined) {
		return LOOKS_LIKE_BASE58.test(address) ? { chain, fault: CHECKSUM_FAULT } : undefined;
	}
	if (MAIN_VERSIONS.includes(version)) return { chain };
	return TEST_VERSIONS.includes(version) ? { chain, isTest: true } : undefined;
}

/** The same address: bech32 may be written in capitals throughout, base58 knows one spelling only. */
export function bitcoinSpelling(address: string): string {
	const isCapital = SEGWIT.test(address) && address === address.toUpperCase();
	return isCapital ? address.toLowerCase() : address;
}

function segwitFault(address: string, prefix: string): string | undefined {
	if (address !== address.toLowerCase() && address !== address.toUpperCase()) {
		return 'it mixes capital and small letters';
	}
	const asBech32 = bech32.decodeUnsafe(address);
	const decoded = asBech32 ?? bech32m.decodeUnsafe(address);
	if (!decoded) return CHECKSUM_FAULT;
	// The last 1 ends the prefix, so an address of another chain may begin like one of Bitcoin.
	if (decoded.prefix !== prefix) return `it belongs to another chain (${decoded.prefix})`;
	const [version, ...words] = decoded.words;
	if (version === undefined || version > LAST_WITNESS_VERSION) {
		return 'its witness version is unknown';
	}
	// BIP-350: version 0 keeps bech32, every later one is bech32m.
	if ((version === 0) !== (asBech32 !== undefined)) {
		return 'its checksum is not of the kind its witness version asks for (BIP-350)';
	}
	return isProgram(version, bech32.fromWordsUnsafe(words) ?? undefined)
		? undefined
		: 'its witness program has a wrong length';
}

/** BIP-141. */
function isProgram(version: number, program: Uint8Array | undefined): boolean {
	if (!program) return false;
	const { length } = program;
	return version === 0 ? length === 20 || length === 32 : length >= 2 && length <= 40;
}
