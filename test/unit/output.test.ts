import { splitAnswer, toItem } from '../../nodes/PartnerSettlement/engine/output';

describe('the list in an answer whose shape is not shown', () => {
	test.each<[string, unknown, unknown[], string[]]>([
		['a list', [1, 2], [1, 2], []],
		['an empty list', [], [], []],
		['an object with one list', { items: [1], total: 1, next: 'c' }, [1], ['total', 'next']],
		['an object with an empty list', { items: [] }, [], []],
		['a list under data', { data: [1] }, [1], []],
		['an object under data', { data: { lines: [1], page: 2 } }, [1], ['page']],
		[
			'an object under data, a cursor beside it',
			{ data: { lines: [1] }, next: 'c' },
			[1],
			['next'],
		],
	])('%s', (_name, answer, entries, beside) => {
		expect(splitAnswer(answer)).toEqual({ entries, isList: true, beside });
	});

	test.each<[string, unknown]>([
		['two lists: which one is meant cannot be known', { items: [1], errors: [] }],
		['no list', { status: 'ok' }],
		['data without a list', { data: { status: 'ok' } }],
		['a list deeper than under data', { result: { items: [1] } }],
		['a text', 'ok'],
		['null', null],
	])('%s: one entry, whole', (_name, answer) => {
		expect(splitAnswer(answer)).toEqual({ entries: [answer], isList: false, beside: [] });
	});
});

test.each([{}, { cards: null }, { data: null }])('%j: no entry', (answer) => {
	expect(splitAnswer(answer)).toEqual({ entries: [], isList: true, beside: [] });
});

describe('an item', () => {
	test('belongs to its input item', () => {
		expect(toItem({ a: 1 }, 3, undefined)).toEqual({ json: { a: 1 }, pairedItem: { item: 3 } });
	});

	test('carries the ext_id it was sent with, unless the answer has it', () => {
		expect(toItem({ a: 1 }, 0, 'mine').json).toEqual({ a: 1, ext_id: 'mine' });
		expect(toItem({ ext_id: 'theirs' }, 0, 'mine').json).toEqual({
			ext_id: 'theirs',
		});
		expect(toItem({ ext_id: null }, 0, 'mine').json).toEqual({
			ext_id: 'mine',
		});
	});

	test('has no error at the top, which n8n takes for a failure of the node', () => {
		expect(toItem({ index: 0, error: 'insufficient_balance' }, 0, undefined).json).toEqual({
			index: 0,
			failure: { error: 'insufficient_balance' },
		});
		expect(toItem({ index: 0, error: null }, 0, undefined).json).toEqual({ index: 0 });
		expect(toItem({ body: { error: 'kept' } }, 0, undefined).json).toEqual({
			body: { error: 'kept' },
		});
	});

	test.each(['', null, false])('an error of %j is none', (error) => {
		expect(toItem({ index: 0, error }, 0, undefined).json).toEqual({ index: 0 });
	});

	test('keeps a failure of its own', () => {
		const record = { id: 1, error: 'x', failure: 'theirs' };
		expect(toItem(record, 0, undefined).json).toEqual({
			id: 1,
			failure: 'theirs',
			failure_error: 'x',
		});
	});

	test.each(['text', 7, null, [1]])(
		'an entry that is no object (%j) stands under value',
		(entry) => {
			expect(toItem(entry, 0, undefined).json).toEqual({ value: entry });
		},
	);

	test('leaves the answer as it was', () => {
		const answer = { error: 'x', pan: '1111222233334444' };
		toItem(answer, 0, 'mine');
		expect(answer).toEqual({ error: 'x', pan: '1111222233334444' });
	});
});
