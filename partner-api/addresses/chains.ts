import { createHash } from 'node:crypto';

import { keccak_256 } from '@noble/hashes/sha3';
import { bech32, bech32m, createBase58check } from '@scure/base';

/** The chains whose addresses are known here, by the names an operator knows. */
export type Chain = 'TRON' | 'Ethereum' | 'Bitcoin';

/** What a text is, by its form. */
interface Finding {
	chain: Chain;
	/** Of a test network: nothing of worth is there. */
	isTest?: boolean;
	/** Why it is no valid address of the chain, although it looks like one. */
	fault?: string;
}

const CHECKSUM_FAULT = 'its checksum does not fit, so a character is wrong or missing';

const TRON = {
	looksLikeOne: /^T[0-9A-Za-z]{25,40}$/,
	/** Of the main network and of the public test networks: they cannot be told apart. */
	version: 0x41,
};
const ETHEREUM = {
	address: /^0x[0-9a-fA-F]{40}$/,
	looksLikeOne: /^(0x.*|[0-9a-f]{40})$/i,
};
const BITCOIN = {
	looksLikeBase58: /^[13][0-9A-Za-z]{24,36}$/,
	/** P2PKH and P2SH. */
	mainVersions: [0x00, 0x05],
	testVersions: [0x6f, 0xc4],
	/** The main network, the test networks and the private one of a developer. */
	segwit: /^(bc|tb|bcrt)1/i,
	mainPrefix: 'bc',
	lastWitnessVersion: 16,
};

const base58check = createBase58check((data) => createHash('sha256').update(data).digest());
/** A version byte and 20 bytes of a hash: addresses of TRON and Bitcoin alike. */
const BASE58_BYTES = 21;

/** Gives undefined for a text that does not look like an address of the chain. */
export const READERS: Record<Chain, (address: string) => Finding | undefined> = {
	TRON: readTron,
	Ethereum: readEthereum,
	Bitcoin: readBitcoin,
};

/**
 * One spelling for all that a chain takes for the same address: the case of Ethereum's digits, and capitals throughout
 * in bech32, say nothing. The case of base58 does.
 */
export function oneSpelling(chain: Chain, address: string): string {
	const isCaseless =
		chain === 'Ethereum'
			? ETHEREUM.address.test(address)
			: chain === 'Bitcoin' && BITCOIN.segwit.test(address) && address === address.toUpperCase();
	return isCaseless ? address.toLowerCase() : address;
}

/** Base58check with the version 0x41. */
function readTron(address: string): Finding | undefined {
	if (base58Version(address) === TRON.version) return { chain: 'TRON' };
	return TRON.looksLikeOne.test(address) ? { chain: 'TRON', fault: CHECKSUM_FAULT } : undefined;
}

/** All small, all capital, or in the mixed case of EIP-55, which is its checksum. */
function readEthereum(address: string): Finding | undefined {
	const chain = 'Ethereum';
	if (!ETHEREUM.address.test(address)) {
		if (!ETHEREUM.looksLikeOne.test(address)) return undefined;
		return { chain, fault: 'it must be 0x and 40 hexadecimal digits' };
	}
	const digits = address.slice(2);
	const lower = digits.toLowerCase();
	const isChecked = digits !== lower && digits !== digits.toUpperCase();
	if (!isChecked || digits === eip55(lower)) return { chain };
	return {
		chain,
		fault: 'its capital and small letters do not fit (EIP-55), so a character is wrong',
	};
}

/** A letter is a capital where the same digit of the hash is 8 or more. */
function eip55(lower: string): string {
	const hash = Buffer.from(keccak_256(lower)).toString('hex');
	return Array.from(lower, (digit, index) =>
		Number.parseInt(hash.charAt(index), 16) >= 8 ? digit.toUpperCase() : digit,
	).join('');
}

/** Base58check, or bech32 as BIP-173 and BIP-350 have it. */
function readBitcoin(address: string): Finding | undefined {
	const chain = 'Bitcoin';
	const prefix = BITCOIN.segwit.exec(address)?.[1]?.toLowerCase();
	if (prefix !== undefined) {
		return { chain, isTest: prefix !== BITCOIN.mainPrefix, fault: segwitFault(address, prefix) };
	}
	const version = base58Version(address);
	if (version === undefined) {
		return BITCOIN.looksLikeBase58.test(address) ? { chain, fault: CHECKSUM_FAULT } : undefined;
	}
	if (BITCOIN.mainVersions.includes(version)) return { chain };
	return BITCOIN.testVersions.includes(version) ? { chain, isTest: true } : undefined;
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
	if (version === undefined || version > BITCOIN.lastWitnessVersion) {
		return 'its witness version is unknown';
	}
	// BIP-350: version 0 keeps bech32, every later one is bech32m.
	if ((version === 0) !== (asBech32 !== undefined)) {
		return 'its checksum is not of the kind its witness version asks for (BIP-350)';
	}
	// BIP-141.
	const length = bech32.fromWordsUnsafe(words)?.length ?? 0;
	const fits = version === 0 ? length === 20 || length === 32 : length >= 2 && length <= 40;
	return fits ? undefined : 'its witness program has a wrong length';
}

/** The version of a base58check address; undefined for what is none. */
function base58Version(address: string): number | undefined {
	try {
		const bytes = base58check.decode(address);
		return bytes.length === BASE58_BYTES ? bytes[0] : undefined;
	} catch {
		return undefined;
	}
}
