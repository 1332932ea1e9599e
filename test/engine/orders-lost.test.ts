/**
 * Proves what becomes of an order whose answer was lost, or that was refused where it may have been sent before: a lookup finds it,
 * or finds that it came to nothing; else the outcome is unknown, and the error names the key. The rows are in match.lookup.test.ts.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { OTHER_TRON, TRON } from '../support/addresses';
import type { OwnAnswer } from './support/answers';
import {
	API_CALL,
	FORBIDDEN,
	type Kind,
	KNOWN_REPEATS,
	LOST,
	NONE,
	UNSAFE,
	useOrders,
	WITHDRAWAL,
	SENT,
} from './support/orders';
import { AS_TOOL, type NodeRun } from './support/run-node';

const { api, order } = useOrders({ settleMs: 5 });

const FOUND = 'Found by a lookup: item 0. No response showed the order';
const NONE_SHOWN = 'lookup shows no order with this ext_id';
const OPEN = /: outcome unknown \(unavailable\); repeat only with ext_id \S+/;

describe.each([...KNOWN_REPEATS, ...UNSAFE])('%s whose answer was lost', (_, { auto, sent }) => {
	const orders = [LOST];

	test('is found by a lookup and comes out as it is', async () => {
		const document = { ...sent, status: 'delivered' };
		const { items, hints, message } = await order(auto, { orders, document });
		expect(message).toBe('');
		const [record] = items.map(({ body, ...json }) => (body ?? json) as IDataObject);
		expect(record).toMatchObject(document);
		expect(items[0]?.ext_id).toMatch(/^n8n-/);
		const word = 'The API calls it delivered. In API Differences, add that word';
		expect(hints).toEqual([word, FOUND].map((one) => expect.stringContaining(one) as string));
	});

	test('is refused where its document shows that it came to nothing', async () => {
		const document = { ...sent, document_status: 'cancelled' };
		const { message, description } = await order(auto, { orders, document });
		expect(message).toMatch(/: refused \(came_to_nothing\)$/);
		expect(description).toContain('it came to nothing');
	});

	test.each<[string, OwnAnswer | IDataObject, string]>([
		['there is none', NONE, NONE_SHOWN],
		['it cannot be looked up', FORBIDDEN, 'it needs the scope document:read'],
		['the document is of another key', { ...sent, ext_id: 'x' }, 'does not show this ext_id'],
		['it ended otherwise', { ...sent, status: 'expired' }, 'does not say whether it was carried'],
	])('stays unknown where %s', async (__, document, said) => {
		const { message, description, sent: bodies } = await order(auto, { orders, document });
		expect(message).toMatch(OPEN);
		expect(description).toContain(said);
		expect(description).toMatch(/Outcome unknown: repeat with ext_id n8n-/);
		expect(description).not.toContain('nothing was spent');
		expect(bodies).toHaveLength(1);
	});
});

test.each<[string, Kind | { auto: INodeParameters }]>([
	...[...KNOWN_REPEATS, ...UNSAFE],
	['an API Call', { auto: API_CALL }],
])('%s is repeated by itself only where the API knows a repeat', async (name, { auto }) => {
	const options = { retries: 2, longestWait: 0 };
	const answers = { orders: [LOST, LOST, LOST], document: NONE };
	const { sent, message } = await order({ ...auto, options }, answers);
	expect(sent).toHaveLength(KNOWN_REPEATS.some(([known]) => known === name) ? 3 : 1);
	expect(message).toMatch(OPEN);
});

test('an order that was sent again after a lost response says so', async () => {
	const options = { retries: 1, longestWait: 0 };
	const run = async (orders: (typeof LOST)[]) =>
		(await order({ ...WITHDRAWAL, options }, { orders })).hints.join();
	const resent = /Sent again with the same number after a lost response: item 0/;
	expect(await run([LOST])).toMatch(resent);
	expect(await run([])).not.toMatch(resent);
	const screening = { resource: 'kyt', operation: 'screen', address: TRON, network: 'auto' };
	api.sandbox.addFault({ match: { path: '/kyt_check' }, fault: 'closed_after_commit' });
	expect(
		(await order({ ...screening, options: { ...options, pollInterval: 0.1 } })).hints.join(),
	).toMatch(resent);
});

test.each<[string, INodeParameters, RegExp]>([
	['an order that is waited for stands', { ...WITHDRAWAL, waitUntilReady: true }, /^$/],
	['a lost one stays unknown', WITHDRAWAL, OPEN],
])('%s where API Differences has a mistake in the lookup', async (_, parameters, said) => {
	const differences = { calls: { document_get: { path: '/partner/documents/{id}' } } };
	const orders = said.test('') ? [] : [LOST];
	const options = { retries: 0, maxWait: 0.1 };
	const { message, items } = await order({ ...parameters, options }, { orders, differences });
	expect(message).toMatch(said);
	expect(items.filter(({ withdrawal_id: id }) => id !== undefined)).toHaveLength(1 - orders.length);
});

describe('a refused order', () => {
	const { order } = useOrders({ settleMs: 5 });

	const asTool = ({ auto }: Kind) => ({ ...auto, options: { retries: 0, maximumPerItem: '1000' } });
	/** It was perhaps sent before: each of these is one boolean of the order. */
	const SENT_BEFORE: [string, (kind: Kind) => INodeParameters, Partial<NodeRun>][] = [
		['a retry of the execution', ({ auto }) => auto, { mode: 'retry' }],
		['a call of an AI agent', asTool, { ...AS_TOOL, onError: 'stopWorkflow' }],
		['an order with a key of the operator', ({ custom }) => custom, {}],
	];

	const OWN_CALL: [string, Kind] = [
		...(['an API Call', { auto: API_CALL, custom: API_CALL, sent: SENT }] as const),
	];

	/** An agent has no field for a number, and is not invited to make one up. */
	const isAgent = ({ settings }: Partial<NodeRun>) => settings !== undefined;
	const repeat = (more: Partial<NodeRun>) =>
		isAgent(more) ? 'call this tool again with the same arguments' : 'repeat only with ext_id ';

	const NO_PAGE: OwnAnswer = { status: 404, body: 'no such page' };
	const NEEDS = 'he lookup failed (not_allowed); it needs the scope document:read';
	const UNTOLD: [OwnAnswer, string][] = [
		[FORBIDDEN, NEEDS],
		[NO_PAGE, 'he lookup failed (no_error_code)'],
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
		test.each([...KNOWN_REPEATS, ...UNSAFE, ...(more.mode || more.settings ? [] : [OWN_CALL])])(
			'%s is refused only if a lookup says so',
			async (name, kind) => {
				const isUnsafe = !KNOWN_REPEATS.some(([known]) => known === name);
				const told = async (document: IDataObject | OwnAnswer) => {
					const run = await order(parametersOf(kind), { orders: [FORBIDDEN], document }, more);
					// Where the API may not know a repeat, it is looked up before it is sent, and sent only if there is none.
					if (isUnsafe) expect(run.sent).toHaveLength(document === NONE ? 1 : 0);
					return run;
				};
				const done = await told({ ...kind.sent, status: 'completed' });
				expect(JSON.stringify(done.items)).toContain('"status":"completed"');
				if (!isUnsafe) expect(done.hints.join()).toContain('Found by a lookup: item 0');
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
				if (kind === OWN_CALL[1]) {
					const other = await told({ ...SENT, to_address: OTHER_TRON });
					expect(other.message).toMatch('is taken');
				}
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
});
