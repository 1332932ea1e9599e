import Big from 'big.js';

import {
	type Answer,
	type Dialect,
	isAbsent,
	isDecimal,
	isJsonObject,
	type JsonObject,
	redactSecrets,
	scalarText,
	snakeCase,
} from '../../../partner-api';
import { CASELESS_FIELDS, type Order } from '../definition/order';
import { withOneSpelling } from '../definition/screening';
import type { Last, Lookup } from './decide';

/** What a record says about an order, and why, for the operator. */
interface Said<T> {
	says: T;
	detail?: string;
	/** If it is known to be this order, its end is unclear. */
	isEnd?: boolean;
}

/** A field of a record may be of any length. */
const MAX_SHOWN = 100;
/**
 * An amount may include the fee or a sign: if it differs, it may still be the same order (rule 2 of docs/guarantees.md).
 */
const AMOUNT = /(?:^|\.)amount$/;
/** The holder of a card: if a record shows somebody else, it may be another order (section 4.5). */
const HOLDER = ['email', 'first_name', 'last_name', 'phone'];
/** A buyer's texts, which an API may write in another form. */
const FILLED_IN =
	/^required_fields\.(?!amount$)|^(?:email|first_name|last_name|phone|birth_date|country)$/;
/** A record may hide a part of a value: then it is not known whether it differs. */
const MASKED = /[*•…]|\.{3}/;
/** Fields that show an operator which order a record belongs to (section 6.4). */
const TELLING = [
	...['kind', 'type', 'amount', 'debit_amount', 'currency', 'to_address', 'offer_id', 'quantity'],
	'card_id',
];

/**
 * What the response to an order says about it (rules 1, 2 and 4 of docs/guarantees.md).
 *
 * @param lookup the result of an earlier lookup
 */
export function lastOf(answer: Answer, order: Order, lookup: Lookup): Said<Last> {
	const { extId, status, error, ids } = answer;
	const { same, differing, open, missing } = compare(answer, order);
	// A call without a key may get one from the API.
	const isOtherKey = extId !== undefined && extId !== (order.extId ?? extId);
	if (isOtherKey) differing.push(`ext_id (${cut(extId)})`);
	if (differing.length > 0) return { says: 'another_order', detail: differs(differing) };
	const hasKey = extId !== undefined;
	const hasId = ids.some((name) => isAbsent(order.fields[name]));
	const isEnd = status === 'failed' || status === 'unclear';
	if (error && !(isEnd && (hasKey || hasId)))
		return { says: 'lost', detail: 'the response contains an error' };
	if (!hasKey && !hasId && status === undefined && !hasGoods(answer, order))
		return { says: 'lost', detail: 'the response shows no order' };
	if (open.length > 0) return { says: 'unclear_end', detail: openText(open) };
	// A custom key may belong to another order, and the response may show only the key.
	const isProven = missing.length === 0 && same.length > 0;
	if (order.key === 'own' && lookup !== 'none' && !isProven)
		return { says: 'lost', detail: 'the response does not show which order has this ext_id' };
	if (status === 'failed') return { says: 'came_to_nothing' };
	return status === 'unclear'
		? { says: 'unclear_end', detail: endText(answer) }
		: { says: 'this_order' };
}

/**
 * What a document says about an order (rules 2 to 5 of docs/guarantees.md). `isNone` decides whether there is one.
 *
 * @param isBehindRefusal the API refused the last attempt: then an unknown status is unclear
 */
