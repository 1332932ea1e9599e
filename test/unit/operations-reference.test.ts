import { readFileSync } from 'node:fs';
import path from 'node:path';

import { OPERATIONS } from '../../nodes/PartnerSettlement/operations';
import { operationsReference } from '../../scripts/docs/operations-reference';
import { outputPreviews } from '../../scripts/docs/previews';

test('docs/operations.md is what the catalog says (npm run docs writes it)', () => {
	const file = path.resolve(__dirname, '../../docs/operations.md');
	expect(readFileSync(file, 'utf8')).toBe(operationsReference(OPERATIONS));
});

test('an answer the document shows has an output preview, any other has none', () => {
	const previews = new Map(outputPreviews(OPERATIONS).map(({ file, schema }) => [file, schema]));
	expect(previews.get('__schema__/v1.0.0/kyt/screen.json')).toMatchObject({
		type: 'object',
		properties: { price_usdt: { type: 'string' }, risk_score: { type: 'number' } },
	});
	expect([...previews.keys()]).not.toContain('__schema__/v1.0.0/depositAddress/get.json');
	expect([...previews.keys()]).not.toContain('__schema__/v1.0.0/accessToken/inspect.json');
});
