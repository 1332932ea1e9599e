import type { Dialect } from './dialect';
import { type Area, areaOf, RECORD_ENTRIES } from './dialect/records';
import {
	isAbsent,
	isJsonObject,
	type JsonObject,
	type JsonValue,
	scalarText,
	textOf,
	valueAt,
} from './values/json';

/** A response of the API, read once by the dialect. The fields that decide an order are read here, and only once. */
export interface Answer {
	/** As the API gave it, without its envelope; empty if there is no record. */
	record: JsonObject;
	/** Nothing came: `null`, or objects and lists that are all empty, and no error. */
	isEmpty: boolean;
	/** The idempotency key that the record shows. */
	extId?: string;
	kind?: Area;
	/** The batch result that contains the record (section 2.8). */
	result?: JsonObject;
	index?: number;
	/** The meaning of its statuses together. Undefined if `statusWord` is empty or unknown, and nothing else failed or is unclear. */
	status?: 'stands' | 'over' | 'failed' | 'unclear';
	/** The status that counts, in lower case; empty if there is none. */
	statusWord: string;
	/** Like `status`, but only of the record itself and its items: an expired passport says nothing about the order. */
	ownStatus?: Answer['status'];
	/** All its statuses, including those of its parts, for the operator. */
	statusText: string;
	/** It reports a failure, whatever else it shows. */
	error?: { code?: string; message?: string };
	ids: readonly string[];
	/** The eSIMs of one order, the results of a batch, or an order inside a document. */
	parts: readonly Answer[];
	/** A sanctions hit, which must not be lost because something else is odd (section 2.6). */
	isHit: boolean;
	/** A scalar of the record as text. `amount` and `goods_id` go by the dialect's names, and a dot reaches into an object. */
	field: (name: string) => string | undefined;
}

/** IDs that the document names (sections 2 and 6.4). `ref_id` is left out: it may be that of the request. */
const IDS = ['withdrawal_id', 'order_id', 'card_id', 'esim_id', 'purchase_id'];
/** Fields that the document names in the records of reads and screenings (sections 2.6 and 4.9). */
const READS = 'address deposit_address sanctions_hit epin codes pan cvv card_encrypted'.split(' ');
/** Such a field may be beside an order as well (section 2.1). */
const BESIDE = ['available_balance', 'price_usdt'];
const MAX_ENVELOPES = 3;
/** Listing millions of names takes a long time. Envelopes and orders have fewer, and orders have fewer parts. */
const [MAX_NAMES, MAX_PARTS] = [100, 1_000];
/** Characters of a status: a longer text is not a word. The words of one text. */
const [MAX_WORD, MAX_WORDS] = [100, 3];
const UNREADABLE = '(unreadable: set status in API Differences)';
const SUCCESS = /^(?:0+|20[0-4]0*|ok|success|true)$/i;

/**
 * Reads a response by the dialect: its record, key, statuses, error and parts.
 *
 * @param body a parsed body, not trusted in any way
 */
export function readAnswer(body: unknown, dialect: Dialect): Answer {
	const answer = answerOf(levelsIn(body, dialect), dialect);
	const isNothing = isJsonObject(body) || isEmpty(body as JsonValue);
	return { ...answer, isEmpty: answer.isEmpty && isNothing };
}

/** @param levels the envelopes and, last, the record */
function answerOf(levels: readonly JsonObject[], dialect: Dialect, result?: JsonObject): Answer {
	const record = levels.at(-1) ?? {};
	const outside = [...new Set([...(result ? [result] : []), ...levels])].filter(
		(one) => one !== record,
	);
	const holders = [record, ...outside];
	const parts = partsOf(record, dialect);
	const beside = objectsIn(record, dialect);
	const items = parts.filter((part) => part.ids.length > 0 || !beside.includes(part.record));
	// A status around the record can only fail the order or make it unclear. Section 2.8 names that of a batch's result.
	const ofResult = result ? wordsOf([result], [...dialect.status, 'status']) : [];
	const ofCall = levels.slice(0, -1).flatMap((level) => wordsOf([level], dialect.status));
	const isBad = (word: string) => /^(?:failed|unclear)$/.test(meaningOf(word, dialect) ?? '');
	const statuses = [...wordsOf(holders, dialect.status), ...[...ofCall, ...ofResult].filter(isBad)];
	const [statusWord = ''] = statuses;
	const words = new Set([...statuses, ...parts.map((part) => part.statusText)]);
	const ids = idsIn(holders, dialect);
	const isShown = holders.some((one) => isOrder(one, dialect));
	const keys = holders.flatMap((level) => keyOf(level, dialect) ?? []);
	// Without a status, an object beside the record may tell of the failure.
	const around = statusWord === '' ? levels.slice(0, -1) : [];
	const others = around.flatMap((level) => objectsIn(level, dialect));
	// The `code` of an envelope is about the call, unless the operator says what is.
	const isTold = dialect.error !== RECORD_ENTRIES.error.default;
	const names = isTold ? dialect.error : [...dialect.error, 'code'];
	const errors = outside.map((one) => errorIn(one, names));
	const inside = [record, ...others].map((one) => errorIn(one, dialect.error));
	const error = [result && errorIn(result, ['error']), ...errors, ...inside].find(Boolean);
	const index = Number(scalarText(result?.index));
	return {
		record: isEmpty(record) ? {} : record,
		isEmpty: isEmpty(record) && !isShown && !error && ofCall.every((word) => SUCCESS.test(word)),
		extId: keys[0],
		result,
		kind: kindOf(holders, dialect),
		index: result && Number.isInteger(index) ? index : undefined,
		status: together(statuses, parts, dialect),
		statusWord,
		statusText: [...words].filter(Boolean).slice(0, MAX_WORDS).join(' and '),
		ownStatus: together(statuses, items, dialect),
		error,
		ids,
		parts,
		isHit: [...levels, ...Object.values(record).flat()].some(isHit),
		field: (name) => {
			const goods = dialect.goodsId.filter((id) => ids.includes(id));
			const told = { ...dialect.fields, amount: dialect.amount, goods_id: goods };
			const places = new Map<string, readonly string[]>(Object.entries(told)).get(name) ?? [name];
			const texts = places.map((place) => scalarText(valueIn(holders, place)));
			return texts.find((one) => one !== undefined);
		},
	};
}

