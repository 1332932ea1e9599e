// The part of the product's voice that a machine can check: how panels and errors are worded.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const ROOT = path.resolve(__dirname, '../../..');
const MOST_WORDS = 25;

/** Each text with a space in it that the code of the product holds; a placeholder in a template counts as a word. */
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
