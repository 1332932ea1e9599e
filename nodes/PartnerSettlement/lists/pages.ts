import {
	type ApiCall,
	type Dialect,
	isJsonObject,
	type JsonValue,
	pagesOf,
	textOf,
	valueAt,
} from '../../../partner-api';
import { listName, type Operation } from '../definition/operation';
import { splitList } from './list';

/** An API whose pages never end must not keep a run busy for ever. */
const MAX_PAGES = 1_000;

/** Matches a count of entries, not the total of an amount. */
const TOTAL = /(?:^|\.)total(?:_?(?:count|items|entries|records|results))?$/i;
const PAGES = /(?:^|\.)(?:total_?)?(?:pages|page_?count)$/i;
const MORE = /(?:^|\.)(?:next|has_?more)[^.]*$/i;
const MARK = /(?:^|\.)(?:next[^.]*|(?!prev|start)[^.]*cursor|page_?token)$/i;

/**
 * Reads a list page by page, if the dialect says how to get the next page.
 *
 * @param call of the first page
 * @param send makes a call
 * @param limit this many entries are enough
 * @returns the response if it is the only one; otherwise the entries of all pages, or the result of `notAll` for a part
 * @throws what `send` throws
 */
export async function readPages(
	call: ApiCall,
	send: (call: ApiCall) => Promise<unknown>,
	dialect: Dialect,
	operation: Operation,
	limit = Infinity,
): Promise<unknown> {
	const first = await send(call);
	const pages = pagesOf(dialect, listName(operation));
	const list = pages && splitList(first, dialect.envelope);
	if (!list) return first;
	const markOf = (response: unknown, page: unknown[]) =>
		'next' in pages ? markIn(response, pages.next) : markIn(page.at(-1), pages.last);
	const entries = [...list.entries];
	const asked = new Set<JsonValue>();
	let page = list.entries;
	let mark = markOf(first, page);
	while (mark !== undefined && entries.length < limit) {
		if (asked.has(mark) || asked.size === MAX_PAGES) {
			// Some lists end with an empty page that shows the same mark.
			return page.length === 0 && asked.has(mark) ? entries : notAll(entries);
		}
		asked.add(mark);
		const response = await send(withMark(call, pages.send, mark));
		const next = splitList(response, dialect.envelope)?.entries;
		// An API that does not know the cursor returns the same page again.
		if (!next || (next.length > 0 && JSON.stringify(next) === JSON.stringify(page))) {
			return notAll(entries);
		}
		for (const entry of next) entries.push(entry);
		// Some lists are filtered page by page, so one page may be empty. After two empty pages, the list has ended.
		const isEnd = next.length === 0 && page.length === 0;
		mark = isEnd ? undefined : markOf(response, next);
		page = next;
	}
	return asked.size === 0 ? first : entries;
}

/** The part of a list that could be read. `restOfList` recognizes it as incomplete. */
function notAll(entries: unknown[]): { entries: unknown[]; has_more: boolean } {
	return { entries, has_more: true };
}

/**
 * Finds the field around a list that shows that it is incomplete, such as `next_cursor`, `has_more` or `total`. A total
 * with a fraction is one of amounts.
 *
 * @param response that holds it
 * @param count how many entries it has
 * @returns the name of the field; undefined if the list seems complete
 */
export function restOfList(response: unknown, count: number): string | undefined {
	const fields = fieldsAround(response);
	const field = fields.find(([place, value]) => {
		if (TOTAL.test(place)) return /^\d+$/.test(textOf(value)) && Number(value) > count;
		if (PAGES.test(place)) return Number(value) > 1;
		return MORE.test(place) && Boolean(value);
	});
	const isTold = fields.some(([place]) => MORE.test(place));
	return field?.[0] ?? (isTold ? undefined : markPlaceIn(response));
}

/** The place of a next page's mark in a response. */
export function markPlaceIn(response: unknown): string | undefined {
	const places = fieldsAround(response).map(([place]) => place);
	return places.find((place) => MARK.test(place) && markIn(response, place) !== undefined);
}

/** The fields of an object, and of the objects in it, with dotted names. An API has few, with short names. */
export function fieldsAround(
	value: unknown,
	before = '',
	levels = 3,
): [string, JsonValue | undefined][] {
	if (!isJsonObject(value) || levels === 0) return [];
	const fields = Object.entries(value)
		.slice(0, 100)
		.filter(([name]) => name.length <= 100);
	return fields.flatMap(([name, inner]): [string, JsonValue | undefined][] => [
		[before + name, inner],
		...fieldsAround(inner, `${before}${name}.`, levels - 1),
	]);
}

/** The mark of the next page, such as `next_cursor` or `data.next`; undefined on the last one. */
function markIn(response: unknown, place: string): JsonValue | undefined {
	const value = valueAt(response, place);
	const isMark = (typeof value === 'string' && value !== '') || typeof value === 'number';
	return isMark ? value : undefined;
}

function withMark(call: ApiCall, name: string, mark: JsonValue): ApiCall {
	if (call.body === undefined) return { ...call, query: { ...call.query, [name]: textOf(mark) } };
	return { ...call, body: { ...(isJsonObject(call.body) ? call.body : {}), [name]: mark } };
}
