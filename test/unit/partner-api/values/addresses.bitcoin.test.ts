// Bitcoin addresses by the test vectors of BIP-173 and BIP-350, and damaged ones.
import { bech32, bech32m } from '@scure/base';

import { checkAddress } from '../../../../partner-api';

/**
 * Test vectors of BIP-350, which takes the place of BIP-173 for witness versions above 0, and of BIP-173
 * (https://github.com/bitcoin/bips: bip-0350.mediawiki and bip-0173.mediawiki, "Test vectors").
 */
const VALID = [
	'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
	'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y',
	'BC1SW50QGDZ25J',
	'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs',
	'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
];

/** Valid as well, but of the test network. */
const VALID_TEST_NETWORK = [
	'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
	'tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy',
	'tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c',
];

/** Refused by both documents, of Bitcoin's main network. */
const INVALID = [
	'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
	'BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL',
	'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh',
	'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4',
	'BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R',
	'bc1pw5dgrnzv',
	'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav',
	'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P',
	'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf',
	'bc1gmk9yu',
	'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5',
	'BC13W508D6QEJXTDG4Y5R3ZARVARY0C5XW7KN40WF2',
	'bc1rw5uspcuh',
	'bc10w508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kw5rljs90',
	'bc1zw508d6qejxtdg4y5r3zarvaryvqyzf3du',
	'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7k7grplx',
	'BC1SW50QA3JX3S',
	'bc1zw508d6qejxtdg4y5r3zarvaryvg6kdaj',
];

/** Bitcoin Core, src/test/data: P2PKH and P2SH of key_io_valid.json and of base58_keys_valid.json before it. */
const BASE58 = ['1FsSia9rv4NeEwvJ2GvXrX7LyxYspbN2mo', '36j4NfKv6Akva9amjWrLG6MuSQym1GuEmm'];
const BASE58_TEST_NETWORK = [
	'mo9ncXisMeAoXwqcV5EWuyncbmCcQN4rVs',
	'2N2JD6wb56AfK4tfmM6PwdVmoYk2dCKf4Br',
];

const check = (address: string) => () => checkAddress('Bitcoin', address, 'Address');

test.each([...VALID, ...BASE58])('%s is valid', (address) => {
	expect(check(address)()).toBe(address);
});

test.each([...VALID_TEST_NETWORK, ...BASE58_TEST_NETWORK])(
	'%s, of a test network, is refused',
	(address) => {
		expect(check(address)).toThrow('Address is not a Bitcoin address');
	},
);

/** Capital and small letters in one bech32 address. */
const MIXED = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3T4';

test.each([...INVALID, MIXED])('%s is refused', (address) => {
	expect(check(address)).toThrow('Address is not a Bitcoin address');
});

/** BIP-173: the last 1 ends the prefix, so that of another chain may begin with one of Bitcoin. */
test.each(['bc1', 'bc1abc', 'tb1x'])('one with the prefix "%s" is of another chain', (prefix) => {
	const program = new Uint8Array(20).fill(7);
	const addresses = [
		bech32.encode(prefix, [0, ...bech32.toWords(program)]),
		bech32m.encode(prefix, [1, ...bech32m.toWords(program)]),
	];
	for (const address of addresses.flatMap((one) => [one, one.toUpperCase()])) {
		expect(check(address)).toThrow(/^Address is /);
	}
});

test.each([
	[20, true],
	[21, false],
	[31, false],
	[32, true],
])('a program of %i bytes is valid in version 0: %s', (length, isValid) => {
	const address = bech32.encode('bc', [0, ...bech32.toWords(new Uint8Array(length).fill(7))]);
	const found = expect(check(address));
	if (isValid) found.not.toThrow();
	else found.toThrow('is not a Bitcoin address');
});
