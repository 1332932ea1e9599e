// README and docs are what the catalog says.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { OPERATIONS } from '../../../../../nodes/PartnerSettlement/operations';
import { ROWS } from '../../../../../nodes/PartnerSettlement/orders/decide';
import { errorReference } from '../../../../../dev/scripts/docs/error-reference';
import {
	withCallsTable,
	withDecisionTable,
	withOperationsTable,
} from '../../../../../dev/scripts/docs/marked-tables';
import { operationsReference } from '../../../../../dev/scripts/docs/operations-reference';
import { outputPreviews } from '../../../../../dev/scripts/docs/previews';

function written(name: string): string {
	return readFileSync(path.resolve(__dirname, '../../../../../docs', name), 'utf8');
}

describe.each([
	['../README.md', withOperationsTable],
	['api.md', withCallsTable],
])('the table in docs/%s', (name, withTable) => {
	test('is what the catalog says (npm run docs writes it)', () => {
		const page = written(name);
		expect(page).toBe(withTable(page, OPERATIONS));
		expect(page).not.toBe(withTable(page, OPERATIONS.slice(1)));
	});

	test('is not passed over where the page has no marks', () => {
		expect(() => withTable('# Operations', OPERATIONS)).toThrow(/no marks/);
	});
});

test('the table in docs/guarantees.md is what decides (npm run docs writes it)', () => {
	const page = written('guarantees.md');
	expect(page).toBe(withDecisionTable(page, ROWS));
	expect(page).not.toBe(withDecisionTable(page, ROWS.slice(1)));
});

test('docs/operations.md is what the catalog says (npm run docs writes it)', () => {
	expect(written('operations.md')).toBe(operationsReference(OPERATIONS));
});

test('docs/errors.md is what the errors say (npm run docs writes it)', () => {
	expect(written('errors.md')).toBe(errorReference());
});

test('an answer the document shows has an output preview, any other has none', () => {
	const previews = new Map(outputPreviews(OPERATIONS).map(({ file, schema }) => [file, schema]));
	expect(previews.get('__schema__/v1.0.0/kyt/screen.json')).toMatchObject({
		type: 'object',
		properties: { price_usdt: { type: 'string' }, risk_score: { type: 'number' } },
	});
	expect(previews.get('__schema__/v1.0.0/kyt/screen.json')).not.toHaveProperty('properties.report');
	expect([...previews.keys()]).not.toContain('__schema__/v1.0.0/depositAddress/get.json');
	expect([...previews.keys()]).not.toContain('__schema__/v1.0.0/accessToken/inspect.json');
});

describe('docs/errors.md', () => {
	/** The cells of each row of its tables. */
	const rows = errorReference()
		.split('\n')
		.filter((line) => line.startsWith('| '))
		.map((line) => line.split('|').map((cell) => cell.trim()));

	test('each HTTP status of a call stands in it once', () => {
		const isCall = (money = ''): boolean => money !== 'not sent';
		const statuses = rows
			.filter(([, , , money]) => isCall(money))
			.flatMap(([, name = '']) => /^\d+$/.exec(name) ?? []);
		expect(statuses).toContain('408');
		expect(statuses).toEqual([...new Set(statuses)]);
	});

	test('each error says what to do', () => {
		expect(rows.filter(([, , , , toDo]) => toDo === '').map(([, name]) => name)).toEqual([]);
	});
});
