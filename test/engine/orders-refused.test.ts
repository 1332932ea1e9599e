/**
 * Proves when a refused order is called refused: where it cannot have been sent before, or a lookup says that there is none
 * or that it came to nothing. Calls of which the API may not know a repeat are looked up before they are sent again.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { OwnAnswer } from './support/front';
import {
	FORBIDDEN,
	type Kind,
	KNOWN_REPEATS,
	LOST,
	NONE,
	SENT,
	UNSAFE,
	useOrders,
} from './support/orders';
import type { NodeRun } from './support/run-node';
import { WITHDRAWAL } from './support/withdrawal';

const { order } = useOrders({ settleMs: 5 });

const TOOL = { type: 'n8n-nodes-partner-settlement.partnerSettlementTool' };
const asTool = ({ auto }: Kind) => ({ ...auto, options: { retries: 0, maximumPerItem: '1000' } });
/** It was perhaps sent before: each of these is one boolean of the order. */
const SENT_BEFORE: [string, (kind: Kind) => INodeParameters, Partial<NodeRun>][] = [
	['a retry of the execution', ({ auto }) => auto, { mode: 'retry' }],
	['a call of an AI agent', asTool, { settings: TOOL, onError: 'stopWorkflow' }],
	['an order with a key of the operator', ({ custom }) => custom, {}],
];

/** An agent has no field for a number, and is not invited to make one up. */
const isAgent = ({ settings }: Partial<NodeRun>) => settings !== undefined;
const repeat = (more: Partial<NodeRun>) =>
	isAgent(more) ? 'call this tool again with the same arguments' : 'repeat only with ext_id ';

const NO_PAGE: OwnAnswer = { status: 404, body: 'no such page' };
const NEEDS = 'ooking the order up failed (not_allowed), which needs the scope document:read';
const UNTOLD: [OwnAnswer, string][] = [
	[FORBIDDEN, NEEDS],
	[NO_PAGE, 'ooking the order up failed (no_error_code)'],
];

test.each([...KNOWN_REPEATS, ...UNSAFE])(
	'%s that was not sent before is refused',
	async (_, { auto }) => {
		const { message, description, lookups } = await order(auto, { orders: [FORBIDDEN] });
		expect(message).toMatch(/: refused \(not_allowed\)$/);
		expect(description).toContain('Refused: nothing was spent.');
		expect(lookups).toBe(0);
	},
);

describe.each(SENT_BEFORE)('in %s,', (_, parametersOf, more) => {
	test.each([...KNOWN_REPEATS, ...UNSAFE])(
		'%s is refused only if a lookup says so',
		async (name, kind) => {
			const isUnsafe = UNSAFE.some(([unsafe]) => unsafe === name);
			const told = async (document: IDataObject | OwnAnswer) => {
				const run = await order(parametersOf(kind), { orders: [FORBIDDEN], document }, more);
				// Where the API may not know a repeat, it is looked up before it is sent, and sent only if there is none.
				if (isUnsafe) expect(run.sent).toHaveLength(document === NONE ? 1 : 0);
				return run;
			};
			const done = await told({ ...kind.sent, status: 'completed' });
			expect(JSON.stringify(done.items)).toContain('"status":"completed"');
			if (!isUnsafe)
				expect(done.hints.join()).toContain('An order of item 0 was found by a lookup');
			// Behind a refusal, nobody knows whether such a word is another one for refused.
			const odd = await told({ ...kind.sent, status: 'settled' });
			const open = 'The API refused it, and the lookup shows it as settled';
			expect(odd.description.includes(open)).toBe(odd.sent.length > 0);
			const none = await told(NONE);
			expect(none.message).toMatch(/: refused \(not_allowed\)$/);
			expect(none.description).toContain('Refused: nothing was spent.');
			expect(none.description).toContain('lookup shows no order with this ext_id');
			const failed = await told({ ...kind.sent, status: 'Failed' });
			expect(failed.message).toMatch(/: refused \(came_to_nothing\)$/);
			expect(failed.description).toContain('it came to nothing');
			expect(failed.description.includes('another ext_id')).toBe(!isAgent(more));
			for (const [document, detail] of UNTOLD) {
				const untold = await told(document);
				const code = isUnsafe ? 'may_exist' : 'not_allowed';
				expect(untold.message).toContain(`outcome unknown (${code}); ${repeat(more)}`);
				const earlier = isUnsafe
					? 'this attempt sent nothing, and whether an earlier one did cannot be told now'
					: 'which finds the order if an attempt has placed it';
				expect(untold.description).toContain(earlier);
				expect(untold.description).toContain(detail);
				expect(untold.description).not.toContain('nothing was spent');
			}
		},
	);
});

describe('a refusal behind a lost answer of the same call', () => {
	const parameters = { ...WITHDRAWAL, options: { retries: 1, longestWait: 0 } };
	const orders = [LOST, FORBIDDEN];

	test.each<[string, IDataObject | OwnAnswer, RegExp]>([
		['finds the order', SENT, /^$/],
		['is one where there is none', NONE, /: refused \(not_allowed\)$/],
		['is unknown where that is not known', FORBIDDEN, /: outcome unknown \(not_allowed\); repeat/],
	])('%s', async (_, document, said) => {
		const { message, items, sent } = await order(parameters, { orders, document });
		expect(message).toMatch(said);
		expect(items).toHaveLength(message === '' ? 1 : 0);
		expect(sent).toHaveLength(2);
	});
});

test('a 404 of an unknown path never makes a withdrawal that was placed a refused one', async () => {
	const document = { status: 404, body: { error: 'not_found' } };
	const parameters = { ...WITHDRAWAL, options: { retries: 1, longestWait: 0 } };
	const { message } = await order(parameters, { orders: [LOST, FORBIDDEN], document });
	expect(message).toMatch(/: outcome unknown \(not_allowed\)/);
});
