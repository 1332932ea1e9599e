import { judgeDocument } from '../../partner-api';

const ORDER = { ext_id: 'a', amount: '1.50', to_address: 'T1', required_fields: { name: 'x' } };

test.each([
	['the same fields', { ...ORDER, status: 'pending' }],
	['an amount written in another way', { ext_id: 'a', amount: '1.5' }],
	['fields that are not shown', { ext_id: 'a' }],
	['an object where a text was sent', { ext_id: 'a', to_address: { text: 'T1' } }],
])('%s: found', (_, document) => {
	expect(judgeDocument(document, ORDER, 'a')).toBe('found');
});

test.each([
	['another amount', { ext_id: 'a', amount: '1.51' }],
	['another address', { ext_id: 'a', to_address: 'T2' }],
])('%s: another order', (_, document) => {
	expect(judgeDocument(document, ORDER, 'a')).toBe('another_order');
});

test.each([
	[{}],
	[{ status: 'done' }],
	[{ ext_id: 'b' }],
	[null],
	[[]],
	['a'],
	[{ document: null }],
])('%j does not show the order', (document) => {
	expect(judgeDocument(document, ORDER, 'a')).toBe('not_shown');
});
