/** Proves: a custom key is taken as it is or refused. */
import { InputError } from '../../../../partner-api/errors';
import { checkExtId } from '../../../../partner-api/values/ext-id';

describe("an operator's own key (section 1, rule 8)", () => {
	test.each([
		['one character', 'a'],
		['128 characters', 'x'.repeat(128)],
		['128 emoji, which are 256 UTF-16 units', '🪙'.repeat(128)],
		['white space inside', 'order 1042'],
		['text that looks like a number', '00042'],
	])('%s: handed on as given', (_name, key) => {
		expect(checkExtId(key, 'Custom Key')).toBe(key);
	});

	test('a number is written out', () => {
		expect(checkExtId(1042, 'Custom Key')).toBe('1042');
	});

	test.each([
		['129 characters', 'x'.repeat(129)],
		['129 emoji', '🪙'.repeat(129)],
	])('%s: too long', (_name, key) => {
		expect(() => checkExtId(key, 'Custom Key')).toThrow('Custom Key has more than 128 characters');
	});

	test.each(['a\ud83d', '\ude00', 'a\ud83d b'])('%j: half a character', (key) => {
		expect(() => checkExtId(key, 'Custom Key')).toThrow('Custom Key holds half a character');
	});

	test.each(['', '   ', '\n', undefined, null, {}, [], true])('%p: empty', (key) => {
		expect(() => checkExtId(key, 'Custom Key')).toThrow(InputError);
		expect(() => checkExtId(key, 'Custom Key')).toThrow('Custom Key is empty');
	});
});
