// Proves that a list that is read page by page is whole, or says that it is not.
import { readPages, restOfList } from '../../../../../nodes/PartnerSettlement/lists/pages';
import { cardGetAll } from '../../../../../nodes/PartnerSettlement/operations/card/get-all';
import { ledgerGetAll } from '../../../../../nodes/PartnerSettlement/operations/ledger/get-all';
import type { ApiCall, JsonValue } from '../../../../../partner-api';
import { type Dialect, dialectOf } from '../../../../../partner-api/dialect';

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
		'a mark that came before',
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
	['one page', { lines: [1], page: 1, page_count: 1 }, undefined],
	[
		'more, in a field of a name that no envelope has',
		{ lines: [1], ['x'.repeat(101)]: { has_more: true } },
		undefined,
	],
])('%s: whether the list is complete', (_, response, field) => {
	expect(restOfList(response, 1)).toBe(field);
});
