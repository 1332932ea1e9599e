// Proves which list of a response is split into items where the document does not show its shape.
import { splitList } from '../../../../../nodes/PartnerSettlement/lists/list';

describe('the list in a response whose shape is not shown', () => {
	test.each<[string, unknown, unknown[], string[]]>([
		['a list', [1, 2], [1, 2], []],
		['a list under data', { data: [1] }, [1], []],
		['an object under data', { data: { lines: [1], page: 2 } }, [1], ['page']],
		[
			'an object under data, a cursor beside it',
			{ data: { lines: [1] }, next: 'c' },
			[1],
			['next'],
		],
		['a list in the only object', { cards: { items: [1], total: 3 } }, [1], ['total']],
		['a list three objects deep', { code: 0, data: { page: { list: [1] } } }, [1], ['code']],
		['a list beside an object', { items: [1], meta: { page: 1 } }, [1], ['meta']],
	])('%s', (_name, response, entries, envelope) => {
		expect(splitList(response)).toEqual({ entries, envelope });
	});

	test.each<[string, unknown, unknown[]]>([
		['a list beside another one', { errors: [], data: [1] }, [1]],
		['a list in an object beside another one', { errors: [], data: { lines: [1] } }, [1]],
		['no such field', { items: [1], meta: {} }, [1]],
	])('is in a field that the dialect names: %s', (_name, response, entries) => {
		expect(splitList(response, ['order', 'data'])?.entries).toEqual(entries);
	});

	test.each<[string, unknown]>([
		['two lists: which one is meant cannot be known', { items: [1], tags: [2] }],
		['the lines are none, and the columns no lines', { lines: [], columns: ['id', 'amount'] }],
		['no checks', { checks: [], networks: ['btc', 'eth'], total: 0 }],
		['a list beside an empty one', { offers: [{ id: 1 }], errors: [] }],
		['nothing in the place of a list', { lines: null, count: 0 }],
		['nothing at all', {}],
		['errors are none of what was asked for', { offers: [], errors: ['unavailable'] }],
		['a list beside one in an object', { warnings: ['x'], data: { lines: [1] } }],
		['a list too deep', { data: { data: { data: { data: { items: [1] } } } } }],
		['two objects that may hold it', { cards: { items: [1] }, page: { items: [2] } }],
		['a text', 'ok'],
		['null', null],
	])('%s: none', (_name, response) => {
		expect(splitList(response)).toBeUndefined();
	});
});
