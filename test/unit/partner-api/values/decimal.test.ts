// Amounts are sent as they were typed and calculated exactly.
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { decimalString, isDecimal, positiveAmount } from '../../../../partner-api/values/decimal';
import { InputError } from '../../../../partner-api/errors';
import { readCount } from '../../../../partner-api/values/json';

const Exact = Decimal.clone({ precision: 400 });

const digits = (most: number) => fc.stringMatching(new RegExp(`^\\d{1,${String(most)}}$`));
/** Decimal strings as section 1, rule 4 has them: leading and trailing zeros, minus zero, any length. */
const decimals = fc
	.tuple(fc.boolean(), digits(60), fc.option(digits(60), { nil: undefined }))
	.map(([negative, whole, fraction]) => {
		const sign = negative ? '-' : '';
		return sign + (fraction === undefined ? whole : `${whole}.${fraction}`);
	});

describe('against decimal.js', () => {
	test('an amount is accepted just when it is above zero, byte for byte as given', () => {
		fc.assert(
			fc.property(decimals, (text) => {
				if (new Exact(text).gt(0)) expect(positiveAmount(text, 'Amount')).toBe(text);
				else expect(() => positiveAmount(text, 'Amount')).toThrow(InputError);
			}),
		);
	});

	test('a JavaScript number is taken only with the value that was typed', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: 1, max: 10 ** 11 }),
				fc.integer({ min: 0, max: 4 }),
				(whole, places) => {
					const typed = new Exact(whole).div(new Exact(10).pow(places));
					expect(new Exact(positiveAmount(typed.toNumber(), 'Amount')).eq(typed)).toBe(true);
				},
			),
		);
	});
});

describe('the form of section 1, rule 4', () => {
	test.each(['0', '12', '12.50', '-3.1', '007', '0.000000000000000001', '99999999999999999999.99'])(
		'%j has it',
		(text) => {
			expect(isDecimal(text)).toBe(true);
		},
	);

	type Refused = [given: unknown, mistake: string];
	const MALFORMED = [
		...['', ' ', '1.', '.5', '+1', '1,5', '1 000', '1e3', '1E3', '--1', '1.2.3', '12.50 ', '\n1'],
		...['1\n', '0x10', 'NaN', 'Infinity', '１２', '$5', '5 USDT', '−5'],
	];
	const wrong = (text: string) => `must be a decimal such as 12.50, not ${JSON.stringify(text)}`;
	test.each<Refused>([
		...MALFORMED.map((text): Refused => [text, wrong(text)]),
		...[null, undefined, true, {}, ['1']].map((value): Refused => [
			value,
			'must be a decimal such as 12.50',
		]),
		['12.50\u200B', 'ends with an invisible character, U+200B'],
		['\u202D12.50', 'begins with an invisible character, U+202D'],
		['1\u00A0000', 'holds an invisible character, U+00A0'],
		['="12.50"', 'is a spreadsheet formula'],
	])('%j does not, and the mistake is named', (given, mistake) => {
		if (typeof given === 'string') expect(isDecimal(given)).toBe(false);
		expect(() => decimalString(given, 'Amount')).toThrow(new InputError(`Amount ${mistake}`));
	});

	test('a mistake in a whole number is named as well', () => {
		const refused = () => readCount('12\u200B', 'Amount', 1);
		expect(refused).toThrow('Amount ends with an invisible character, U+200B');
	});

	test('up to 100 digits on each side of the point have it', () => {
		const most = '9'.repeat(100);
		expect(isDecimal(`-${most}.${most}`)).toBe(true);
		for (const text of [`${most}9`, `1.${most}9`, `0.${'0'.repeat(1_000_001)}1`]) {
			expect(isDecimal(text)).toBe(false);
			expect(() => decimalString(text, 'Amount')).toThrow(
				`Amount must be a decimal such as 12.50, not ${JSON.stringify(text.slice(0, 40))}`,
			);
		}
	});
});

test.each([0.1 + 0.2, 1e21, 1e-7, 2 ** 53, 1234567890123456, Number.NaN, Infinity])(
	'the number %d is refused: its digits may not be those that were meant',
	(value) => {
		expect(() => positiveAmount(value, 'Amount')).toThrow(
			/^Amount is a number that may have lost digits/,
		);
	},
);
