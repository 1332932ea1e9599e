import Big from 'big.js';

import {
	ASSUMPTIONS,
	isDecimal,
	isJsonObject,
	type JsonObject,
	textOf,
} from '../../../partner-api';
import {
	contentIn,
	errorCodeOf,
	errorIn,
	innerObjects,
	isId,
	objectsIn,
	RECORD_IDS,
	recordIn,
} from '../definition/envelope';
import { isAbsent, isUnreadable, scalarText } from '../definition/fields';
import { withOneSpelling } from '../definition/screening';
import { kindsIn, kindsShown } from './kinds';

/** One thing that the API is asked to do and that changes something. */
export interface Order {
	/** Index of the input item. */
	itemIndex: number;
	/** The idempotency key; absent in a call without one. */
	extId?: string;
	/** The operator chose the key, and may have used it for another order. */
	hasCustomKey: boolean;
	/** What is ordered, by the API's names: the body, and what stands in the path. */
	fields: JsonObject;
	/** What is sent for it: its body; in a batch, its body and the fields beside it. */
	payload: JsonObject;
	/** Names of the fields that tell which order a record is of. */
	identifying: readonly string[];
	/** What a record may call its kind: areas of section 6.3. Absent where that is not known. */
	areas?: readonly string[];
	/** Where they are not known, a guess: a record of another kind does not prove to be of this order. */
	likelyAreas?: readonly string[];
	/** It may exist before it is sent: in a retry, for an AI agent, with a key of the operator's own, or of which another run had the key. */
	mayExist: boolean;
	/** The credential's limits let it go, and its cost counts. */
	isReserved?: boolean;
	/** Statuses by which this API says that nothing came of it, beside those that the document shows. */
	failedStatuses?: readonly string[];
}

/** What says how an order stands; what says how its document does counts only where that is missing. */
const STATUSES = ['status', 'document_status'];
/** Only a state that the document shows (section 3.2), or the credential, says that nothing came of an order. */
const CAME_TO_NOTHING = new Set<string>(ASSUMPTIONS.failed_statuses.value);
/** Words for an end that the document does not show: whether the order was paid, they do not say. */
export const UNCLEAR_ENDS: ReadonlySet<string> = new Set(ASSUMPTIONS.unclear_statuses.value);
/** Statuses of an order that stands, also beside an error (sections 3.2 and 3.3). */
export const STANDS: ReadonlySet<string> = new Set(ASSUMPTIONS.standing_statuses.value);
const NO_SUCCESS = /^\s*[345]\d\d(?!\d)/;
/** A field of a document may be of any length. */
export const MAX_SHOWN = 100;
const CHOSEN_AMOUNT = 'required_fields.amount';
const OF_AMOUNT = /^(?:amount|currency)$/;
/** Fields that orders of several kinds share: one of them alone does not prove which order it is. */
const SHARED = new Set(['card_id', 'amount', 'quantity', CHOSEN_AMOUNT]);
/** Fields that the purchase of an eSIM shows as well: of a top-up, even all of them prove nothing. */
const OF_ESIM = new Set(['esim_id', 'iccid', 'offer_id', 'plan_id']);
/** Their values are the document's own (section 2), whatever their case. */
export const CASELESS_FIELDS: ReadonlySet<string> = new Set(['currency', 'network']);

/** A status that is no text: what it says of its order, nobody knows. */
export const UNREADABLE = '(unreadable)';

/** The statuses that a record shows, in lower case. A longer text is cut. */
export function statusesOf(response: unknown): string[] {
	const record = recordIn(response);
	return STATUSES.map((name) => record?.[name]).flatMap((value) => {
		if (isUnreadable(value)) return UNREADABLE;
		const word = typeof value === 'string' ? value.slice(0, MAX_SHOWN).trim().toLowerCase() : '';
		return word === '' ? [] : word;
	});
}

/** Those of a record and of what it holds. */
export function allStatuses(record: unknown): string[] {
	return [record, contentIn(record)].flatMap(statusesOf);
}

/** The status that counts. */
export function statusOf(record: unknown): string {
	return statusesOf(record)[0] ?? '';
}

/** The words of this API for an order that came to nothing. */
type Words = Pick<Order, 'failedStatuses'>;

/** Whether a record says that nothing came of its order, and nothing will. */
export function cameToNothing(record: unknown, words: Words): boolean {
	const stands = ({ esim_id: id, ...item }: JsonObject) =>
		(isId(id) || isUnreadable(id)) && !isFailed(item, words);
	return isFailed(record, words) && !partsOf(record).some(stands);
}

/** Whether a record says that its order failed. One of several eSIMs may stand all the same. */
export function isFailed(record: unknown, words: Words): boolean {
	return meansNothing(allStatuses(record)[0] ?? '', words);
}

