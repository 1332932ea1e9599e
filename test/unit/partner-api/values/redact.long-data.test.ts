// Looking for secrets in names, texts and lists of any length takes linear time and comes to an end.
import {
	noteParsed,
	redactSecrets,
	redactText,
	removeSecrets,
} from '../../../../partner-api/values/redact';

/** Names, texts and lists may be as long as an answer: what each costs must not grow with their square. */
const LONG = 200_000;
let IN_JSON = 'x';
for (let level = 0; level < 16; level += 1) IN_JSON = JSON.stringify([IN_JSON]);

test.each<[string, unknown]>([
	['a name of very many words', { ['word_'.repeat(LONG)]: Array(20).fill('x') }],
	['a name as long as a response', { ['aB'.repeat(40 * LONG)]: 'x' }],
	['a label as long as a response', { name: 'aB'.repeat(40 * LONG), value: 'x' }],
	['a text of card numbers', { note: '4444 '.repeat(LONG), more: '"":'.repeat(LONG) }],
	['a text of named values', { a: 'a b:'.repeat(LONG), b: `:${' '.repeat(8 * LONG)}` }],
	['a text of short named values', { c: ': a '.repeat(LONG) }],
	['a title of very many words', { title: 'Some '.repeat(LONG), text: 'x' }],
	['a text of digits', { pan: '4'.repeat(8 * LONG), note: '4 '.repeat(LONG) }],
	['a text of beginnings', { a: 'eyJ.'.repeat(LONG), b: 'lpa: '.repeat(LONG) }],
	['a text of beginnings of codes', { c: '1$'.repeat(LONG) }],
	['a text of brackets', { a: `${'['.repeat(LONG)}]`, b: `${'{"a":'.repeat(LONG)}}` }],
	['a text of quotation marks', { a: '"'.repeat(LONG), b: `["${'\\"'.repeat(LONG)}]` }],
	['a text of names', { a: `{"${'a'.repeat(LONG)}"${':'.repeat(LONG)}}`, b: '["a":'.repeat(LONG) }],
	['a text of white space', { a: ' '.repeat(8 * LONG), b: `{${' '.repeat(8 * LONG)}}` }],
	['JSON in JSON', { a: IN_JSON }],
])('%s comes to an end, and to no error', (_, value) => {
	const { removed } = removeSecrets({ value, kept: 1 }, 'event');
	expect(removed.length).toBeLessThanOrEqual(3);
	expect(redactSecrets({ value, kept: 1 })).toMatchObject({ kept: 1 });
});

/** A name of letters alone, one for each number, that has a secret's name inside. */
const nameOf = (place: number) =>
	`cc${String(place).replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)))}`;
const named = (count: number) => Array.from({ length: count }, (_, place) => nameOf(place));

test('a text with more names than anybody looks at is taken for a secret, as is what may be one behind it', () => {
	const looked = (times: number) => 'cca: '.repeat(times);
	const text = looked(3_010_000);
	expect(redactSecrets({ text, kept: 1 })).toEqual({ text: '••••••••', kept: 1 });
	expect(removeSecrets({ text, kept: 1 }, 'event').value).toEqual({ kept: 1 });
	// A new name takes as long as ten.
	const fields = Object.fromEntries(named(3_000).map((name) => [name, 'x']));
	const value = { text: looked(2_980_000), fields, list: ['cca: 1', 'at: 12:30'], status: 'ok' };
	const redacted = redactSecrets(value) as typeof value;
	expect({ ...redacted, fields: {} }).toEqual({
		...value,
		fields: {},
		list: ['••••••••', 'at: 12:30'],
	});
	expect(redacted.fields[nameOf(0)]).toBe('x');
	expect(redacted.fields[nameOf(2_999)]).toBe('••••••••');
});

test.each(['epin: 1234', '4111 1111 1111 1111', '"cvv":"123"', 'LPA:1$a$b', '<b>PIN</b>: 1234'])(
	'a secret at the end of a long text is found: %s',
	(secret) => {
		for (const piece of ['cc:', 'status: ok\n', 'x'])
			expect(redactSecrets({ text: `${piece.repeat(LONG)} ${secret}` })).toEqual({
				text: '••••••••',
			});
	},
);

test('a long report without a secret comes out as it is', () => {
	const line = (place: number) =>
		`2026-01-01T00:00:00Z number=${place} url=https://x.example/${place} msg="code: ${place}"`;
	const report = Array.from({ length: LONG / 10 }, (_, place) => line(place)).join('\n');
	const value = { report, base64: `${'QUJD'.repeat(LONG)}==`, lines: report.split('\n') };
	expect(redactSecrets(value)).toBe(value);
});

test('a text for people is cut before a secret is looked for, and shows its begin', () => {
	const text = `${'a '.repeat(LONG)} epin: 1234`;
	expect(redactText(text)).toBe(text.slice(0, 500));
	expect(redactText(text, 20)).toBe(text.slice(0, 20));
	expect(redactText(`${'a '.repeat(1_000)} epin: 1234`, 20)).toBe('••••••••');
});

test.each([
	'{"\\u0070in":"1"}',
	'{"a":"1$smdp.example$1"}',
	'{"a":"eyJhbGciOiJkaXIifQ.a.b.c.d"}',
	'{"a":"DATA:image/png;base64,aa"}',
	'{"a":4.2E15}',
	'{"a":["4111 1111 1111 1111"]}',
])('in what was parsed from %s secrets are looked for', (text) => {
	const parsed: unknown = JSON.parse(text);
	noteParsed(parsed, text);
	expect(redactSecrets(parsed, 'goods')).not.toBe(parsed);
});

test('of a very long name the end counts', () => {
	const [ends, begins] = [`${'word_'.repeat(1_000)}cvv`, `cvv${'_word'.repeat(100)}`];
	expect(redactSecrets({ [ends]: '1', [begins]: '1' })).toEqual({
		[ends]: '••••••••',
		[begins]: '1',
	});
});

test('a member named __proto__ stays one where something beside it is redacted', () => {
	const value: unknown = JSON.parse('{"__proto__":{"a":1},"cvv":"123"}');
	expect(JSON.stringify(redactSecrets(value))).toBe('{"__proto__":{"a":1},"cvv":"••••••••"}');
	expect(JSON.stringify(removeSecrets(value, 'event').value)).toBe('{"__proto__":{"a":1}}');
});

test.each([null, 'text', 7, true, undefined])('%p is left as it is', (value) => {
	expect(redactSecrets(value)).toBe(value);
	expect(removeSecrets(value, 'event')).toEqual({ value, removed: [] });
});
