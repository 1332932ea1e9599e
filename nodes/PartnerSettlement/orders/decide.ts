import type { FailureOutcome } from '../../../partner-api';
import type { Key } from '../definition/order';

/** The outcome of an order: done (it exists); refused by the API, or came to nothing; never sent; or unknown. */
type Outcome = 'done' | FailureOutcome;

/** The result of the last attempt. */
export type Last =
	| 'this_order'
	| 'another_order'
	| 'came_to_nothing'
	| 'unclear_end'
	| 'key_in_use'
	| 'refused'
	/** Also a 429, and a limit that refuses. */
	| 'not_sent'
	/** Also a response that cannot be read, or shows no order. */
	| 'lost'
	| 'nothing_yet';

/** Whether the order may exist already. */
export type Before =
	| 'no'
	/** A custom key, n8n's Retry, an agent's tool, a further attempt of Retry On Fail, or a key that another run had. */
	| 'maybe'
	/** An attempt may have placed it: one of this call, or a remembered one. */
	| 'sent';

/** The results of a lookup, in the order of the table's columns. */
export const LOOKUPS = [
	...(['not_made', 'this_order', 'came_to_nothing', 'another_order'] as const),
	...(['unclear', 'none', 'no_answer'] as const),
] as const;
export type Lookup = (typeof LOOKUPS)[number];

/**
 * The next step: the outcome, a lookup, or sending. `send_if_known` sends only if the API recognizes a retry. Otherwise
 * the outcome is unknown.
 */
export type Decision = Outcome | 'look_up' | 'send' | 'send_if_known';
type Cell = Decision | 'taken';

export interface Row {
	last: Last;
	before: readonly Before[];
	/** By lookup, in the order of `LOOKUPS`; only the first if none is made. */
	cells: readonly Cell[];
}

const ANY: readonly Before[] = ['no', 'maybe', 'sent'];
const AGAIN: readonly Before[] = ['maybe', 'sent'];

function row(last: Last, before: readonly Before[], ...cells: Cell[]): Row {
	return { last, before, cells };
}

const same = (cell: Cell, times: number = LOOKUPS.length): Cell[] =>
	Array.from({ length: times }, () => cell);
/** The first cells of most rows with a lookup: look it up, and believe what it shows of this order. */
const FOUND = ['look_up', 'done', 'refused'] as const;

/** docs/guarantees.md shows this table, generated from these rows. */
export const ROWS: readonly Row[] = [
	row('this_order', ANY, ...same('done')),
	row('another_order', ANY, ...same('unknown')),
	row('came_to_nothing', ANY, 'look_up', 'unknown', ...same('refused', 5)),
	row('unclear_end', ANY, 'look_up', 'unknown', 'refused', ...same('unknown', 4)),
	row('key_in_use', ANY, ...FOUND, 'taken', ...same('unknown', 3)),
	row('refused', ['no'], 'refused'),
	row('refused', AGAIN, ...FOUND, 'taken', 'unknown', 'refused', 'unknown'),
	row('not_sent', ['no'], 'not_sent'),
	row('not_sent', ['maybe'], ...FOUND, 'taken', 'unknown', 'not_sent', 'unknown'),
	row('not_sent', ['sent'], ...FOUND, ...same('unknown', 4)),
	row('lost', ANY, ...FOUND, ...same('unknown', 4)),
	row('nothing_yet', ['no'], 'send'),
	row('nothing_yet', AGAIN, ...FOUND, 'taken', 'send_if_known', 'send', 'send_if_known'),
];

/** The outcome by the attempt alone, if the order has no key. */
const OWN_WORD: Record<Last, Decision> = {
	this_order: 'done',
	another_order: 'unknown',
	came_to_nothing: 'refused',
	unclear_end: 'unknown',
	key_in_use: 'unknown',
	refused: 'refused',
	not_sent: 'not_sent',
	lost: 'unknown',
	nothing_yet: 'send',
};

/**
 * Decides what became of an order, or what comes next. No condition outside this table changes an outcome. An order that
 * the API recognizes needs no lookup before it is sent: `lookUpBefore()` in `place.ts` says when it is made.
 *
 * @throws Error for a lookup that its row does not have, which can't happen
 */
export function decide(last: Last, before: Before, lookup: Lookup, key: Key): Decision {
	const found = ROWS.find((one) => one.last === last && one.before.includes(before));
	const cell = found?.cells[LOOKUPS.indexOf(lookup)];
	if (cell === undefined) throw new Error(`No lookup is made here: ${last}, ${before}, ${lookup}`);
	if (cell === 'look_up' && key === 'none') return OWN_WORD[last];
	if (cell !== 'taken') return cell;
	// Taken counts only for a custom key, and only if no attempt can have placed this order.
	if (key !== 'own' || before === 'sent') return 'unknown';
	return last === 'nothing_yet' || last === 'not_sent' ? 'not_sent' : 'refused';
}

/** Codes with which the API refuses (sections 4.5 and 7): a response with one of them has placed no order. */
const REFUSAL_CODES = new Set(['insufficient_balance', 'not_allowed', 'payment_source']);

/** Whether the API refuses with this code, whatever the HTTP status is. */
export function isRefusalCode(code: string): boolean {
	return REFUSAL_CODES.has(code);
}
