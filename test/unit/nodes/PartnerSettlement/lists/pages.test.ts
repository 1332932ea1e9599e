// A list that is read page by page is whole, or says that it is not.
import { readPages, restOfList } from '../../../../../nodes/PartnerSettlement/lists/pages';
import type { ApiCall, JsonValue } from '../../../../../partner-api';
import { readDifferences } from '../../../../../partner-api/differences';

const CALL: ApiCall = { method: 'GET', base: 'api', path: '/partner/ledger', retrySafety: 'safe' };
const DIFFERENCES = readDifferences({ cursor: { response: 'next', request: 'after' } });

/** Reads from an API that gives these responses, by the mark that is asked for. */
async function read(pages: Record<string, JsonValue>, limit?: number) {
	const asked: string[] = [];
	const send = async ({ query = {} }: ApiCall) => {
		asked.push(query.after ?? 'first');
		return await Promise.resolve(pages[query.after ?? 'first']);
	};
	return { whole: await readPages(CALL, send, DIFFERENCES, limit), asked };
}

test('all pages are read, up to the one without a mark', async () => {
	const pages = {
		first: { lines: [1], next: 'b' },
		b: { lines: [2], next: 'c' },
		c: { lines: [3] },
	};
	expect(await read(pages)).toEqual({ whole: [1, 2, 3], asked: ['first', 'b', 'c'] });
});

test('an empty page is the last one, whatever mark it shows', async () => {
	const pages = { first: { lines: [1], next: 'b' }, b: { lines: [], next: 'b' } };
	expect(await read(pages)).toEqual({ whole: [1], asked: ['first', 'b'] });
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
	expect(await readPages(CALL, send, DIFFERENCES)).toMatchObject({ has_more: true });
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
])('%s is told as not all', async (_, pages, entries) => {
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
])('%s: whether that is all', (_, response, field) => {
	expect(restOfList(response, 1)).toBe(field);
});
