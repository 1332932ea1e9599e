// What a machine can hold of the voice: plain English on the pages, and how panels and errors of the product are worded.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const ROOT = path.resolve(__dirname, '../../..');
const PAGES = [
	...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'],
	...readdirSync(path.join(ROOT, 'docs'))
		.filter((name) => name.endsWith('.md'))
		.map((name) => `docs/${name}`),
];
/** Pages that an operator reads from top to bottom. */
const OF_OPERATORS = [
	...['README.md', 'SECURITY.md', 'docs/money.md', 'docs/limits.md', 'docs/clearance.md'],
	...['docs/trigger.md', 'docs/balance-trigger.md', 'docs/screening-gate.md'],
	...['docs/credential.md', 'docs/install.md'],
];
const MAX_WORDS_OF_SENTENCE = 30;
/** The most words of a page. */
const BUDGETS: [string, number][] = [
	['README.md', 1_600],
	['SECURITY.md', 500],
	['CONTRIBUTING.md', 1_720],
	['examples/README.md', 660],
	['docs/api.md', 1_900],
	['docs/assumptions.md', 2_200],
	['docs/balance-trigger.md', 600],
	['docs/clearance.md', 600],
	['docs/credential.md', 1_020],
	['docs/guarantees.md', 2_000],
	['docs/install.md', 780],
	['docs/limits.md', 600],
	['docs/money.md', 940],
	['docs/screening-gate.md', 780],
	['docs/trigger.md', 880],
];

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

const wordsIn = (text: string) => text.split(/\s+/).filter((word) => /\w/.test(word));

/** The paragraphs, headings and entries of lists of a page, each on one line, without code, tables, pictures and addresses. */
function paragraphsOf(page: string): string[] {
	return page
		.replace(/^```[^]*?^```$/gm, '')
		.replace(/^\|.*$/gm, '')
		.replace(/<!--.*?-->/g, '')
		.replace(/!\[[^\]]*\]\([^)]*\)/g, '')
		.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
		.split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) |#)/)
		.map((text) => text.replace(/\s+/g, ' ').trim())
		.filter((text) => text !== '');
}

/** The sentences of a page. A colon ends none. A small letter begins none, except in a name such as n8n. */
function sentencesOf(page: string): string[] {
	return paragraphsOf(page).flatMap((text) => text.split(/(?<=[.!?][*_)"]*) (?=[^a-z]|n8n|npm)/));
}

test.each(PAGES)('%s says "except", not "but for"', (file) => {
	expect(read(file).match(/.*\bbut\s+for\b.*/gi) ?? []).toEqual([]);
});

test.each(OF_OPERATORS)('%s has no long sentence', (file) => {
	const sentences = sentencesOf(read(file));
	expect(sentences.length).toBeGreaterThan(10);
	expect(sentences.filter((text) => wordsIn(text).length > MAX_WORDS_OF_SENTENCE)).toEqual([]);
});

test.each(BUDGETS)('%s has at most %d words', (file, max) => {
	expect(wordsIn(read(file)).length).toBeLessThanOrEqual(max);
});

describe('the product', () => {
	const MOST_WORDS = 25;

	/** Each text with a space in it that the code of the product holds; what is put into a template is a word. */
	function textsOf(folder: string): { place: string; text: string }[] {
		return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
			.filter((name) => name.endsWith('.ts'))
			.flatMap((name) => {
				const file = path.join(folder, name);
				const code = readFileSync(path.join(ROOT, file), 'utf8');
				const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true);
				const texts: { place: string; text: string }[] = [];
				const visit = (node: ts.Node): void => {
					const text = textIn(node);
					const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
					if (text?.includes(' ')) texts.push({ place: `${file}:${String(line)}`, text });
					ts.forEachChild(node, visit);
				};
				visit(source);
				return texts;
			});
	}

	function textIn(node: ts.Node): string | undefined {
		if (ts.isStringLiteralLike(node)) return node.text;
		if (!ts.isTemplateExpression(node)) return undefined;
		return node.head.text + node.templateSpans.map(({ literal }) => `X${literal.text}`).join('');
	}

	const sentencesOf = (text: string) => text.split(/(?<=[.!?])\s+|<br \/>/);
	const wordsOf = (text: string) => text.match(/\S*[\p{L}\p{N}]\S*/gu) ?? [];

	const texts = ['credentials', 'nodes', 'partner-api'].flatMap(textsOf);

	test('there are texts to look at', () => {
		expect(texts.length).toBeGreaterThan(800);
	});

	test('"but for" is "except"', () => {
		expect(texts.filter(({ text }) => /\bbut for\b/i.test(text))).toEqual([]);
	});

	test(`no sentence has more than ${String(MOST_WORDS)} words`, () => {
		const isCode = (text: string) => /^[={(]|[\n`]|=>|return |KEYS\[/.test(text);
		const long = texts.filter(
			({ text }) =>
				!isCode(text) && sentencesOf(text).some((one) => wordsOf(one).length > MOST_WORDS),
		);
		expect(long).toEqual([]);
	});

	test('none begins with "What" or "Who", unless it asks', () => {
		const odd = texts.filter(({ text }) =>
			sentencesOf(text).some((one) => /^(?:What|Who)\b/.test(one) && !one.endsWith('?')),
		);
		expect(odd).toEqual([]);
	});

	test('none has more than four sentences', () => {
		const long = texts.filter(({ text }) => sentencesOf(text).length > 4);
		expect(long.map(({ place }) => place.replace(/:\d+$/, ''))).toEqual([]);
	});
});
