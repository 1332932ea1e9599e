/**
 * Proves when a refused order is called refused, where it may have been sent before and where not, and that an order that was not
 * carried out fails its item, with its key and its record.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { OwnAnswer } from './support/answers';
import {
	FORBIDDEN,
	type Kind,
	KNOWN_REPEATS,
	LOST,
	NONE,
	SENT,
	UNSAFE,
	useOrders,
	WITHDRAWAL,
} from './support/orders';
import type { NodeRun } from './support/run-node';

const { order } = useOrders({ settleMs: 5 });

const TOOL = { type: 'n8n-nodes-partner-settlement.partnerSettlementTool' };
const asTool = ({ auto }: Kind) => ({ ...auto, options: { retries: 0, maximumPerItem: '1000' } });
/** Orders that may have been sent before. Each of these sets the same boolean of the order. */
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
			if (!isUnsafe) expect(done.hints.join()).toContain('Found by a lookup: the order of item 0');
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
					? 'this attempt sent nothing, but an earlier one may have'
					: 'That finds the order, or places it if there is none';
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
		['is unknown where that is not known', FORBIDDEN, /: outcome unknown \(not_allowed\); repeat/],
	])('%s', async (_, document, said) => {
		const { message, items, sent } = await order(parameters, { orders, document });
		expect(message).toMatch(said);
		expect(items).toHaveLength(message === '' ? 1 : 0);
		expect(sent).toHaveLength(2);
	});
});

const WAITING: INodeParameters = {
	...WITHDRAWAL,
	...{ waitUntilReady: true, extIdMode: 'custom', extId: 'o-1' },
	options: { retries: 0, pollInterval: 0.1, maxWait: 30, terminalStatuses: 'delivered' },
};
const ON = { onError: 'continueErrorOutput' as const };

test.each<[IDataObject, string, RegExp]>([
	[
		{ status: 'failed', error: 'provider_down', epin: 'hidden-1' },
		'refused',
		/ts status is failed \(provider_down\)/,
	],
	[{ status: 'completed', document_status: 'failed' }, 'unknown', /failed/],
	[{ status: 'expired' }, 'unknown', /Look for it in Ledger: Get Many/],
])('%j is %s', async (state, outcome, said) => {
	const document = { ...SENT, ...state };
	const { items } = await order(WAITING, { document }, ON);
	const code = outcome === 'refused' ? 'came_to_nothing' : 'ended_otherwise';
	expect(items).toMatchObject([
		{
			error: expect.stringContaining(`(${code})`),
			message: expect.stringMatching(said),
			details: { outcome, code, ext_id: 'o-1', record: { amount: '1', ext_id: 'o-1' } },
		},
	]);
	expect(Object.keys(items[0] ?? {}).sort()).toEqual(['details', 'error', 'message']);
	expect(JSON.stringify(items)).not.toContain('hidden-1');
	const { message, description } = await order({ ...WAITING, extId: 'o-2' }, { document });
	expect(message).toContain(`(${code})`);
	expect(description).toMatch(said);
});
