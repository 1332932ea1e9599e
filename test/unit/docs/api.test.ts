// docs/api.md is short, and has every section and rule of the API document that a comment or another page names.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { withCallsTable } from '../../../dev/scripts/docs/marked-tables';

const ROOT = path.resolve(__dirname, '../../..');
const FOLDERS = ['credentials', 'dev', 'docs', 'nodes', 'partner-api', 'test'];
const PAGES = ['CHANGELOG.md', 'CONTRIBUTING.md', 'README.md'];
const MOST_WORDS = 1_500;

/** `4.7, rule 4`; of "rule 4 and 2.6", the second number is no rule. */
const SECTION = String.raw`(\d+(?:\.\d+)*)(?:, rules? (\d+(?: and \d+\b(?!\.\d))*))?`;
/** One section or several. Those of a standard do not count: `RFC 8410, section 7`. */
const CITATION = new RegExp(
	String.raw`(?<!\b[A-Z]{3}\S* ?[\d.-]+, )\b[Ss]ections? (${SECTION}(?:(?:,? and|,| to) ${SECTION})*)`,
	'g',
);

const document = readFileSync(path.join(ROOT, 'docs/api.md'), 'utf8');

/** Each section, and each rule, that a text names. */
function citedIn(text: string): string[] {
	const withoutBreaks = text.replace(/\s*\n\s*(?:\*|\/\/)?\s*/g, ' ');
	return [...withoutBreaks.matchAll(CITATION)].flatMap(([, list = '']) =>
		[...list.matchAll(new RegExp(SECTION, 'g'))].flatMap(([, section = '', rules]) =>
			rules === undefined ? [section] : rules.split(' and ').map((rule) => ruleOf(section, rule)),
		),
	);
}

function ruleOf(section: string, rule: string): string {
	return `${section}, rule ${rule}`;
}

/** Each section that has a heading in a page, and each rule that is listed under it. */
function standingIn(page: string): string[] {
	return page.split(/^#+ (?=\d)/m).flatMap((chapter) => {
		const [section = ''] = /^[\d.]*/.exec(chapter) ?? [];
		const rules = [...chapter.matchAll(/^- Rule (\d+):/gm)];
		return [section, ...rules.map(([, rule = '']) => ruleOf(section, rule))];
	});
}

function citations(): { file: string; cited: string }[] {
	const inFolders = FOLDERS.flatMap((folder) =>
		readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
			path.join(folder, name),
		),
	);
	return [...PAGES, ...inFolders]
		.filter((file) => /\.(?:[cm]?[jt]s|md)$/.test(file) && path.join(ROOT, file) !== __filename)
		.flatMap((file) =>
			citedIn(readFileSync(path.join(ROOT, file), 'utf8')).map((cited) => ({ file, cited })),
		);
}

test('each section and each rule that is cited stands in it', () => {
	const all = citations();
	expect(all.length).toBeGreaterThan(200);
	const standing = standingIn(document);
	expect(all.filter(({ cited }) => !standing.includes(cited))).toEqual([]);
});

test(`it has at most ${String(MOST_WORDS)} words beside its table`, () => {
	const words = withCallsTable(document, []).match(/\S*[\p{L}\p{N}]\S*/gu) ?? [];
	expect(words.length).toBeLessThanOrEqual(MOST_WORDS);
});