/**
 * What in the record of an order ended badly although its status does not say so: nobody can tell which is true.
 *
 * @returns a status, or an HTTP status (section 6.4); undefined where there is none
 */
export function contradictionOf(record: unknown, words: Words): string | undefined {
	const endsBadly = (status: string) => meansNothing(status, words) || UNCLEAR_ENDS.has(status);
	const [status = '', ...others] = allStatuses(record);
	if (status === '' || endsBadly(status)) return undefined;
	return others.find(endsBadly) ?? refusalIn(recordIn(record)) ?? refusalIn(contentIn(record));
}

/** The HTTP status (section 6.4) that a record shows, where it is none of a success. */
function refusalIn(record: JsonObject | undefined): string | undefined {
	const shown = scalarText(record?.http_status)?.slice(0, MAX_SHOWN) ?? '';
	return NO_SUCCESS.test(shown) ? shown : undefined;
}

function meansNothing(status: string, { failedStatuses }: Words): boolean {
	return CAME_TO_NOTHING.has(status) || failedStatuses?.includes(status) === true;
}

/** A quantity is answered with a list (section 4.4), which the record may hold in its turn. */
function partsOf(response: unknown): JsonObject[] {
	return [recordIn(response), contentIn(response)].flatMap((one) => objectsIn(one?.items));
}

/**
 * Whether something in a record failed: its call, one of its items, what it holds in its turn, or an order in it, where the
 * record itself has no key.
 */
export function holdsFailure(response: unknown, words: Words): boolean {
	const [record, content] = [recordIn(response), contentIn(response)];
	if ((refusalIn(record) ?? refusalIn(content)) !== undefined) return true;
	if (isFailed(response, words) || statusesOf(response).includes(UNREADABLE)) return true;
	const inside = record && isAbsent(record.ext_id) ? innerObjects(record) : [];
	const orders = inside.filter((one) => !isAbsent(one.ext_id));
	return [content, ...partsOf(response), ...orders].some(
		(part) => errorIn(part) !== undefined || isFailed(part, words),
	);
}

/** Whether a response shows an order: its key, an id that was not sent, or a status; and no error. */
export function showsOrder(response: unknown, order: Order): boolean {
	const { extId } = order;
	const record = recordIn(response);
	if (!record || errorIn(response) !== undefined) return false;
	if (!cameToNothing(record, order) && holdsFailure(record, order)) return false;
	// Beside a code, the key may be that of the request; beside a message, an `id` or a status as well.
	const hasNoCode = errorCodeOf(record) === undefined;
	const hasKey = extId !== undefined && record.ext_id === extId && hasNoCode;
	const isBare = hasNoCode && isAbsent(record.message);
	const hasId = newIdsIn(record, order, isBare ? ['id', ...RECORD_IDS] : RECORD_IDS).length > 0;
	const hasItems = mayBeSeveral(order) && objectsIn(record.items).length > 0;
	return hasKey || hasId || hasItems || (isBare && statusesOf(record).length > 0);
}

/** The names of the IDs that a record shows and that were not sent for the order. */
export function newIdsIn(record: JsonObject, { fields }: Order, names = RECORD_IDS): string[] {
	return names.filter((name) => isId(record[name]) && isAbsent(fields[name]));
}

/**
 * The identifying fields in which a record differs from the order: what it shows, and what was asked for. A field that it
 * does not show proves nothing.
 *
 * @param content what it holds in its turn
 * @returns undefined where nothing differs
 */
export function differenceText(
	record: unknown,
	order: Order,
	content: unknown = contentIn(record),
): string | undefined {
	const own = recordIn(record) ?? {};
	// Beside an amount or a kind of its own, it may hold its accounting, which has others.
	const hasAmount = !isAbsent(own.amount);
	const hasKind = kindsIn(own).length > 0;
	const ofContent = {
		...order,
		identifying: order.identifying.filter((name) => !hasAmount || !OF_AMOUNT.test(name)),
		areas: hasAmount || hasKind ? undefined : order.areas,
	};
	const compared = [compareFields(own, order), compareFields(content, ofContent)];
	const texts = compared.flatMap(({ differing }) => differing);
	return texts.length === 0 ? undefined : `it differs in ${texts.join(', ')}`;
}

/**
 * Whether a record proves to be that of the order and of no other with the same key: by its kind, or by identifying fields
 * as they were sent. Of fields that orders of other kinds have as well, it takes two.
 */
export function showsWhatWasSent(record: unknown, order: Order): boolean {
	const { fields, areas, likelyAreas } = order;
	const likely = areas ?? likelyAreas ?? [];
	const kinds = kindsIn(recordIn(record) ?? {});
	if (kinds.length > 0 && !kinds.some(({ area }) => likely.includes(area))) return false;
	const isTopUp = !isAbsent(fields.iccid) || likely[0]?.endsWith('_topup') === true;
	const same = sentFieldsIn(record, order).filter((name) => !(isTopUp && OF_ESIM.has(name)));
	return same.length > 1 || same.some((name) => !SHARED.has(name));
}

