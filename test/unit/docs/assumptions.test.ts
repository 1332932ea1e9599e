// Each thing that the API document does not show has its row, and docs/assumptions.md is made of the rows.
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { assumptionsPage } from '../../../dev/scripts/docs/assumptions';
import { FIXED_ASSUMPTIONS } from '../../../dev/scripts/docs/fixed-assumptions';
import { OPERATIONS } from '../../../nodes/PartnerSettlement/operations';
import { ENTRIES } from '../../../partner-api';
import { NAMED_CALLS } from '../../../partner-api/dialect/calls';

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