export function lookupOf(
	answer: Answer,
	order: Order,
	dialect: Dialect,
	isBehindRefusal = false,
): Said<Lookup> {
	const { status, error, statusWord } = answer;
	if (dialect.key.length > 0 && answer.extId !== order.extId)
		return {
			says: 'unclear',
			detail: 'the lookup does not show this ext_id, so it proves nothing',
		};
	const { same, differing, open, missing } = compare(answer, order);
	if (differing.length > 0) {
		const detail = `the lookup shows another order with this ext_id: ${differs(differing)}`;
		return { says: 'another_order', detail };
	}
	if (open.length > 0)
		return { says: 'unclear', detail: `the lookup shows it, but ${openText(open)}` };
	if (!proves(answer, order, dialect, { same, missing })) {
		const shown = tellingText(answer);
		const lacks = missing.length > 0 ? missing.join(', ') : 'enough to identify it';
		const detail = `the lookup shows an order with this ext_id${shown && ` (${shown})`}, but not ${lacks}`;
		return { says: 'unclear', detail, isEnd: status === 'failed' };
	}
	if (status === 'failed') {
		const detail = `the lookup shows this order as ${statusWord}: it came to nothing`;
		return { says: 'came_to_nothing', detail };
	}
	if (status === 'unclear') return { says: 'unclear', detail: endText(answer), isEnd: true };
	if (error) return { says: 'unclear', detail: 'the lookup shows it with an error' };
	if (isBehindRefusal && status === undefined && statusWord !== '') {
		const detail = `the API refused it, and the lookup shows it as ${statusWord}: add that word to standingStatuses or failedStatuses in API Differences`;
		return { says: 'unclear', detail };
	}
	return { says: 'this_order' };
}

/** Whether a code or a status says that there is no such order (rule 5 of docs/guarantees.md). */
export function saysNone(word: string, { noOrder }: Dialect): boolean {
	const trimmed = word.trim();
	const forms = [trimmed.toLowerCase(), snakeCase(trimmed)];
	return trimmed !== '' && noOrder.some((one) => forms.includes(one.toLowerCase()));
}

/** The facts of a record about its order, such as `status pending, amount 25`; may be empty. */
export function tellingText({ statusWord, field }: Answer): string {
	const shown = TELLING.flatMap((name) => {
		const value = field(name);
		return value === undefined ? [] : `${name} ${cut(value)}`;
	});
	return [...(statusWord === '' ? [] : [`status ${statusWord}`]), ...shown].join(', ');
}

function endText({ statusText }: Answer): string {
	return `its status${statusText && ` (${statusText})`} does not say whether it was carried out`;
}

/**
 * Rule 3: an automatic key, and one made from the content, need `something` beside it, an automatic one in n8n's Retry
 * `one_field`; a custom key needs `all_fields`. A status that says failed may be the lookup's own: alone, it proves nothing.
 */
function proves(
	{ ids, status }: Answer,
	{ proof, fields }: Order,
	{ key }: Dialect,
	{ same, missing }: Pick<Comparison, 'same' | 'missing'>,
): boolean {
	const hasField = same.length > 0;
	const hasId = ids.some((name) => isAbsent(fields[name]));
	if ((key.length === 0 && !hasField) || (status === 'failed' && !hasField && !hasId)) return false;
	switch (proof) {
		case 'nothing':
			return true;
		case 'something':
			return hasField || hasId || status !== undefined;
		case 'one_field':
			return hasField;
		case 'all_fields':
			return hasField && missing.length === 0;
	}
}

/** The identifying fields of an order, as a record shows them. */
interface Comparison {
	same: string[];
	differing: string[];
	/** Amounts, kinds and masked values that differ. */
	open: string[];
	missing: string[];
}

function compare(answer: Answer, order: Order): Comparison {
	const found: Comparison = { same: [], differing: [], open: [], missing: [] };
	const amounts = ['amount', 'required_fields.amount'];
	const holder = HOLDER.filter((name) => answer.field(name) !== undefined);
	for (const name of new Set([...order.identifying, ...amounts, ...holder])) {
		const sent = sentField(order, name);
		if (sent === undefined) continue;
		const shown = shownField(answer, order, name);
		if (shown === undefined) found.missing.push(name);
		else if (isSame(order, name, shown, sent)) found.same.push(name);
		else if (FILLED_IN.test(name) || (AMOUNT.test(name) && isDecimal(shown) !== isDecimal(sent)))
			found.missing.push(`your ${name}`);
		else {
			const isOpen = AMOUNT.test(name) || name === 'kind' || MASKED.test(shown);
			const into = isOpen ? found.open : found.differing;
			into.push(`${name} (${told(name, shown)}; yours: ${told(name, sent)})`);
		}
	}
	// The kind must not contradict the order either, even if it is not an identifying field.
	const { kind } = answer;
	const isOfKind = kind === undefined || order.areas?.includes(kind) !== false;
	if (!order.identifying.includes('kind') && !isOfKind) {
		found.open.push(`kind (${kind}; yours: ${order.areas?.join(' or ') ?? ''})`);
	}
	return found;
}

