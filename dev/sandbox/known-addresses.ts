import { canonicalAddress, type KytNetwork } from './addresses';

/**
 * A few real addresses of the OFAC SDN list (sdn_advanced.xml, "Digital Currency Address"), as the nightly
 * extracts of github.com/0xB10C/ofac-sanctioned-digital-currency-addresses carry them.
 */
const SANCTIONED: Record<KytNetwork, readonly string[]> = {
	eth: [
		// Lazarus Group, the Ronin bridge theft; listed 2022-04-14.
		'0x098B716B8Aaf21512996dC57EB0615e2383E2f96',
		// Lazarus Group; listed 2022-04-22 with the addresses the Ronin funds moved to.
		'0xa0e1c89Ef1a489c9C7dE96311eD5Ce5D32c20E4B',
		// sanctioned_addresses_ETH.txt
		'0x901bb9583b24d97e995513c6778dc6888ab6870e',
	],
	btc: [
		// Ali Khorashadizadeh and Mohammad Ghorbaniyan, SamSam ransomware; listed 2018-11-28, the first ones ever.
		'149w62rY42aZBox8fGcmqNsXUzSStKeq8C',
		'1AjZPMsnmpdK2Rv9KQNfMurTXinscVro9V',
		// sanctioned_addresses_XBT.txt: one in bech32.
		'bc1qw4cxpe6sxa5dg6sdwxjph959cw6yztrzl4r54s',
	],
	tron_usdt: [
		// sanctioned_addresses_TRX.txt
		'TCzq6m2zxnQkrZrf8cqYcK6bbXQYAfWYKC',
		'TLvuvpfBKdxddxSsJefeiGCe9eVY8HUroE',
		'TYDUutYN4YLKUPeT7TG27Yyqw6kNVLq9QZ',
	],
};

/** The listed addresses of a network, in the spelling of the list. */
export function knownSanctionedAddresses(network: KytNetwork): readonly string[] {
	return SANCTIONED[network];
}

/** Whether the address is a listed one, in any of its spellings. */
export function isKnownSanctioned(network: KytNetwork, address: string): boolean {
	const canonical = canonicalAddress(network, address);
	return SANCTIONED[network].some((listed) => canonicalAddress(network, listed) === canonical);
}
