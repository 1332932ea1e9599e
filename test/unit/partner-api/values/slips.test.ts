// What nobody sees in a text is named by its code point and its place; nothing else of the text is repeated.
import { checkIdentifier, InputError, requireNoSlip, slipIn } from '../../../../partner-api';

test.each([
	['control characters', ['\0', '\t', '\n', '\r', '\u001B', '\u007F', '\u0085']],
	['joiners and marks', ['\u200B', '\u200C', '\u200D', '\u200E', '\u2060', '\uFEFF', '\u034F']],
	['directions', ['\u202A', '\u202E', '\u2066', '\u061C']],
	['fillers', ['\u115F', '\u3164', '\uFFA0', '\u2800', '\uFFF9']],
	['variants and tags', ['\uFE0F', '\u{E0041}', '\u{E0100}']],
	['blanks', ['\u00A0', '\u1680', '\u2003', '\u2028', '\u202F', '\u3000']],
])('%s', (_, characters) => {
	for (const character of characters) {
		const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
		const what = `an invisible character, U+${code}`;
		expect(slipIn(`${character}secret`)).toBe(`begins with ${what}`);
		expect(slipIn(`secret${character}`)).toBe(`ends with ${what}`);
		expect(slipIn(`sec${character}ret`)).toBe(`holds ${what}`);
	}
});

test.each(['a\ud83d', '\ude00', 'a\ud83d b'])('%j holds a broken character', (text) => {
	expect(slipIn(text)).toBe('holds a broken character');
});

test.each([
	['spaces', ' an order  number '],
	['what there is to be seen', 'é ß Ωмега 請求 🪙 ⁒ № ½'],
	['combining marks', 'x\u0302'],
	['an equals sign in a text', 'a=b='],
	['a number in full width', '１２'],
])('%s: nothing is wrong', (_, text) => {
	expect(slipIn(text)).toBeUndefined();
	expect(() => {
		requireNoSlip(text, 'Field');
	}).not.toThrow();
});

test('a value is refused for what is in it, not for the blanks around it', () => {
	expect(() => {
		requireNoSlip(' a\u200B ', 'Key ID');
	}).toThrow(new InputError('Key ID ends with an invisible character, U+200B'));
	expect(() => {
		requireNoSlip('\uFEFFa\n', 'Key ID');
	}).not.toThrow();
});

test.each(['e\u0301', '\u212B', '\u1100\u1161'])('an identifier of %j is not composed', (text) => {
	expect(() => checkIdentifier(text, 'Offer')).toThrow(
		new InputError('Offer holds a letter in an unusual form (not NFC)'),
	);
	const composed = text.normalize('NFC');
	expect(checkIdentifier(composed, 'Offer')).toBe(composed);
});

test('a long text is not composed: that takes the square of its length', () => {
	const compose = jest.spyOn(String.prototype, 'normalize');
	checkIdentifier(`a${'\u0301\u0323'.repeat(100_000)}`, 'Offer');
	expect(compose).not.toHaveBeenCalled();
	compose.mockRestore();
	expect(slipIn(`${'a'.repeat(5_000_000)}\u200B`)).toMatch(/^ends with/);
});