/** A response (or the only one in a list) and the objects in it, down to the record. The dialect's names come first. */
function levelsIn(body: unknown, dialect: Dialect): JsonObject[] {
	const [only, second] = Array.isArray(body) ? (body as unknown[]) : [body];
	const levels = isJsonObject(only) && second === undefined ? [only] : [];
	const isAuto = dialect.envelope.length > 0 && !levels.some((one) => namedIn(one, dialect));
	let [level] = levels;
	while (level && levels.length <= MAX_ENVELOPES) {
		const content = namedIn(level, dialect) ?? (isAuto ? contentOf(level, dialect) : undefined);
		// A hit is never left behind.
		const beside = [level, ...Object.values(level).flat()].filter((one) => one !== content);
		level = beside.some(isHit) ? undefined : content;
		if (level) levels.push(level);
	}
	return levels;
}

function namedIn(level: JsonObject, { envelope }: Dialect): JsonObject | undefined {
	if (envelope === 'auto') return undefined;
	const named = envelope
		.map((name) => level[name])
		.map((one) => (Array.isArray(one) && one.length < 2 ? (one[0] ?? null) : one));
	return named.find(isJsonObject) ?? (named.includes(null) ? {} : undefined);
}

/** The content of an envelope; undefined for a record. */
function contentOf(level: JsonObject, dialect: Dialect): JsonObject | undefined {
	const [only, second] = objectsIn(level, dialect);
	return !only || second || isRecord(level, only, dialect) ? undefined : only;
}

function isRecord(level: JsonObject, only: JsonObject, dialect: Dialect): boolean {
	const hasStatus = wordsOf([level], dialect.status).some((word) => meaningOf(word, dialect));
	const lists = listsOf(dialect).filter((name) => Array.isArray(level[name]));
	const hasParts = lists.some((name) => !isEmpty(level[name]));
	const shows = (name: string) => !isJsonObject(level[name] ?? {});
	const isOfRead = READS.some(shows) || (BESIDE.some(shows) && !isOrder(only, dialect));
	return hasStatus || hasParts || isOfRead || isOrder(level, dialect);
}

function objectsIn(holder: JsonObject, { ignored }: Dialect): JsonObject[] {
	const names = Object.keys(holder);
	if (names.length > MAX_NAMES) return [];
	const told = names.filter((name) => !ignored.includes(name));
	return told.map((name) => holder[name]).filter(isJsonObject);
}

const isHit = (one: unknown) => valueAt(one, 'sanctions_hit') === true;
const isOrder = (one: JsonObject, dialect: Dialect) =>
	(keyOf(one, dialect) ?? idsIn([one], dialect)[0]) !== undefined;

/** An order for several eSIMs returns a list (section 4.4), and a batch returns its results (section 2.8). */
const listsOf = ({ items }: Dialect): string[] => [...items, 'results'];

function partsOf(record: JsonObject, whole: Dialect): Answer[] {
	// A part may show its status as the document does, wherever the order has its own.
	const isWhole = whole.status.includes('status');
	const dialect = isWhole ? whole : { ...whole, status: [...whole.status, 'status'] };
	const listed = listsOf(dialect).flatMap((name) => {
		const list = record[name];
		if (!Array.isArray(list)) return [];
		return list.slice(0, MAX_PARTS).map((one) => partOf(one, dialect, name === 'results'));
	});
	// Beside a status of the order, an error in an object may be about something else, such as a callback.
	const isBare = wordsOf([record], whole.status).length === 0;
	const tells = (one: JsonObject) =>
		wordsOf([one], dialect.status).length > 0 || (isBare && errorIn(one, dialect.error));
	const held = objectsIn(record, dialect).filter(tells);
	return [...listed, ...held.map((one) => answerOf([one], dialect))];
}

