import { keccak_256 } from '@noble/hashes/sha3.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bech32, bech32m, createBase58check, hex } from '@scure/base';

const base58check = createBase58check(sha256);
const TRON_PREFIX = 0x41;
const BITCOIN_PREFIXES = [0x00, 0x05];

export const KYT_NETWORKS = ['tron_usdt', 'eth', 'btc'] as const;
export type KytNetwork = (typeof KYT_NETWORKS)[number];

function base58Payload(address: string): Uint8Array | undefined {
	try {
		return base58check.decode(address);
	} catch {
		return undefined;
	}
}

/** True for a TRON address in base58check. */
export function isTronAddress(address: string): boolean {
	const payload = base58Payload(address);
	return payload?.length === 21 && payload[0] === TRON_PREFIX;
}

/** EIP-55: the case of each letter follows from the hash of the lower-case address. */
function withEip55Case(lowerHex: string): string {
	const hash = hex.encode(keccak_256(new TextEncoder().encode(lowerHex)));
	return Array.from(lowerHex, (char, index) =>
		parseInt(hash.charAt(index), 16) >= 8 ? char.toUpperCase() : char,
	).join('');
}

/** True for an Ethereum address: one case throughout, or mixed as EIP-55 asks. */
export function isEthereumAddress(address: string): boolean {
	if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return false;
	const digits = address.slice(2);
	const lower = digits.toLowerCase();
	return digits === lower || digits === digits.toUpperCase() || digits === withEip55Case(lower);
}

function isSegwitAddress(address: string): boolean {
	for (const coder of [bech32, bech32m]) {
		const decoded = coder.decodeUnsafe(address, 90);
		if (decoded?.prefix !== 'bc') continue;
		const [version = -1, ...words] = decoded.words;
		const program = coder.fromWordsUnsafe(words);
		if (!program || version > 16) return false;
		// BIP-350: version 0 keeps bech32, every later version is bech32m.
		if ((version === 0) !== (coder === bech32)) return false;
		return version === 0
			? program.length === 20 || program.length === 32
			: program.length >= 2 && program.length <= 40;
	}
	return false;
}

/** True for a Bitcoin main net address: base58check or BIP-173/BIP-350. */
function isBitcoinAddress(address: string): boolean {
	const payload = base58Payload(address);
	if (payload) return payload.length === 21 && BITCOIN_PREFIXES.includes(payload[0] ?? -1);
	return isSegwitAddress(address);
}

const validators: Record<KytNetwork, (address: string) => boolean> = {
	tron_usdt: isTronAddress,
	eth: isEthereumAddress,
	btc: isBitcoinAddress,
};

/** Whether the address is valid on the network, its checksum included. */
export function isAddressOf(network: KytNetwork, address: string): boolean {
	return validators[network](address);
}

/** One form for all spellings of an address, for caches and look-ups. */
export function canonicalAddress(network: KytNetwork, address: string): string {
	if (network === 'eth') return address.toLowerCase();
	return address.toLowerCase().startsWith('bc1') ? address.toLowerCase() : address;
}

/** A valid address that belongs to nobody: its payload is the hash of a label. */
export function addressFromLabel(network: KytNetwork, label: string): string {
	const payload = sha256(new TextEncoder().encode(`${network}:${label}`)).slice(0, 20);
	switch (network) {
		case 'tron_usdt':
			return base58check.encode(Uint8Array.from([TRON_PREFIX, ...payload]));
		case 'eth':
			return `0x${withEip55Case(hex.encode(payload))}`;
		case 'btc':
			return bech32.encode('bc', [0, ...bech32.toWords(payload)]);
	}
}
