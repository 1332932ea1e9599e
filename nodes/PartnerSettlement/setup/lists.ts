import {
	type ApiCall,
	type CatalogFields,
	pagesOf,
	type PartnerClient,
	snakeCase,
} from '../../../partner-api';
import { directCall, listName, type Operation } from '../definition/operation';
import { wireName } from '../definition/request-rules';
import { catalogFields, readEntry } from '../lists/catalog-entry';
import { readLedgerLine } from '../lists/ledger-line';
import { entriesOf } from '../lists/list';
import { markPlaceIn, readPages, restOfList } from '../lists/pages';
import { findOperation, OPERATIONS } from '../operations';
import { ask, fieldsIn, type Finding } from './reads';

type Pages = NonNullable<ReturnType<typeof pagesOf>>;

/** A list that was read, and the findings about it. */
interface List {
	api: PartnerClient;
	operation: Operation;
	response: unknown;
	entries: unknown[];
	found: Finding;
}

/** Whether a list can be read: its entries, its pages and, in a catalog, ID, name and price. @throws PartnerApiError */
export async function checkList(api: PartnerClient, operation: Operation): Promise<Finding> {
	const { response, failure } = await ask(api, directCall(operation));
	if (failure) throw failure;
	const entries = entriesOf(response, api.settings.dialect);
	const found: Finding = { result: 'works', what: `It works. Entries: ${entries.length}.` };
	const list = { api, operation, response, entries, found };
	checkCatalog(list);
	if (operation === findOperation('ledger', 'getAll') && entries.length > 0) checkLedger(list);
	await checkPages(list);
	return found;
}

/** Whether the ledger's lines are enough for Days Left of the balance trigger. */
function checkLedger({ api, entries, found }: List): void {
	const { ledger } = api.settings.dialect;
	const { amount, at } = ledger;
	const lines = entries.map((line) => readLedgerLine(line, ledger));
	if (!lines.includes(undefined)) {
		found.what += ` Days Left reads amounts from ${amount} and times from ${at}.`;
		const hasDebit = lines.some((line) => line?.isDebit);
		if (!hasDebit) found.what += ' No line is a debit: if you have spent, enter ledger.debit.';
	} else
		found.what += ` Days Left can't read ${amount} and ${at} of its lines, so it uses its own polls. Enter the right fields under ledger.`;
}

/** Fields about a thing other than the offer, or about an amount other than its price. */
const OF_ANYTHING_ELSE =
	/(?:^|_)(?:brand|category|country|currency|discount|face|fee|file|image|max|min|network|old|operator|per|phone|provider|region|vendor)(?:_|$)/;

/** The fields of a catalog that the nodes read. If a usual one is missing, the only other candidate is suggested. */
function checkCatalog({ api, operation, entries, found }: List): void {
	const priceList = OPERATIONS.map((one) => one.priceList).find((one) => one?.read === operation);
	const list = listName(operation);
	if (!priceList || !list || entries.length === 0) return;
	const { dialect, serviceCode } = api.settings;
	const idName = wireName(priceList.id, serviceCode);
	const likely = {
		id: new RegExp(`${idName.split('_').slice(-2).join('_')}$|(?:^|_)(?:sku|code)$`),
		name: /(?:^|_)(?:name|title|label)$/,
		price: /^usdt$|(?:pric|cost).*usdt|usdt.*(?:pric|cost)|(?:^|_)price$/,
	};
	const sample = entries.slice(0, 100);
	const shown = sample.map((entry) => new Map(fieldsIn(entry)));
	const fields: CatalogFields = { ...(dialect.catalogs[list] ?? dialect.catalogs['*']) };
	const [id = '', name = '', price = ''] = (['id', 'name', 'price'] as const).map((part) => {
		const placeBy = (told: CatalogFields) => {
			const names = catalogFields({ ...dialect, catalogs: { [list]: told } }, operation, idName);
			const read = sample.map((entry) => readEntry(entry, names));
			return read.find((one) => (part === 'price' ? one.price : one.fields[part]))?.fields[part];
		};
		const [place, second] = [...(shown[0]?.keys() ?? [])].filter((one) => {
			const values = new Set(shown.map((entry) => entry.get(one)));
			// Each entry has an ID of its own.
			const fits = part === 'id' ? values.size === shown.length : !values.has(undefined);
			return fits && likely[part].test(snakeCase(one)) && !OF_ANYTHING_ELSE.test(snakeCase(one));
		});
		const usual = placeBy(fields);
		if (usual || second || !place || !placeBy({ [part]: place })) return usual;
		fields[part] = place;
		found.suggestion = { catalogs: { [list]: fields } };
		return place;
	});
	const none = 'no field';
	found.what += ` The nodes read the ID from ${id || none}, the name from ${name || none}, and the price from ${price || none}.`;
	if (id && price) {
		const names = catalogFields({ ...dialect, catalogs: { [list]: fields } }, operation, idName);
		const priced = sample.filter((entry) => readEntry(entry, names).price !== undefined).length;
		if (priced < sample.length)
			found.what += ` Only ${priced} of ${sample.length} entries show a price that a limit can use.`;
		return;
	}
	found.result = 'differs';
	found.what += ` Enter the right fields under catalogs.${list}, or choose By ID and fill in Price (USDT) under Options.`;
}

