// Looking for secrets in names, texts and lists of any length takes linear time and comes to an end.
import { noteParsed, redactSecrets, removeSecrets } from '../../../../partner-api/values/redact';
/** Names, texts and lists may be as long as an answer: what each costs must not grow with their square. */
const LONG = 200_000;

test.each<[string, unknown]>([
	['a name of very many words', { ['word_'.repeat(LONG)]: Array(20).fill('x') }],
	['a name as long as a response', { ['aB'.repeat(40 * LONG)]: 'x' }],
	['a label as long as a response', { name: 'aB'.repeat(40 * LONG), value: 'x' }],
	['a text of card numbers', { note: '4444 '.repeat(LONG), more: '"":'.repeat(LONG) }],
	[
		'a text of named values',
		{ a: 'a b:'.repeat(LONG), b: `:${' '.repeat(8 * LONG)}`, c: ': a '.repeat(LONG) },
	],
	['a title of very many words', { title: 'Some '.repeat(LONG), text: 'x' }],
	['a text of digits', { pan: '4'.repeat(8 * LONG), note: '4 '.repeat(LONG) }],
	[
		'a text of beginnings',
		{ a: 'eyJ.'.repeat(LONG), b: 'lpa: '.repeat(LONG), c: '1$'.repeat(LONG) },
	],
	['a text of brackets', { a: `${'['.repeat(LONG)}]`, b: `${'{"a":'.repeat(LONG)}}` }],
	['a text of quotation marks', { a: '"'.repeat(LONG), b: `["${'\\"'.repeat(LONG)}]` }],
	['a text of names', { a: `{"${'a'.repeat(LONG)}"${':'.repeat(LONG)}}`, b: '["a":'.repeat(LONG) }],
	['a text of white space', { a: ' '.repeat(8 * LONG), b: `{${' '.repeat(8 * LONG)}}` }],
	[
		'JSON in JSON',
		{
			a: Array(16)
				.fill(0)
				.reduce((text) => JSON.stringify([text]), 'x'),
		},
	],
])('%s comes to an end, and to no error', (_, value) => {
	const { removed } = removeSecrets({ value, kept: 1 }, 'event');
	expect(removed.length).toBeLessThanOrEqual(3);
	expect(redactSecrets({ value, kept: 1 })).toMatchObject({ kept: 1 });
});

test('what holds no secret is not copied, and what does is copied as far as it must be', () => {
	const plain = { list: [{ a: 1 }, ['b', null]] };
	const value = { plain, card: { pan: '4242', note: ['ok'] } };
	expect(redactSecrets(plain)).toBe(plain);
	const redacted = redactSecrets(value) as typeof value;
	expect(redacted).toEqual({ plain, card: { pan: '••••••••', note: ['ok'] } });
	expect(redacted.plain).toBe(plain);
	expect(redacted.card.note).toBe(value.card.note);
	expect(value.card.pan).toBe('4242');
});

test('what was parsed from a text without a sign of a secret is not gone through', () => {
	const listed = jest.fn(Reflect.ownKeys);
	const parsed = () => new Proxy({ n1: 1 }, { ownKeys: listed });
	const [plain, telling] = [parsed(), parsed()];
	noteParsed(plain, '{"n1":1,"text":"no sign: of one, 1234567"}');
	noteParsed(telling, '{"n1":1,"more":{"cvv":"123"}}');
	expect(redactSecrets(plain)).toBe(plain);
	expect(listed).not.toHaveBeenCalled();
	redactSecrets(telling);
	expect(listed).toHaveBeenCalled();
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
	expect(
		redactSecrets({ [`${'word_'.repeat(1_000)}cvv`]: '123', [`cvv${'_word'.repeat(100)}`]: '1' }),
	).toEqual({
		[`${'word_'.repeat(1_000)}cvv`]: '••••••••',
		[`cvv${'_word'.repeat(100)}`]: '1',
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