function partOf(entry: JsonValue, dialect: Dialect, isResult: boolean): Answer {
	if (isJsonObject(entry)) {
		// A result without a body is the record itself.
		const { body } = entry;
		if (isJsonObject(body)) return answerOf(levelsIn(body, dialect), dialect, entry);
		return answerOf(levelsIn(entry, dialect), dialect, isResult ? entry : undefined);
	}
	// A plain text in such a list is an ID, and only eSIMs come in a quantity.
	const name = dialect.goodsId.find((one) => one === 'esim_id') ?? dialect.goodsId[0] ?? 'id';
	return answerOf([isAbsent(entry) ? {} : { [name]: entry }], dialect);
}

function wordsOf(holders: readonly JsonObject[], names: readonly string[]): string[] {
	return names.flatMap((name) => {
		const value = valueIn(holders, name);
		if (typeof value === 'object' && !isEmpty(value)) return UNREADABLE;
		const word = (scalarText(value) ?? '').slice(0, MAX_WORD).trim().toLowerCase();
		return word === '' ? [] : word;
	});
}

function meaningOf(word: string, dialect: Dialect): Answer['status'] {
	if (dialect.failedStatuses.includes(word)) return 'failed';
	if (word === UNREADABLE || dialect.unclearStatuses.includes(word)) return 'unclear';
	if (dialect.terminalStatuses.includes(word)) return 'over';
	return dialect.standingStatuses.includes(word) ? 'stands' : undefined;
}

/**
 * The meaning of several statuses together (rule 4 of docs/guarantees.md): if they contradict each other, it is unclear.
 */
function together(words: readonly string[], parts: readonly Answer[], dialect: Dialect) {
	const [own, ...beside] = words.map((word) => meaningOf(word, dialect));
	const all = [...beside, ...parts.map(({ status, error }) => status ?? (error && 'failed'))];
	if (own === 'failed') {
		const exists = all.some((one) => one === 'stands' || one === 'over');
		const isBought = parts.some(({ status, ids }) => status !== 'failed' && ids.length > 0);
		return exists || isBought || all.includes('unclear') ? 'unclear' : 'failed';
	}
	return all.some((one) => one === 'failed' || one === 'unclear') ? 'unclear' : own;
}

function errorIn(level: JsonObject, names: readonly string[]): Answer['error'] {
	const name = names.find((one) => tellsFailure(one, valueIn([level], one)));
	if (name === undefined) return undefined;
	const told = valueIn([level], name);
	const inside: JsonObject = isJsonObject(told) ? told : {};
	// These fields say that the call failed, not why.
	const isFlag = typeof told === 'boolean' || /^(?:success|ok|http_status)$/.test(name);
	const [code, message = isFlag && `${name}: ${textOf(told ?? null)}`] = [
		inside.code ?? (isFlag ? level.code : told),
		inside.message ?? level.message,
	];
	return {
		code: typeof code === 'string' ? code : undefined,
		message: typeof message === 'string' ? message : undefined,
	};
}

function tellsFailure(name: string, value: JsonValue | undefined): boolean {
	if (isAbsent(value) || isEmpty(value)) return false;
	// An error may be an object with nothing but the code of a success.
	const { code, ...more } = isJsonObject(value) ? value : { code: value };
	const text = (isEmpty(more) ? scalarText(code) : undefined) ?? '';
	if (/^(?:success|ok)$/.test(name)) return /^(?:0|false|no)$/i.test(text);
	if (name === 'http_status') return /^\s*[345]\d\d(?!\d)/.test(text);
	return /^true$/i.test(text) || !(SUCCESS.test(text) || /^false$/i.test(text));
}

function keyOf(record: JsonObject, { key }: Dialect): string | undefined {
	const value = key.map((name) => valueIn([record], name)).find((one) => !isAbsent(one));
	return value === undefined ? undefined : (scalarText(value) ?? '');
}

function kindOf(holders: readonly JsonObject[], { kind }: Dialect): Area | undefined {
	const words = kind.fields.map((name) => scalarText(valueIn(holders, name))?.slice(0, MAX_WORD));
	return words.map((word = '') => kind.words[word] ?? areaOf(word)).find(Boolean);
}

/** An API may use `false`, `0` or an empty list if there is no ID. */
function idsIn(holders: readonly JsonObject[], { goodsId }: Dialect): string[] {
	const isId = (text = '0') => !/^(?:false|true|0)$/.test(text);
	return [...new Set([...IDS, ...goodsId])].filter((name) =>
		isId(scalarText(valueIn(holders, name))),
	);
}

/**
 * A field of the record. A place with dots may also begin in an object around it.
 *
 * @param holders the record, and the objects around it
 */
function valueIn(holders: readonly JsonObject[], place: string): JsonValue | undefined {
	const places = place.includes('.') ? holders : holders.slice(0, 1);
	return places.map((holder) => valueAt(holder, place)).find((value) => value !== undefined);
}

/** Whether a value holds nothing. A list is empty only without entries, and an object with many names never is. */
function isEmpty(value: JsonValue | undefined): boolean {
	if (Array.isArray(value)) return value.length === 0;
	if (!isJsonObject(value)) return isAbsent(value);
	const names = Object.keys(value);
	return names.length <= MAX_NAMES && names.every((name) => isEmpty(value[name]));
}
