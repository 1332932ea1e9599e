// Looking for secrets in names, texts and lists of any length takes linear time and comes to an end.
import { redactSecrets, removeSecrets } from '../../partner-api/redact';
/** Names, texts and lists may be as long as an answer: what each costs must not grow with their square. */
const LONG = 200_000;

test.each<[string, unknown]>([
	['a name of very many words', { ['word_'.repeat(LONG)]: Array(20).fill('x') }],
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
	expect(removed.length).toBeLessThanOrEqual(2);
	expect(redactSecrets({ value, kept: 1 })).toMatchObject({ kept: 1 });
});

test.each([null, 'text', 7, true, undefined])('%p is left as it is', (value) => {
	expect(redactSecrets(value)).toBe(value);
	expect(removeSecrets(value, 'event')).toEqual({ value, removed: [] });
});
