/** Proves the table of architecture.md: what became of an order, row by row, and that nothing else gives done or refused. */
import {
	type Finding,
	type LastResponse,
	type Outcome,
	settle,
} from '../../../nodes/PartnerSettlement/orders/settle';

const ANY = [false, true];
const BEFORE = [true];
const NOT_BEFORE = [false];

/** Last response; sent before, or lost; what a lookup says, absent while none was made; the outcome. */
type Row = [LastResponse, boolean[], Finding[] | undefined, Outcome | 'look_up'];

const TABLE: Row[] = [
	['this_order', ANY, undefined, 'done'],
	['another_order', ANY, undefined, 'unknown'],

	['no_order', ANY, undefined, 'look_up'],
	['no_order', ANY, ['this_order'], 'done'],
	['no_order', ANY, ['came_to_nothing'], 'refused'],
	['no_order', ANY, ['none', 'unclear'], 'unknown'],

	['refused', NOT_BEFORE, undefined, 'refused'],
	['refused', BEFORE, undefined, 'look_up'],
	['refused', BEFORE, ['this_order'], 'done'],
	['refused', BEFORE, ['none', 'came_to_nothing'], 'refused'],
	['refused', BEFORE, ['unclear'], 'unknown'],

	['lost', ANY, undefined, 'look_up'],
	['lost', ANY, ['this_order'], 'done'],
	['lost', ANY, ['came_to_nothing'], 'refused'],
	['lost', ANY, ['none', 'unclear'], 'unknown'],

	['never_sent', NOT_BEFORE, undefined, 'not_sent'],
	['never_sent', BEFORE, undefined, 'look_up'],
	['never_sent', BEFORE, ['this_order'], 'done'],
	['never_sent', BEFORE, ['none'], 'not_sent'],
	['never_sent', BEFORE, ['came_to_nothing'], 'refused'],
	['never_sent', BEFORE, ['unclear'], 'unknown'],
];

const CASES = TABLE.flatMap(([last, before, findings, outcome]) =>
	before.flatMap((mayExist) =>
		(findings ?? [undefined]).map((finding) => [last, mayExist, finding, outcome] as const),
	),
);

test.each(CASES)(
	'%s, sent before or lost: %s, lookup: %s is %s',
	(last, mayExist, finding, outcome) => {
		expect(settle(last, mayExist, finding)).toBe(outcome);
	},
);

test('no row is missing: every response with everything that is looked up for it', () => {
	const said = new Set(
		CASES.map(([last, mayExist, finding]) => `${last} ${String(mayExist)} ${finding ?? ''}`),
	);
	const findings: Finding[] = ['this_order', 'came_to_nothing', 'none', 'unclear'];
	const lookedUp = CASES.filter(([, , , outcome]) => outcome === 'look_up');
	for (const [last, mayExist] of lookedUp) {
		for (const finding of findings)
			expect(said).toContain(`${last} ${String(mayExist)} ${finding}`);
	}
	const responses: LastResponse[] = [
		'this_order',
		'another_order',
		'no_order',
		'refused',
		'lost',
		'never_sent',
	];
	for (const last of responses) {
		for (const mayExist of ANY) expect(said).toContain(`${last} ${String(mayExist)} `);
	}
});
