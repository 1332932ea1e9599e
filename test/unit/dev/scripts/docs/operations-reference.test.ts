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

test('a response that the document shows has an output preview, any other has none', () => {
	const previews = new Map(outputPreviews(OPERATIONS).map(({ file, schema }) => [file, schema]));
	const of = (name: string) => previews.get(`__schema__/v1.0.0/${name}.json`);
	const properties = { price_usdt: { type: 'string' }, risk_score: { type: 'number' } };
	expect(of('kyt/screen')).toMatchObject({ type: 'object', properties });
	expect([of('depositAddress/get'), of('accessToken/inspect')]).toEqual([undefined, undefined]);
});