/**
 * What was ordered and a record does not show: the amount, or how many; undefined where it does. A key that was not used
 * before stands for this order alone, however many the record shows.
 */
export function unseenIn(record: unknown, order: Order): string | undefined {
	const { amount, quantity } = order.fields;
	const own = recordIn(record) ?? {};
	const chosen = order.mayExist ? fieldOf(order.fields, CHOSEN_AMOUNT) : undefined;
	const ordered = scalarText(amount) ?? chosen;
	const amounts = ['amount', CHOSEN_AMOUNT].map((name) => fieldOf(own, name));
	if (ordered !== undefined && !amounts.some((one = '') => isSame('amount', one, ordered)))
		return `the amount of this one (${ordered})`;
	const wanted = isAbsent(quantity) ? '1' : textOf(quantity);
	const listed = mayBeSeveral(order) ? goodsOf(record) : 1;
	const shown = scalarText(own.quantity) ?? String(listed);
	if (!order.mayExist || isSame('amount', shown, wanted)) return undefined;
	return `the quantity of this one (${wanted})`;
}

/** Whether a response under a key that may have been used shows a chosen amount, or as many goods, as were not ordered. */
export function showsOtherAmount(record: unknown, order: Order): boolean {
	const own = recordIn(record) ?? {};
	const hasGoods = isId(own.esim_id) || partsOf(record).length > 0;
	const isShown = fieldOf(own, CHOSEN_AMOUNT) !== undefined || (hasGoods && mayBeSeveral(order));
	const fields = { ...order.fields, amount: null };
	return order.mayExist && isShown && unseenIn(record, { ...order, fields }) !== undefined;
}

/** Whether a quantity was ordered, or may be (section 4.4). What others list is no goods: a withdrawal its accounting. */
function mayBeSeveral({ fields, identifying }: Order): boolean {
	const { quantity, offer_id: offer, plan_id: plan } = fields;
	return !isAbsent(quantity) || (identifying.includes('quantity') && !isAbsent(offer ?? plan));
}

/** How many goods a record lists; one where it lists none. */
function goodsOf(record: unknown): number {
	const lists = [recordIn(record), contentIn(record)].map((one) => one?.items);
	return Math.max(1, ...lists.map((list) => (Array.isArray(list) ? list.length : 0)));
}

/** The names of the identifying fields that a record shows as they were sent, besides the key, and where it shows its kind. */
export function sentFieldsIn(record: unknown, order: Order): string[] {
	const identifying = new Set([...order.identifying.filter((name) => name !== 'ext_id'), 'amount']);
	return compareFields(record, { ...order, identifying: [...identifying] }).same;
}

function compareFields(record: unknown, { fields, identifying, areas }: Order) {
	const shown: JsonObject = withOneSpelling(recordIn(record) ?? {});
	const sent: JsonObject = withOneSpelling(fields);
	const same: string[] = [];
	const differing: string[] = [];
	const differs = (name: string, left: string, right: string) =>
		differing.push(
			`${name} (${left.slice(0, MAX_SHOWN)}; asked for now: ${right.slice(0, MAX_SHOWN)})`,
		);
	for (const name of identifying) {
		const [left, right] = [fieldOf(shown, name), fieldOf(sent, name)];
		if (left === undefined || right === undefined) continue;
		if (isSame(name, left, right)) same.push(name);
		// A buyer's text, which an API may write otherwise.
		else if (name !== CHOSEN_AMOUNT || (isDecimal(left) && isDecimal(right)))
			differs(name, left, right);
	}
	const kinds = areas ? kindsShown(shown) : [];
	const own = kinds.find(({ area }) => areas?.includes(area));
	if (own) same.push(own.name);
	else for (const { name, area } of kinds) differs(name, area, areas?.join(' or ') ?? '');
	return { same, differing };
}

/** A field by its name; also the amount that a buyer chose for a gift card, which may be any text. */
function fieldOf(record: JsonObject, name: string): string | undefined {
	if (name !== CHOSEN_AMOUNT) return scalarText(record[name]);
	const { required_fields: chosen } = record;
	return isJsonObject(chosen) ? scalarText(chosen.amount) : undefined;
}

function isSame(name: string, left: string, right: string): boolean {
	if (/\bamount$/.test(name) && isDecimal(left) && isDecimal(right)) return new Big(left).eq(right);
	if (CASELESS_FIELDS.has(name)) return left.toLowerCase() === right.toLowerCase();
	return left === right;
}
