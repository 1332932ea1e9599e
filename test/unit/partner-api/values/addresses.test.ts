// An address of another chain, of a test network or with a typing mistake is refused by what it is.
import crypto from 'node:crypto';
import fc from 'fast-check';
import { type Chain, checkAddress, InputError, oneSpelling } from '../../../../partner-api';

const TRON = 'TCzq6m2zxnQkrZrf8cqYcK6bbXQYAfWYKC';
const ETHEREUM = '0x098B716B8Aaf21512996dC57EB0615e2383E2f96';
const BASE58_BITCOIN = '149w62rY42aZBox8fGcmqNsXUzSStKeq8C';
const BECH32_BITCOIN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const CHARACTERS = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

function messageOf(chain: Chain, address: string): string | undefined {
	try {
		checkAddress(chain, address, 'Address');
		return undefined;
	} catch (error) {
		if (error instanceof InputError) return error.message;
		throw error;
	}
}

test.each<[Chain, string, string]>([
	['Ethereum', TRON, 'Address is a TRON address; Network is Ethereum'],
	['Bitcoin', TRON, 'Address is a TRON address; Network is Bitcoin'],
	['TRON', ETHEREUM, 'Address is an Ethereum address; Network is TRON'],
	['TRON', BASE58_BITCOIN, 'Address is a Bitcoin address; Network is TRON'],
	['Ethereum', BECH32_BITCOIN, 'Address is a Bitcoin address; Network is Ethereum'],
	['Ethereum', TRON.replace('6', '7'), 'Address is not an Ethereum address'],
	['TRON', 'alice', 'Address is not a TRON address'],
	['Bitcoin', '', 'Address is not a Bitcoin address'],
])('%s: %s is told as what it is', (chain, address, message) => {
	expect(messageOf(chain, address)).toBe(message);
});

test.each<[Chain, string]>([
	['TRON', TRON],
	['Bitcoin', BASE58_BITCOIN],
	['Bitcoin', BECH32_BITCOIN],
])('one wrong character in an address of %s is found', (chain, address) => {
	fc.assert(
		fc.property(
			fc.nat(address.length - 1),
			fc.constantFrom(...CHARACTERS.split('')),
			(place, character) => {
				fc.pre(address[place] !== character);
				const typo = address.slice(0, place) + character + address.slice(place + 1);
				expect(messageOf(chain, typo)).toMatch(/^Address is /);
			},
		),
	);
});

describe('one spelling', () => {
	test.each<[string, Chain, string, string]>([
		['for every case of an Ethereum address', 'Ethereum', ETHEREUM, ETHEREUM.toLowerCase()],
		['for a bech32 address in capitals', 'Bitcoin', BECH32_BITCOIN.toUpperCase(), BECH32_BITCOIN],
	])('%s', (_, chain, address, spelling) => {
		expect(oneSpelling(chain, address)).toBe(spelling);
		expect(oneSpelling(chain, spelling)).toBe(spelling);
	});

	test.each<[string, Chain, string]>([
		['the case of base58 on TRON', 'TRON', TRON],
		['the case of base58 on Bitcoin', 'Bitcoin', BASE58_BITCOIN],
		['base58 in capitals', 'Bitcoin', BASE58_BITCOIN.toUpperCase()],
		['capitals on TRON', 'TRON', TRON.toUpperCase()],
		['bech32 in mixed case, which is no address', 'Bitcoin', `B${BECH32_BITCOIN.slice(1)}`],
		['what is no Ethereum address', 'Ethereum', `${ETHEREUM}F`],
	])('never changes %s', (_, chain, address) => {
		expect(oneSpelling(chain, address)).toBe(address);
	});
});

test.each<Chain>(['TRON', 'Ethereum', 'Bitcoin'])('%s: a long text is not decoded', (chain) => {
	// Its checksum would be the first thing to be looked at.
	const createHash = jest.spyOn(crypto, 'createHash');
	for (const text of ['T'.repeat(2_000), 'bc1q'.repeat(500), '1'.repeat(37)]) {
		expect(messageOf(chain, text)).toMatch(/^Address is not an? /);
	}
	expect(createHash).not.toHaveBeenCalled();
	expect(messageOf('TRON', `${TRON.slice(1)}T`)).toBe('Address is not a TRON address');
	expect(createHash).toHaveBeenCalled();
	createHash.mockRestore();
});
