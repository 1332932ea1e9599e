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

/** Of the main network, with the reason the document gives. */
const INVALID: [reason: string, address: string][] = [
	[
		'BIP-350: Bech32 instead of Bech32m',
		'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
	],
	[
		'BIP-350: Bech32 instead of Bech32m',
		'BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL',
	],
	['BIP-350: Bech32m instead of Bech32', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh'],
	[
		'BIP-350: invalid character in checksum',
		'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4',
	],
	[
		'BIP-350: invalid witness version',
		'BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R',
	],
	['BIP-350: invalid program length (1 byte)', 'bc1pw5dgrnzv'],
	[
		'BIP-350: invalid program length (41 bytes)',
		'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav',
	],
	['BIP-350: invalid program length for witness version 0', 'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P'],
	[
		'BIP-350: zero padding of more than 4 bits',
		'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf',
	],
	['BIP-350: empty data section', 'bc1gmk9yu'],
	['BIP-173: invalid checksum', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5'],
	['BIP-173: invalid witness version', 'BC13W508D6QEJXTDG4Y5R3ZARVARY0C5XW7KN40WF2'],
	['BIP-173: invalid program length', 'bc1rw5uspcuh'],
	[
		'BIP-173: invalid program length',
		'bc10w508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kw5rljs90',
	],
	['BIP-173: zero padding of more than 4 bits', 'bc1zw508d6qejxtdg4y5r3zarvaryvqyzf3du'],
	// Valid in BIP-173, which BIP-350 replaces for these versions.
	[
		'BIP-173: version 1 in Bech32',
		'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7k7grplx',
	],
	['BIP-173: version 16 in Bech32', 'BC1SW50QA3JX3S'],
	['BIP-173: version 2 in Bech32', 'bc1zw508d6qejxtdg4y5r3zarvaryvg6kdaj'],
];

/** Of both documents: with a prefix of no Bitcoin network, or of the test network. */
const INVALID_ELSEWHERE = [
	'tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut',
	'tc1qw508d6qejxtdg4y5r3zarvary0c5xw7kg3g4ty',
	'tb1z0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqglt7rf',
	'tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47',
	'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq',
	'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vpggkg4j',
	'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sL5k7',
	'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3pjxtptv',
];

/** Strings of both documents for the encoding alone, valid and invalid: none of them is an address. */
const NO_ADDRESSES = [
	...['A12UEL5L', 'a12uel5l', '?1ezyfcl', 'A1LQFN3A', 'a1lqfn3a', '?1v759aa'],
	'an83characterlonghumanreadablepartthatcontainsthenumber1andtheexcludedcharactersbio1tt5tgs',
	'abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw',
	'11qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqc8247j',
	'split1checkupstagehandshakeupstreamerranterredcaperred2y9e3w',
	'an83characterlonghumanreadablepartthatcontainsthetheexcludedcharactersbioandnumber11sg7hg6',
	'abcdef1l7aum6echk45nj3s0wdvt2fg8x9yrzpqzd3ryx',
	'11llllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllludsr8',
	'split1checkupstagehandshakeupstreamerranterredcaperredlc445v',
	...[' 1nwldj5', '\x7f1axkwrx', '\x801eym55h', 'pzry9x0s0muk', '1pzry9x0s0muk', 'x1b4n0q5v'],
	'an84characterslonghumanreadablepartthatcontainsthenumber1andtheexcludedcharactersbio1569pvx',
	...['li1dgmt3', 'de1lg7wt\xff', 'A1G7SGD8', '10a06t8', '1qzzfhee'],
	...[' 1xj0phk', '\x7f1g6xzxy', '\x801vctc34', 'qyrz8wqd2c9m', '1qyrz8wqd2c9m', 'y1b0jsk6g'],
	'an84characterslonghumanreadablepartthatcontainsthetheexcludedcharactersbioandnumber11d6pts4',
	...['lt1igcx5c0', 'in1muywd', 'mm1crxm3i', 'au1s5cgom', 'M1VUXWEZ', '16plkw9', '1p2gdwpf'],
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

test.each(INVALID)('%s: %s', (_, address) => {
	expect(check(address)).toThrow('Address is not a Bitcoin address');
});

test.each([...INVALID_ELSEWHERE, ...NO_ADDRESSES])('%j is refused', (address) => {
	expect(check(address)).toThrow(/^Address is /);
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

test('capital and small letters in one bech32 address are refused', () => {
	expect(check('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3T4')).toThrow('is not a Bitcoin address');
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
