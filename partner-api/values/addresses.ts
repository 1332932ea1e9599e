import { createHash } from 'node:crypto';

import { keccak_256 } from '@noble/hashes/sha3.js';
import { bech32, bech32m, createBase58check } from '@scure/base';

import { InputError } from '../errors';
import { slipIn } from './slips';

/** The chains with address checks, by the names that operators use. */
export type Chain = 'TRON' | 'Ethereum' | 'Bitcoin';

const CHAINS: Record<Chain, { name: string; form: string; isAddress: (text: string) => boolean }> =
	{
		TRON: {
			name: 'a TRON address',
			form: 'Such an address has 34 characters and begins with T.',
			// The public test networks have the same version.
			isAddress: (text) => base58Version(text) === 0x41,
		},
		Ethereum: {
			name: 'an Ethereum address',
			form: 'Such an address is 0x and 40 hexadecimal digits.',
			isAddress: isEthereum,
		},
		Bitcoin: {
			name: 'a Bitcoin address',
			form: 'Such an address begins with bc1, 1 or 3.',
			// P2PKH and P2SH.
			isAddress: (text) => [0x00, 0x05].includes(base58Version(text) ?? -1) || isSegwit(text),
		},
	};

const ETHEREUM = /^0x[0-9a-fA-F]{40}$/;
const LAST_WITNESS_VERSION = 16;
/** A version byte and 20 bytes of a hash, in addresses of TRON and of Bitcoin. */
const BASE58_BYTES = 21;
const base58check = createBase58check((data: Uint8Array) =>
	createHash('sha256').update(data).digest(),
);

/** Valid addresses that nobody can spend from, each with a description. */
const NOBODY: ReadonlyMap<string, string> = new Map([
	// 20 zero bytes, for which nobody has a key. TRON's API reference has it in its examples.
	['T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', 'an address that nobody owns'],
	// "Blackhole" in TRON's genesis block: main_net_config.conf of tronprotocol/tron-deployment.
	['TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy', "TRON's black hole address, which nobody owns"],
	// TRC-20 in Tether's list of supported protocols: tether.to/en/supported-protocols.
	['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'the USDT contract, which returns nothing'],
]);

/** The chain whose main network has this address; undefined for any other text. */
export function chainOf(text: string): Chain | undefined {
	return (Object.keys(CHAINS) as Chain[]).find((chain) => CHAINS[chain].isAddress(text));
}

/**
 * Checks an address before money is spent on it: its checksum, and that it is on this chain's main network.
 *
 * @param chain undefined if it could not be detected from the address
 * @param label the parameter's display name
 * @param otherwise what to do with an address of another network
 * @returns the address as given
 * @throws InputError that says what it is instead
 */
export function checkAddress(
	chain: Chain | undefined,
	address: string,
	label: string,
	otherwise = 'Choose its Network, or enter another address.',
): string {
	const found = chainOf(address);
	if (found && found === chain) return address;
	if (found && chain) {
		throw new InputError(`${label} is ${CHAINS[found].name}; Network is ${chain}`, otherwise);
	}
	const mistake = mistakeIn(address);
	const again = 'Copy the address again, and nothing else with it.';
	const [problem, hint] = chain
		? [' is not ' + CHAINS[chain].name, `${CHAINS[chain].form} ${again}`]
		: [' fits no network', `Check it for a typo. ${again}`];
	throw new InputError(label + problem + (mistake ? `: it ${mistake}` : ''), hint);
}

/** The mistake in a text that is not an address, to follow "it"; undefined if it is unclear. */
function mistakeIn(text: string): string | undefined {
	if (/^(0x)?41[0-9a-f]{40}$/i.test(text)) return 'is the hex form of a TRON address';
	// Links, and lists of several addresses, are shorter.
	const [address, ...others] = text.slice(0, 500).split(/\W+/).filter(chainOf);
	if (others.length > 0) return `holds ${others.length + 1} addresses`;
	const slip = slipIn(text);
	if (slip !== undefined || address === undefined) return slip;
	return `holds ${JSON.stringify(text.replace(address, '').slice(0, 20))} besides the address`;
}

/**
 * Checks the address that a withdrawal goes to (section 4.3).
 *
 * @param label the parameter's display name
 * @returns the address as given
 * @throws InputError if it is not a TRON address, or nobody can spend from it
 */
export function checkRecipient(address: string, label: string): string {
	const lost = NOBODY.get(address);
	if (lost !== undefined) {
		throw new InputError(
			`${label} is ${lost}`,
			'USDT sent there is lost. Enter the address of the recipient.',
		);
	}
	return checkAddress('TRON', address, label, 'Enter the TRON address of the recipient.');
}

/**
 * The same spelling for every form of an address that a chain accepts. Case makes no difference in Ethereum's digits, or
 * in bech32 if all letters are capitals. In base58 it does.
 */
export function oneSpelling(chain: Chain, address: string): string {
	const isCaseless =
		chain === 'Ethereum'
			? ETHEREUM.test(address)
			: chain === 'Bitcoin' && address.startsWith('BC1') && address === address.toUpperCase();
	return isCaseless ? address.toLowerCase() : address;
}

/** All lower case, all upper case, or the mixed case of EIP-55, which is its checksum. */
function isEthereum(text: string): boolean {
	if (!ETHEREUM.test(text)) return false;
	const digits = text.slice(2);
	const lower = digits.toLowerCase();
	return digits === lower || digits === digits.toUpperCase() || digits === eip55(lower);
}

/** A letter is upper case if the same digit of the hash is 8 or more. */
function eip55(lower: string): string {
	const hash = Buffer.from(keccak_256(Buffer.from(lower))).toString('hex');
	return Array.from(lower, (digit, index) =>
		Number.parseInt(hash.charAt(index), 16) >= 8 ? digit.toUpperCase() : digit,
	).join('');
}

/** BIP-350: witness version 0 has the checksum of bech32, every later one that of bech32m. */
function isSegwit(text: string): boolean {
	const asBech32 = bech32.decodeUnsafe(text);
	const { prefix, words: [version = Infinity, ...words] = [] } =
		asBech32 ?? bech32m.decodeUnsafe(text) ?? {};
	const isKnown = prefix === 'bc' && version <= LAST_WITNESS_VERSION;
	if (!isKnown || (version === 0) !== (asBech32 !== undefined)) return false;
	// BIP-141.
	const length = bech32.fromWordsUnsafe(words)?.length ?? 0;
	return version === 0 ? length === 20 || length === 32 : length >= 2 && length <= 40;
}

/** The version of a base58check address; undefined for any other text. */
function base58Version(address: string): number | undefined {
	// An address with its checksum has 25 bytes. The time for decoding grows with the square of a text's length.
	if (!/^.{25,36}$/.test(address)) return undefined;
	try {
		const bytes = base58check.decode(address);
		return bytes.length === BASE58_BYTES ? bytes[0] : undefined;
	} catch {
		return undefined;
	}
}
