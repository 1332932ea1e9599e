// Proves the table that decides what became of an order, row by row, against a copy that was written by hand.
import type { Key } from '../../../../../nodes/PartnerSettlement/definition/order';
import {
	type Before,
	decide,
	type Decision,
	type Last,
	type Lookup,
	isRefusalCode,
} from '../../../../../nodes/PartnerSettlement/orders/decide';

const LOOKUPS: Lookup[] = [
	...(['not_made', 'this_order', 'came_to_nothing', 'another_order'] as const),
	...(['unclear', 'none', 'no_answer'] as const),
];
const BEFORE: Before[] = ['no', 'maybe', 'sent'];
const KEYS: Key[] = ['automatic', 'content', 'own'];
const LASTS: Last[] = [
	...(['this_order', 'another_order', 'came_to_nothing', 'unclear_end', 'key_in_use'] as const),
	...(['refused', 'not_sent', 'lost', 'nothing_yet'] as const),
];

type Cell = Decision | 'taken' | undefined;

interface Row {
	last: Last;
	before: readonly Before[];
	cells: Cell[];
}

/** @param cells no lookup, this order, came to nothing, another order, unclear, none, no answer */
function row(last: Last, before: readonly Before[], ...cells: Cell[]): Row {
	return { last, before, cells };
}

/** Cells of several lookups that end as unknown. */
const unknown = (count: number) => Array.from({ length: count }, () => 'unknown' as const);

const TABLE: Row[] = [
	row('this_order', BEFORE, 'done', 'done', 'done', 'done', 'done', 'done', 'done'),
	row('another_order', BEFORE, ...unknown(7)),
	row(
		...(['came_to_nothing', BEFORE, 'look_up', 'unknown', 'refused'] as const),
		...(['refused', 'refused', 'refused', 'refused'] as const),
	),
	row('unclear_end', BEFORE, 'look_up', 'unknown', 'refused', ...unknown(4)),
	row('key_in_use', BEFORE, 'look_up', 'done', 'refused', 'taken', ...unknown(3)),
	row('refused', ['no'], 'refused'),
	row(
		...(['refused', ['maybe', 'sent'], 'look_up', 'done', 'refused'] as const),
		...(['taken', 'unknown', 'refused', 'unknown'] as const),
	),
	row('not_sent', ['no'], 'not_sent'),
	row(
		...(['not_sent', ['maybe'], 'look_up', 'done', 'refused'] as const),
		...(['taken', 'unknown', 'not_sent', 'unknown'] as const),
	),
	row('not_sent', ['sent'], 'look_up', 'done', 'refused', ...unknown(4)),
	row('lost', BEFORE, 'look_up', 'done', 'refused', ...unknown(4)),
	row('nothing_yet', ['no'], 'send'),
	row(
		...(['nothing_yet', ['maybe', 'sent'], 'look_up', 'done', 'refused'] as const),
		...(['taken', 'send_if_known', 'send', 'send_if_known'] as const),
	),
];

/** The number belongs to another order. That is certain only for a custom key under which nothing was sent. */
function taken(last: Last, before: Before, key: Key): Decision {
	if (key !== 'own' || before === 'sent') return 'unknown';
	return ['nothing_yet', 'not_sent'].includes(last) ? 'not_sent' : 'refused';
}

const CASES = TABLE.flatMap(({ last, before: befores, cells }) =>
	befores.flatMap((before) =>
		LOOKUPS.flatMap((lookup, place) =>
			KEYS.map((key) => [last, before, lookup, key, cells[place]] as const),
		),
	),
);

test('each last attempt has a row for each state before', () => {
	const rows = new Set(CASES.map(([last, before]) => `${last} ${before}`));
	expect(rows.size).toBe(LASTS.length * BEFORE.length);
});

const FILLED = CASES.filter(([, , , , cell]) => cell !== undefined);

test.each(FILLED)('%s, %s, lookup %s, key %s: %s', (last, before, lookup, key, cell) => {
	const expected = cell === 'taken' ? taken(last, before, key) : cell;
	expect(decide(last, before, lookup, key)).toBe(expected);
});

const EMPTY = CASES.filter(([, , , , cell]) => cell === undefined);

test.each(EMPTY)('%s, %s: no lookup says %s (key %s)', (last, before, lookup, key) => {
	expect(() => decide(last, before, lookup, key)).toThrow('No lookup is made here');
});

/** Without a key nothing can be looked up: an attempt's own word counts. */
const KEYLESS: [Last, Decision][] = [
	['this_order', 'done'],
	['another_order', 'unknown'],
	['came_to_nothing', 'refused'],
	['unclear_end', 'unknown'],
	['key_in_use', 'unknown'],
	['refused', 'refused'],
	['not_sent', 'not_sent'],
	['lost', 'unknown'],
	['nothing_yet', 'send'],
];

test.each(KEYLESS.flatMap(([last, word]) => BEFORE.map((before) => [last, before, word] as const)))(
	'without a key: %s, %s is %s',
	(last, before, word) => {
		expect(decide(last, before, 'not_made', 'none')).toBe(word);
	},
);

test('three codes refuse with any status, and no other code does', () => {
	const refusing = ['insufficient_balance', 'not_allowed', 'payment_source'];
	const others = ['ext_id_conflict', 'document_not_found', 'unavailable', ''];
	expect([...refusing, ...others].filter(isRefusalCode)).toEqual(refusing);
});
