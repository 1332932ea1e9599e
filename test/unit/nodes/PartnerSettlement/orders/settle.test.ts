/** Proves the table of architecture.md: what became of an order, row by row, and that nothing else gives done or refused. */
import {
	type Finding,
	type LastAttempt,
	type Outcome,
	settle,
} from '../../../../../nodes/PartnerSettlement/orders/settle';

const ANY = [false, true];
const BEFORE = [true];
const NOT_BEFORE = [false];

/** Last response; sent before, or lost; what a lookup says, absent while none was made; the outcome. */
type Row = [LastAttempt, boolean[], Finding[] | undefined, Outcome | 'look_up'];

const TABLE: Row[] = [
	['another_order', ANY, undefined, 'unknown'],

	['refused', NOT_BEFORE, undefined, 'refused'],
	['refused', BEFORE, undefined, 'look_up'],
	['refused', BEFORE, ['this_order'], 'done'],
	['refused', BEFORE, ['none', 'taken', 'came_to_nothing'], 'refused'],
	['refused', BEFORE, ['unclear'], 'unknown'],

	['unknown', ANY, undefined, 'look_up'],
	['unknown', ANY, ['this_order'], 'done'],
	['unknown', ANY, ['came_to_nothing'], 'refused'],
	['unknown', ANY, ['none', 'taken', 'unclear'], 'unknown'],

	['not_sent', NOT_BEFORE, undefined, 'not_sent'],
	['not_sent', BEFORE, undefined, 'look_up'],
	['not_sent', BEFORE, ['this_order'], 'done'],
	['not_sent', BEFORE, ['none', 'taken'], 'not_sent'],
	['not_sent', BEFORE, ['came_to_nothing'], 'refused'],
	['not_sent', BEFORE, ['unclear'], 'unknown'],
];

const CASES = TABLE.flatMap(([last, before, findings, outcome]) =>
	before.flatMap((mayExist) =>
		(findings ?? [undefined]).map((finding) => [last, mayExist, finding, outcome] as const),
	),
);

test.each(CASES)(
	'%s, sent before or lost: %s, lookup: %s is %s',
	(last, mayExist, finding, outcome) => {
		const settled =
			finding === undefined ? settle(last, mayExist) : settle(last, mayExist, finding);
		expect(settled).toBe(outcome);
	},
);

test('no row is missing: every response with everything that is looked up for it', () => {
	const said = new Set(
		CASES.map(([last, mayExist, finding]) => `${last} ${String(mayExist)} ${finding ?? ''}`),
	);
	const findings: Finding[] = ['this_order', 'came_to_nothing', 'none', 'taken', 'unclear'];
	const lookedUp = CASES.filter(([, , , outcome]) => outcome === 'look_up');
	for (const [last, mayExist] of lookedUp) {
		for (const finding of findings)
			expect(said).toContain(`${last} ${String(mayExist)} ${finding}`);
	}
	const responses: LastAttempt[] = ['another_order', 'refused', 'not_sent', 'unknown'];
	for (const last of responses) {
		for (const mayExist of ANY) expect(said).toContain(`${last} ${String(mayExist)} `);
	}
});
