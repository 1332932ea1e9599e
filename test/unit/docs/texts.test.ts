// docs/api.md and docs/assumptions.md say what the code does, section by section, and one thing has one name in all texts.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { withCallsTable } from '../../../dev/scripts/docs/marked-tables';
import { assumptionsPage } from '../../../dev/scripts/docs/assumptions';
import { FIXED_ASSUMPTIONS } from '../../../dev/scripts/docs/fixed-assumptions';
import { OPERATIONS } from '../../../nodes/PartnerSettlement/operations';
import { ENTRIES } from '../../../partner-api';
import { NAMED_CALLS } from '../../../partner-api/dialect/calls';
import { PartnerSettlementApi } from '../../../credentials/PartnerSettlementApi.credentials';
import { PartnerSettlement } from '../../../nodes/PartnerSettlement/PartnerSettlement.node';
import { PartnerSettlementBalanceTrigger } from '../../../nodes/PartnerSettlementBalanceTrigger/PartnerSettlementBalanceTrigger.node';
import { PartnerSettlementScreening } from '../../../nodes/PartnerSettlementScreening/PartnerSettlementScreening.node';
import { PartnerSettlementTrigger } from '../../../nodes/PartnerSettlementTrigger/PartnerSettlementTrigger.node';

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

const apiDocument = readFileSync(path.join(ROOT, 'docs/api.md'), 'utf8');

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

test('it has each section and each rule that is cited', () => {
	const all = citations();
	expect(all.length).toBeGreaterThan(200);
	const standing = standingIn(apiDocument);
	expect(all.filter(({ cited }) => !standing.includes(cited))).toEqual([]);
});

test(`it has at most ${String(MOST_WORDS)} words beside its table`, () => {
	const words = withCallsTable(apiDocument, []).match(/\S*[\p{L}\p{N}]\S*/gu) ?? [];
	expect(words.length).toBeLessThanOrEqual(MOST_WORDS);
});

const DOCS = path.resolve(__dirname, '../../../docs');
const ROWS = { ...ENTRIES, ...FIXED_ASSUMPTIONS };
const IDS = Object.keys(ROWS);

const page = (name: string) => readFileSync(path.join(DOCS, name), 'utf8');
const cellsOf = (text: string) =>
	text.split('\n').flatMap((line) => (line.startsWith('|') ? line.split(/ *\| */).join('|') : []));

/** What docs/api.md says of the document, without the table that is made of the operations. */
const [document = ''] = page('api.md').split('## Calls');

/** The paragraphs and rules that say that something is not shown, and the rows they name. */
const silences = document
	.split(/\n\n|\n- /)
	.filter((part) => /not (?:shown|listed)\b/i.test(part))
	.map((part) => ({
		part,
		rows: [...part.matchAll(/\(((?:`\w+`,?\s?)+)\)/g)]
			.flatMap(([, names = '']) => names.replaceAll('`', '').split(/,\s/))
			.filter((name) => IDS.includes(name)),
	}));

test('docs/assumptions.md is made of the table', () => {
	expect(cellsOf(page('assumptions.md'))).toEqual(cellsOf(assumptionsPage()));
});

test('each silence that docs/api.md tells of has a row', () => {
	expect(silences.length).toBeGreaterThan(12);
	expect(silences.filter(({ rows }) => rows.length === 0).map(({ part }) => part)).toEqual([]);
});

test('each row belongs to a silence that docs/api.md tells of', () => {
	const told = silences.flatMap(({ rows }) => rows);
	expect(IDS.filter((id) => !told.includes(id))).toEqual([]);
});

test('each call that is only named is one of an operation', () => {
	const used = OPERATIONS.flatMap(({ endpoint }) => endpoint.named ?? []);
	expect([...used].sort()).toEqual([...NAMED_CALLS].sort());
});

test('each section of a row stands in docs/api.md', () => {
	const sections = Object.values(ROWS).map(({ section }) => section.split(',')[0]);
	const standing = [...document.matchAll(/^#+ (\d+(?:\.\d+)?)/gm)].map(([, number]) => number);
	expect(sections.filter((section) => !standing.includes(section))).toEqual([]);
});

function documents(): string[] {
	const inFolder = (folder: string): string[] =>
		readdirSync(path.join(ROOT, folder)).map((name) => `${folder}/${name}`);
	const all = [...inFolder('docs'), ...inFolder('examples')];
	return ['README.md', ...all.filter((name) => /\.(md|json)$/.test(name))];
}

const panels: [string, string][] = [
	...[
		PartnerSettlement,
		PartnerSettlementBalanceTrigger,
		PartnerSettlementScreening,
		PartnerSettlementTrigger,
	].map((node): [string, string] => [node.name, JSON.stringify(new node().description)]),
	['the credential', JSON.stringify(new PartnerSettlementApi().properties)],
];

const texts: [string, string][] = [
	...documents().map((name): [string, string] => [
		name,
		readFileSync(path.join(ROOT, name), 'utf8'),
	]),
	...panels,
];

/** Texts for operators have one word for one thing. These are other words for such things. */
const OTHER_WORDS = {
	'Batch Size, a batch': /\bcarts?\b/i,
	'On Error: Continue': /continues? on fail/i,
	'Wait Until Ready': /wait for (the outcome|a terminal status)/i,
	'Whole Response': /whole answer/i,
	'Order Number (ext_id)': /custom key/i,
	'Validate Address': /check address/i,
	'Maximum Retry Wait': /longest wait/i,
	'Maximum Wait for Result': /maximum wait(?! for result)/i,
	'API document': /API's\s+document/i,
};

describe.each(Object.entries(OTHER_WORDS))('%s has no other name', (_name, other) => {
	test.each(texts)('in %s', (_where, text) => {
		expect(other.exec(text)?.[0]).toBeUndefined();
	});
});

const OF_ENGINEERS = /API document|inferred|\bscale\b|\banswers?\b|named only|partner account/i;

test.each(panels)('no word of an engineer stands in %s', (_where, text) => {
	expect(OF_ENGINEERS.exec(text)?.[0]).toBeUndefined();
});
