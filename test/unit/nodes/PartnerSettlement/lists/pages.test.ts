// Proves which list of a response is split into items, and that one that is read page by page is whole, or says that it is not.
import { readPages, restOfList } from '../../../../../nodes/PartnerSettlement/lists/pages';
import { cardGetAll } from '../../../../../nodes/PartnerSettlement/operations/card/get-all';
import { ledgerGetAll } from '../../../../../nodes/PartnerSettlement/operations/ledger/get-all';
import type { ApiCall, JsonValue } from '../../../../../partner-api';
import { type Dialect, dialectOf } from '../../../../../partner-api/dialect';
import { splitList } from '../../../../../nodes/PartnerSettlement/lists/list';

const CALL: ApiCall = { method: 'GET', base: 'api', path: '/partner/ledger', retrySafety: 'safe' };
const CURSOR: Partial<Dialect> = { cursor: { response: 'next', request: 'after' } };

/** Reads from an API that gives these responses, by the mark that is asked for. */
async function read(
	pages: Record<string, JsonValue>,
	limit?: number,
	differences = CURSOR,
	operation = ledgerGetAll,
) {
	const asked: string[] = [];
	const send = async ({ query = {} }: ApiCall) => {
		asked.push(query.after ?? 'first');
		return await Promise.resolve(pages[query.after ?? 'first']);
	};
	return { whole: await readPages(CALL, send, dialectOf(differences), operation, limit), asked };
}

const TWO = { first: { lines: [{ id: 'x' }, { id: 'y' }], next: 'n' }, y: { lines: [] }, n: [] };
const BY_NEXT = { next: 'next', send: 'after' };
const BY_LAST = { last: 'id', send: 'after' };

test.each<[string, Partial<Dialect>, string[], typeof cardGetAll?]>([
	['the older form, for all lists', CURSOR, ['first', 'n']],
	['the place of a mark', { pages: { reconciliation_ledger: BY_NEXT } }, ['first', 'n']],
	['a field of the last entry', { pages: { reconciliation_ledger: BY_LAST } }, ['first', 'y']],
	['a form of their own', { ...CURSOR, pages: { cards: BY_LAST } }, ['first', 'y'], cardGetAll],
	['the form of all others', { pages: { cards: BY_LAST, '*': BY_NEXT } }, ['first', 'n']],
	['nothing, so they come whole', { pages: { cards: BY_LAST } }, ['first']],
])('pages are asked for by %s', async (_, differences, asked, operation = ledgerGetAll) => {
	expect((await read(TWO, undefined, differences, operation)).asked).toEqual(asked);
});

test('an empty page with a mark of its own is not the last one', async () => {
	const pages = {
		first: { lines: [1], next: 'b' },
		b: { lines: [], next: 'c' },
		c: { lines: [3], next: 'd' },
		d: { lines: [], next: 'e' },
		e: { lines: [], next: 'f' },
	};
	expect(await read(pages)).toEqual({ whole: [1, 3], asked: ['first', 'b', 'c', 'd', 'e'] });
});

test('a list is not whole after a thousand pages, although the last one is empty', async () => {
	let page = 0;
	const send = async () => {
		page += 1;
		return await Promise.resolve({ lines: page % 2 === 0 ? [page] : [], next: page });
	};
	expect(await readPages(CALL, send, dialectOf(CURSOR), ledgerGetAll)).toMatchObject({
		has_more: true,
	});
	expect(page).toBe(1001);
});

test('no page is read beyond the limit', async () => {
	const pages = { first: { lines: [1, 2], next: 'b' }, b: { lines: [3] } };
	expect(await read(pages, 2)).toEqual({ whole: pages.first, asked: ['first'] });
});

test.each<[string, Record<string, JsonValue>, unknown[]]>([
	['the same page again', { first: { lines: [1], next: 'b' }, b: { lines: [1], next: 'b' } }, [1]],
	[
		'a mark from before',
		{ first: { lines: [1], next: 'b' }, b: { lines: [2], next: 'b' } },
		[1, 2],
	],
	['no list', { first: { lines: [1], next: 'b' }, b: { message: 'gone' } }, [1]],
])('%s is reported as incomplete', async (_, pages, entries) => {
	const { whole } = await read(pages);
	expect(whole).toEqual({ entries, has_more: true });
	expect(restOfList(whole, entries.length)).toBe('has_more');
});

test.each([
	['more pages than the first', { lines: [1], page: 1, pages: 5 }, 'pages'],
	['more pages, in an envelope', { lines: [1], meta: { total_pages: '2' } }, 'meta.total_pages'],
	['one page', { lines: [1], page: 1, page_count: 1, total: '140.50' }, undefined],
	['more, by a cursor', { lines: [1], meta: { cursor: 'b' } }, 'meta.cursor'],
	['no more, beside a cursor', { lines: [1], cursor: 'b', has_more: false }, undefined],
	['the cursor of the page before', { lines: [1], cursor: null, prev_cursor: 'a' }, undefined],
	[
		'more, in a field of a name that no envelope has',
		{ lines: [1], ['x'.repeat(101)]: { has_more: true } },
		undefined,
	],
])('%s: whether the list is complete', (_, response, field) => {
	expect(restOfList(response, 1)).toBe(field);
});

type Split = [
	name: string,
	response: unknown,
	entries?: unknown,
	rest?: string[],
	fields?: string[],
];
const NAMED = ['order', 'data'];

test.each<Split>([
	['a list', [1, 2], [1, 2]],
	['a list under data', { data: [1] }, [1]],
	['an object under data', { data: { lines: [1], page: 2 } }, [1], ['page']],
	['a cursor beside an object under data', { data: { lines: [1] }, next: 'c' }, [1], ['next']],
	['a list in the only object', { cards: { items: [1], total: 3 } }, [1], ['total']],
	['a list three objects deep', { code: 0, data: { page: { list: [1] } } }, [1], ['code']],
	['a list beside an object', { items: [1], meta: { page: 1 } }, [1], ['meta']],
	// In a field that the dialect names.
	['a list beside another one', { errors: [], data: [1] }, [1], ['errors'], NAMED],
	['one in an object', { errors: [], data: { lines: [1] } }, [1], ['errors'], NAMED],
	['no such field', { items: [1], meta: {} }, [1], ['meta'], NAMED],
	// None of these has one.
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
])('the list in a response whose shape is not shown: %s', (_, response, ...expected) => {
	const [entries, envelope = [], fields] = expected;
	expect(splitList(response, fields)).toEqual(entries && { entries, envelope });
});
