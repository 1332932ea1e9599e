// The pages keep the rules of plain English that a machine can check: "except" instead of "but for", short sentences, word budgets.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

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
/** Words of a page; project.test.ts has the others. */
const BUDGETS: [string, number][] = [
	['docs/api.md', 1_850],
	['docs/balance-trigger.md', 600],
	['docs/credential.md', 1_020],
	['docs/install.md', 780],
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
