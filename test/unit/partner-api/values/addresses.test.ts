// An address of another chain, of a test network or with a typing mistake is refused by what it is; Ethereum's by EIP-55.
import crypto from 'node:crypto';
import fc from 'fast-check';
import { type Chain, checkAddress, oneSpelling } from '../../../../partner-api';
import { errorIn } from '../../support/error-in';

const TRON = 'TCzq6m2zxnQkrZrf8cqYcK6bbXQYAfWYKC';
const ETHEREUM = '0x098B716B8Aaf21512996dC57EB0615e2383E2f96';
const BASE58_BITCOIN = '149w62rY42aZBox8fGcmqNsXUzSStKeq8C';
const BECH32_BITCOIN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const CHARACTERS = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

const messageOf = (chain: Chain, address: string) =>
	errorIn(() => checkAddress(chain, address, 'Address')).message;

test.each<[Chain, string, string]>([
	['Ethereum', TRON, 'Address is a TRON address; Network is Ethereum'],
	['Bitcoin', TRON, 'Address is a TRON address; Network is Bitcoin'],
	['TRON', ETHEREUM, 'Address is an Ethereum address; Network is TRON'],
	['TRON', BASE58_BITCOIN, 'Address is a Bitcoin address; Network is TRON'],
	['Ethereum', BECH32_BITCOIN, 'Address is a Bitcoin address; Network is Ethereum'],
	['Ethereum', TRON.replace('6', '7'), 'Address is not an Ethereum address'],
	['TRON', 'alice', 'Address is not a TRON address'],
	['Bitcoin', '', 'Address is not a Bitcoin address'],
])('for %s, the error says what %s is', (chain, address, message) => {
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

/** EIP-55, "Test Cases". */
const ALL_CAPS = [
	'0x52908400098527886E0F7030069857D2E4169EE7',
	'0x8617E340B3D01FA5F11F306F4090FD50E238070D',
];
const ALL_LOWER = [
	'0xde709f2102306220921060314715629080e2fb77',
	'0x27b1fdb04752bbc536007a920d24acb045561c26',
];
const NORMAL = [
	'0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
	'0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
	'0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
	'0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
];

const check = (address: string) => () => checkAddress('Ethereum', address, 'Address');

test.each([...ALL_CAPS, ...ALL_LOWER, ...NORMAL])('%s is valid', (address) => {
	expect(check(address)()).toBe(address);
});

test.each(NORMAL)('%s is valid in one case throughout', (address) => {
	expect(check(address.toLowerCase())).not.toThrow();
	expect(check(`0x${address.slice(2).toUpperCase()}`)).not.toThrow();
});

test.each(NORMAL)('%s is refused with the case of one letter changed', (address) => {
	for (const [place, letter] of Array.from(address).entries()) {
		if (place < 2 || !/[a-f]/i.test(letter)) continue;
		const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
		const changed = address.slice(0, place) + other + address.slice(place + 1);
		expect(check(changed)).toThrow('Address is not an Ethereum address');
	}
});

test.each([
	'0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe',
	'0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed0',
	'0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeg',
	'5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
	'0XD1220A0CF47C7B9BE7A2E6BA89F429762E7B9ADB',
])('%s: neither more nor less than 0x and 40 digits', (address) => {
	expect(check(address)).toThrow('Address is not an Ethereum address');
});