/** Names under which a mark, or the ID of the last entry, may be sent. */
const SENT_AS = ['cursor', 'after', 'page_token', 'pageToken', 'last_id', 'starting_after'];

/** Finds out how to get a list's next page, if there is one. Reading that page is the proof. */
async function checkPages(list: List): Promise<void> {
	const { operation, response, entries, found } = list;
	const { dialect, differences } = list.api.settings;
	const rest = restOfList(response, entries.length)?.slice(0, 100);
	const told = pagesOf(dialect, listName(operation));
	if (told && ((await nextPage(list, told)) ?? rest === undefined)) return;

	const mark = markPlaceIn(response);
	const sent = mark?.replace(/^(?:.*\.)?(?:next_)?/, '') ?? 'cursor';
	const idsOf = (entry: unknown) =>
		fieldsIn(entry).filter(([place]) => /(?:^|_)(?:id|sku|code)$/.test(snakeCase(place)));
	// Many pages have a round number of entries.
	const last = rest !== undefined || entries.length % 10 === 0 ? idsOf(entries.at(-1)) : [];
	const ways = [...new Set([sent, ...SENT_AS])].flatMap((send): Pages[] => [
		...(mark === undefined ? [] : [{ next: mark, send }]),
		...last.slice(0, 2).map(([id]) => ({ last: id, send })),
	]);
	// The price of an entry, or a time, may differ in each response.
	const keyOf = (entry: unknown) => JSON.stringify(idsOf(entry)[0] ? idsOf(entry) : entry);
	const known = new Set(entries.map(keyOf));
	for (const pages of ways) {
		const next = (await nextPage(list, pages).catch(() => undefined)) ?? [];
		if (next.length === 0 || next.some((entry) => known.has(keyOf(entry)))) continue;
		found.what += ` This is only the first page: the field ${pages.send} asks for the next one.`;
		// Only a mark applies to all lists. With the ID of the last entry, a list without pages would be read again.
		const isForAll = 'next' in pages && !differences.pages && !differences.cursor;
		const name = isForAll ? '*' : (listName(operation) ?? '*');
		found.suggestion = { ...found.suggestion, pages: { [name]: pages } };
		return;
	}
	if (rest === undefined) return;
	found.result = 'differs';
	found.what += ` ${rest} says that this is not the whole list. Ask your provider how to get the next page, and enter it as pages: a mark or the last ID, not a page number.`;
}

/** The entries of the next page; undefined if the list does not go on like this. @throws PartnerApiError */
async function nextPage({ api, operation, response, entries }: List, pages: Pages) {
	const first = directCall(operation);
	const send = async (call: ApiCall) => (call === first ? response : await api.call(call));
	const dialect = { ...api.settings.dialect, pages: { '*': pages } };
	const all = await readPages(first, send, dialect, operation, entries.length + 1);
	const isRead = Array.isArray(all) && all !== response;
	return isRead ? (all.slice(entries.length) as unknown[]) : undefined;
}
