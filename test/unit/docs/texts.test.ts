// docs/api.md and docs/assumptions.md say what the code does, row by row, and panels use no word of an engineer.
import { readFileSync } from 'node:fs';
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

const DOCS = path.resolve(__dirname, '../../../docs');
const ROWS = { ...ENTRIES, ...FIXED_ASSUMPTIONS };
const IDS = Object.keys(ROWS);

const page = (name: string) => readFileSync(path.join(DOCS, name), 'utf8');
const cellsOf = (text: string) =>
	text.split('\n').flatMap((line) => (line.startsWith('|') ? line.split(/ *\| */).join('|') : []));

test('docs/api.md has at most 1,500 words beside its table', () => {
	const words = withCallsTable(page('api.md'), []).match(/\S*[\p{L}\p{N}]\S*/gu) ?? [];
	expect(words.length).toBeLessThanOrEqual(1_500);
});

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

const nodes = [
	...[PartnerSettlement, PartnerSettlementBalanceTrigger],
	...[PartnerSettlementScreening, PartnerSettlementTrigger],
].map((node): [string, string] => [node.name, JSON.stringify(new node().description)]);
const panels = [
	...nodes,
	['the credential', JSON.stringify(new PartnerSettlementApi().properties)],
];

const OF_ENGINEERS = /API document|inferred|\bscale\b|\banswers?\b|named only|partner account/i;

test.each(panels)('no word of an engineer is in the panel of %s', (_where, text = '') => {
	expect(OF_ENGINEERS.exec(text)?.[0]).toBeUndefined();
});

test('README says what an agent may do beyond a limit or an order that you meant', () => {
	const text = page('../README.md').replaceAll(/\s+/g, ' ');
	expect(text).toContain("In a sub-workflow, the node can't see the agent");
	expect(text).toContain('Two identical calls are one order, even for two customers in a loop');
});
