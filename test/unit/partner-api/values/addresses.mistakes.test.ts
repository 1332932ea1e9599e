// Of a text that is no address, the mistake is named; and what has the form of an address that nobody can spend from.
import { createHash } from 'node:crypto';
import { createBase58check } from '@scure/base';
import { type Chain, checkAddress, checkRecipient } from '../../../../partner-api';
import { ETHEREUM, OTHER_TRON, TRON } from '../../../support/addresses';
import { errorIn } from '../../support/error-in';

const BITCOIN = '149w62rY42aZBox8fGcmqNsXUzSStKeq8C';

const MISTAKES: [string, Chain, string, string][] = [
	[
		'a blank of no width behind',
		'TRON',
		`${TRON}\u200B`,
		'ends with an invisible character, U+200B',
	],
	['one inside', 'TRON', TRON.replace(/^.{9}/, '$&\u200B'), 'holds an invisible character, U+200B'],
	['tron: in front', 'TRON', `tron:${TRON}`, 'holds "tron:" besides the address'],
	[
		'ethereum: in front',
		'Ethereum',
		`ethereum:${ETHEREUM}`,
		'holds "ethereum:" besides the address',
	],
	['bitcoin: in front', 'Bitcoin', `bitcoin:${BITCOIN}`, 'holds "bitcoin:" besides the address'],
	['its network behind', 'TRON', `${TRON} (TRC-20)`, 'holds " (TRC-20)" besides the address'],
	['quotation marks', 'TRON', `"${TRON}"`, String.raw`holds "\"\"" besides the address`],
	['a formula', 'TRON', `="${TRON}"`, 'is a spreadsheet formula'],
	['the hex form', 'TRON', `41${'ab'.repeat(20)}`, 'is the hex form of a TRON address'],
	['the hex form with 0x', 'TRON', `0x41${'AB'.repeat(20)}`, 'is the hex form of a TRON address'],
	['two with a comma', 'TRON', `${TRON}, ${OTHER_TRON}`, 'holds 2 addresses'],
	['two in lines', 'TRON', `${TRON}\n${OTHER_TRON}`, 'holds 2 addresses'],
	['the same twice', 'TRON', `${TRON};${TRON}`, 'holds 2 addresses'],
	['two of two chains', 'Ethereum', `${ETHEREUM} / ${TRON}`, 'holds 2 addresses'],
];

test.each(MISTAKES)('%s (%s)', (_, chain, text, mistake) => {
	const { message, hint = '' } = errorIn(() => checkAddress(chain, text, 'Address'));
	expect(message).toMatch(/^Address is not an? (TRON|Ethereum|Bitcoin) address: it /);
	expect(message.endsWith(`: it ${mistake}`)).toBe(true);
	expect(hint).not.toMatch(/character is wrong/);
	const { message: unknown } = errorIn(() => checkAddress(undefined, text, 'Address'));
	expect(unknown).toBe(`Address fits no network: it ${mistake}`);
});

test('of a mistyped address, no mistake is made up', () => {
	const typo = TRON.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x'));
	for (const text of [typo, `tron:${typo}`, 'alice', '', '41', `41${'ab'.repeat(19)}`]) {
		expect(errorIn(() => checkAddress('TRON', text, 'Address')).message).toBe(
			'Address is not a TRON address',
		);
	}
});

test('a long text is looked at no further than its beginning', () => {
	const many = `${TRON} `.repeat(200_000);
	const { message } = errorIn(() => checkAddress('TRON', many, 'Address'));
	expect(message).toBe('Address is not a TRON address: it holds 14 addresses');
});

const base58check = createBase58check((data: Uint8Array) =>
	createHash('sha256').update(data).digest(),
);

test.each([
	['another version', '42', 20],
	['a byte too few', '41', 19],
	['a byte too many', '41', 21],
])('a base58 text with a checksum and %s is no address', (_, version, length) => {
	const text = base58check.encode(Buffer.from(version + '07'.repeat(length), 'hex'));
	expect(() => checkAddress('TRON', text, 'Address')).toThrow('Address is not a TRON address');
});

describe('an address that nobody can spend from', () => {
	/** The bytes behind the version, as other sources write them. */
	test.each([
		['T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', '00'.repeat(20), 'an address that nobody owns'],
		[
			'TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy',
			'77944d19c052b73ee2286823aa83f8138cb7032f',
			"TRON's black hole address, which nobody owns",
		],
		[
			'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
			'a614f803b6fd780986a42c78ec9c7f77e6ded13c',
			'the USDT contract, which returns nothing',
		],
	])('%s is no recipient', (address, bytes, what) => {
		expect(base58check.encode(Buffer.from(`41${bytes}`, 'hex'))).toBe(address);
		const { message, hint } = errorIn(() => checkRecipient(address, 'To Address'));
		expect(message).toBe(`To Address is ${what}`);
		expect(hint).toBe('USDT sent there is lost. Enter the address of the recipient.');
		// It can be screened.
		expect(checkAddress('TRON', address, 'Address')).toBe(address);
	});

	test('is none of others', () => {
		for (const address of [TRON, OTHER_TRON]) {
			expect(checkRecipient(address, 'To Address')).toBe(address);
		}
	});
});
