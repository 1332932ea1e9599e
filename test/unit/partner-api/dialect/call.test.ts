// Proves how a call is made at an API that has another method, base or path for it.
import { callInDialect } from '../../../../partner-api/dialect/call';
import { dialectOf } from '../../../../partner-api/dialect';
import type { AssumedCall } from '../../../../partner-api/dialect/calls';
import { InputError } from '../../../../partner-api/errors';

const TOP_UP = {
	named: 'card_topup',
	method: 'POST',
	base: 'base',
	path: '/api/partner/card_topup',
	body: { card_id: 'a/b', amount: '5', ext_id: 'k' },
} as const;

const made = (card_topup: Partial<AssumedCall>, call: object = {}) =>
	callInDialect({ ...TOP_UP, ...call }, dialectOf({ calls: { card_topup } }));

test('as assumed, if API Differences has nothing about it', () => {
	const other = dialectOf({ calls: { card_freeze: { base: 'api' } } });
	expect(callInDialect(TOP_UP, other)).toBe(TOP_UP);
	const free = { ...TOP_UP, named: undefined };
	expect(callInDialect(free, dialectOf({ calls: { card_topup: { base: 'api' } } }))).toBe(free);
});

test('each part of it may differ alone', () => {
	expect(made({ method: 'PATCH' })).toEqual({ ...TOP_UP, method: 'PATCH' });
	expect(made({ base: 'api' })).toEqual({ ...TOP_UP, base: 'api' });
	expect(made({ method: 'GET' }, { body: undefined })).toMatchObject({ method: 'GET', query: {} });
});

test('a field that is in the path leaves the body, escaped', () => {
	expect(made({ path: '/cards/{card_id}/topups' })).toEqual({
		...TOP_UP,
		path: '/cards/a%2Fb/topups',
		body: { amount: '5', ext_id: 'k' },
	});
	expect(TOP_UP.body.card_id).toBe('a/b');
});

test('with GET the rest goes into the query', () => {
	const get = made({ method: 'GET', path: '/documents/{ext_id}' }, { query: { limit: '1' } });
	expect(get).toEqual({
		...TOP_UP,
		method: 'GET',
		path: '/documents/k',
		query: { limit: '1', card_id: 'a/b', amount: '5' },
		body: undefined,
	});
});

test.each(['/cards/{id}', '/cards/{constructor}'])('%s: nothing is sent without it', (path) => {
	expect(() => made({ path })).toThrow(/is in the path of card_topup, and this call has none/);
});

test('an ID that would be another path is refused', () => {
	const call = { body: { card_id: '..' } };
	expect(() => made({ path: '/cards/{card_id}' }, call)).toThrow(InputError);
});
