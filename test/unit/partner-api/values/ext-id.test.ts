/** Proves: a custom key is taken as it is or refused. */
import { InputError } from '../../../../partner-api/errors';
import { checkExtId } from '../../../../partner-api/values/ext-id';

describe("an operator's own key (section 1, rule 8)", () => {
	test.each([
		['128 emoji, which are 256 UTF-16 units', '🪙'.repeat(128)],
		['white space inside', 'order 1042'],
		['text that looks like a number', '00042'],
	])('%s: handed on as given', (_name, key) => {
		expect(checkExtId(key, 'Custom Key')).toBe(key);
	});

	test.each([
		['129 characters', 'x'.repeat(129)],
		['129 emoji', '🪙'.repeat(129)],
	])('%s: too long', (_name, key) => {
		expect(() => checkExtId(key, 'Custom Key')).toThrow('Custom Key has more than 128 characters');
	});

	test.each([
		['Order\u200B', 'ends with an invisible character, U+200B'],
		['Cafe\u0301', 'holds a letter in an unusual form (not NFC)'],
	])('%j is refused by name', (key, problem) => {
		const label = 'Order Number (ext_id)';
		expect(() => checkExtId(key, label)).toThrow(new InputError(`${label} ${problem}`));
	});

	test('blanks and a byte order mark around are taken off', () => {
		expect(checkExtId('\uFEFF Café\n\u00A0', 'Custom Key')).toBe('Café');
	});

	test.each(['', '   ', '\n', undefined, null, {}, [], true])('%p: empty', (key) => {
		expect(() => checkExtId(key, 'Custom Key')).toThrow(InputError);
		expect(() => checkExtId(key, 'Custom Key')).toThrow('Custom Key is empty');
	});
});