function sentField({ fields, identifying, areas }: Order, name: string): string | undefined {
	if (name === 'ext_id') return undefined;
	if (name === 'kind') return areas?.join(' or ');
	// Without a quantity, one is ordered (section 4.4).
	if (name === 'quantity' && isAbsent(fields.quantity))
		return identifying.includes('offer_id') && !isAbsent(fields.offer_id) ? '1' : undefined;
	const [first = '', second] = name.split('.');
	const value = fields[first];
	if (second === undefined) return scalarText(value);
	return isJsonObject(value) ? scalarText(value[second]) : undefined;
}

function shownField(answer: Answer, order: Order, name: string): string | undefined {
	const shown = answer.field(name);
	if (name === 'kind') return answer.kind;
	if (name !== 'quantity' || shown !== undefined || order.key !== 'own') return shown;
	// The goods are counted if the key may have been used before.
	const goods = new Set(answer.parts.flatMap(({ field }) => field('goods_id') ?? []));
	const wanted = Number(sentField(order, name));
	// A single ID may be that of the first.
	const count = goods.size || (wanted === 1 && answer.field('goods_id') !== undefined ? 1 : 0);
	// More of them may come.
	const mayGrow = answer.status !== 'over' && count < wanted;
	return count === 0 || mayGrow ? undefined : String(count);
}

/** The response to an order for several eSIMs may show only its goods (section 4.4). They must be this order's. */
function hasGoods({ parts }: Answer, order: Order): boolean {
	const isOwn = (part: Answer) =>
		(part.extId ?? order.extId) === order.extId && compare(part, order).differing.length === 0;
	const goods = parts.filter(({ ids }) => ids.length > 0);
	return order.identifying.includes('quantity') && goods.length > 0 && goods.every(isOwn);
}

function isSame(order: Order, name: string, shown: string, sent: string): boolean {
	if (name === 'kind') return order.areas?.some((area) => area === shown) === true;
	if (AMOUNT.test(name) || name === 'quantity') {
		if (isDecimal(shown) && isDecimal(sent)) return new Big(shown).abs().eq(new Big(sent).abs());
		return shown === sent;
	}
	if (FILLED_IN.test(name)) return plain(shown) === plain(sent);
	if (CASELESS_FIELDS.has(name)) return shown.toLowerCase() === sent.toLowerCase();
	const { network } = order.fields;
	const spelled = (address: string) => withOneSpelling({ network, address }).address;
	return name === 'address' ? spelled(shown) === spelled(sent) : shown === sent;
}

function differs(names: readonly string[]): string {
	return `it differs in ${names.join(', ')}`;
}

/** An email in another case, or a phone number with other blanks, is the same. */
function plain(text: string): string {
	return text.toLowerCase().replace(/[\s()+-]/g, '');
}

/** A value for the operator. A free body may hold a secret. */
function told(name: string, value: string): string {
	const hidden = redactSecrets({ [name]: value }, 'goods') as JsonObject;
	return cut(scalarText(hidden[name]) ?? '');
}

/** Another field may show the amount or the kind; a masked value is shown nowhere. */
function openText(names: readonly string[]): string {
	const entry = ['amount', 'kind'].find((one) => names.some((name) => name.includes(`${one} (`)));
	const advice = `; if another field shows it, enter that field as ${entry ?? ''} in API Differences`;
	return differs(names) + (entry === undefined ? '' : advice);
}

function cut(text: string): string {
	return text.slice(0, MAX_SHOWN);
}
