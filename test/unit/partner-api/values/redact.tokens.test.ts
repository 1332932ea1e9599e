// Proves that a token is found in JSON that writes its characters as escapes, and that other escapes stay as they are.
import { redactTokens } from '../../../../partner-api/values/redact';

const TOKEN = `eyJhbGciOiJub25lIn0.${'payload-1_'.repeat(4)}.${'Signature2'.repeat(4)}`;
const HIDDEN = '••••••••';

const escaped = (text: string, isCapital = false) =>
	Array.from(text, (one) => {
		const hex = one.charCodeAt(0).toString(16).padStart(4, '0');
		return `\\u${isCapital ? hex.toUpperCase() : hex}`;
	}).join('');

test.each([
	['small', escaped(TOKEN)],
	['capital', escaped(TOKEN, true)],
	['one of them', TOKEN.replace('p', '\\u0070')],
	['its payload alone', escaped(TOKEN.split('.')[1] ?? '')],
])('escapes: %s', (_, repeated) => {
	expect(redactTokens(`{"seen": "${repeated}"}`, [TOKEN])).toBe(`{"seen": "${HIDDEN}"}`);
});

test.each([
	'{"a": "\\u00e9\\n\\"\\\\u0041"}',
	'{"a": "\\u0041"}',
	'{"a": "\\\\\\u0041\\u2028"}',
	`{"a": "\\u0022${'x'.repeat(50)}"}`,
])('without a token, %s stays as it is', (text) => {
	expect(redactTokens(text, [TOKEN])).toBe(text);
});

test('beside a token, an escaped quote, backslash or other character is the same JSON', () => {
	const value = { a: 'é"\\u0041\u0001', b: TOKEN };
	const text = `{"a": "\\u00e9\\"\\\\u0041\\u0001", "b": "${escaped(TOKEN)}"}`;
	expect(JSON.parse(redactTokens(text, [TOKEN]))).toEqual({ ...value, b: HIDDEN });
});
