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

const { order, made } = useOrders({ settleMs: 5 });

/** It was perhaps sent before: each of these is one boolean of the order. */
const SENT_BEFORE: [string, (kind: Kind) => INodeParameters, Partial<NodeRun>][] = [
	['a retry of the execution', ({ auto }) => auto, { mode: 'retry' }],
	[
		'a call of an AI agent',
		({ auto }) => ({ ...auto, options: { retries: 0, maximumPerItem: '1000' } }),
		{
			settings: { type: 'n8n-nodes-partner-settlement.partnerSettlementTool' },
			onError: 'stopWorkflow',
		},
	],
	['an order with a key of the operator', ({ custom }) => custom, {}],
];

/** An agent has no field for a number, and is not invited to make one up. */
const isAgent = ({ settings }: Partial<NodeRun>) => settings !== undefined;
const repeat = (more: Partial<NodeRun>) =>
	isAgent(more) ? 'call this tool again with the same arguments' : 'repeat only with ext_id ';

const NO_PAGE: OwnAnswer = { status: 404, body: 'no such page' };
const UNTOLD: [string, OwnAnswer | IDataObject, string][] = [
	[
		'it cannot be looked up',
		FORBIDDEN,
		'ooking the order up failed (not_allowed), which needs the scope document:read',
	],
	['something else than the API says so', NO_PAGE, 'ooking the order up failed (no_error_code)'],
	['the document is of no key', { ext_id: '', status: 'pending' }, 'does not show this ext_id'],
];

describe.each([...KNOWN_REPEATS, ...UNSAFE])('%s that was not sent before', (_, { auto }) => {
	test('is refused, and not looked up', async () => {
		const { message, description, lookups } = await order(auto, { orders: [FORBIDDEN] });
		expect(message).toMatch(/: refused \(not_allowed\)$/);
		expect(description).toContain('Refused: nothing was spent.');
		expect(lookups).toBe(0);
	});
});

describe.each(SENT_BEFORE)('in %s,', (_, parametersOf, more) => {
	describe.each(KNOWN_REPEATS)('%s that is refused', (__, kind) => {
		const parameters = parametersOf(kind);
		const orders = [FORBIDDEN];

		test('is done where its document shows it', async () => {
			const document = { ...kind.sent, status: 'completed' };
			const { items, hints } = await order(parameters, { orders, document }, more);
			expect(items).toMatchObject([document]);
			expect(hints).toEqual([expect.stringContaining('An order of item 0 was found by a lookup')]);
			// Nobody knows whether such a word is another one for refused.
			const odd = { ...document, status: 'settled' };
			const run = await order(parameters, { orders, document: odd }, more);
			const isOpen = run.description.includes(
				'The API refused it, and the lookup shows it as settled',
			);
			// A gift card under an own number is looked up before it is sent.
			expect(isOpen).toBe(run.sent.length > 0);
		});

		test('is refused where there is none', async () => {
			const said = await order(parameters, { orders, document: NONE }, more);
			expect(said.message).toMatch(/: refused \(not_allowed\)$/);
			expect(said.description).toContain('Refused: nothing was spent.');
			expect(said.description).toContain('lookup shows no order with this ext_id');
		});

		test.each([{ status: 'Failed' }, { document_status: 'cancelled' }])(
			'is refused where it came to nothing: %j',
			async (state) => {
				const document = { ...kind.sent, ...state };
				const said = await order(parameters, { orders, document }, more);
				expect(said.message).toMatch(/: refused \(came_to_nothing\)$/);
				expect(said.description).toContain('it came to nothing');
				expect(said.description.includes('another ext_id')).toBe(!isAgent(more));
			},
		);

		test.each(UNTOLD)('is unknown where %s', async (___, document, detail) => {
			const said = await order(parameters, { orders, document }, more);
			expect(said.message).toContain(`outcome unknown (not_allowed); ${repeat(more)}`);
			expect(said.description).toContain('which finds the order if an attempt has placed it');
			expect(said.description).toContain(detail);
			expect(said.description).not.toContain('nothing was spent');
		});
	});

	describe.each(UNSAFE)('%s', (__, kind) => {
		const parameters = parametersOf(kind);

		test('is not sent again where its document shows it', async () => {
			const document = { ...kind.sent, status: 'settled' };
			const { items, sent } = await order(parameters, { document }, more);
			expect(JSON.stringify(items)).toContain('settled');
			expect(sent).toEqual([]);
		});

		test('is sent where there is none, and a refusal is one then', async () => {
			const answers = { orders: [FORBIDDEN], document: NONE };
			const { message, sent, lookups } = await order(parameters, answers, more);
			expect(message).toMatch(/: refused \(not_allowed\)$/);
			expect({ sent: sent.length, lookups }).toEqual({ sent: 1, lookups: 2 });
		});

		test('is not sent again where it came to nothing: it needs another key', async () => {
			const document = { ...kind.sent, status: 'failed' };
			const { message, description, sent } = await order(parameters, { document }, more);
			expect(message).toMatch(/: refused \(came_to_nothing\)$/);
			expect(description).toContain('it came to nothing');
			expect(description.includes('another ext_id')).toBe(!isAgent(more));
			expect(sent).toEqual([]);
		});

		test.each(UNTOLD)('is unknown and not sent where %s', async (___, document, detail) => {
			const { message, description, sent } = await order(parameters, { document }, more);
			expect(message).toContain(`outcome unknown (may_exist); ${repeat(more)}`);
			expect(description).toContain(
				'this attempt sent nothing, and whether an earlier one did cannot be told now',
			);
			expect(description).toContain(detail);
			expect(sent).toEqual([]);
		});
	});
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

test('at the sandbox: a refused withdrawal of a key that a run before has used comes out as done', async () => {
	const custom = { ...WITHDRAWAL, extIdMode: 'custom', extId: 'o-1' };
	await order(custom);
	const { items } = await order(custom, { orders: [FORBIDDEN] });
	expect(items).toMatchObject([{ ext_id: 'o-1', amount: '1' }]);
	expect(made()).toEqual(['o-1']);
});

describe('a 404 to a lookup', () => {
	const TOP_UP = { resource: 'card', operation: 'topUp', cardId: 'c-1', amount: '1' };
	const custom = { ...TOP_UP, extIdMode: 'custom', extId: 'o-1', options: { retries: 0 } };
	const lookup = (error: string): OwnAnswer => ({ status: 404, body: { error } });

	test.each([
		...['document_not_found', 'ORDER_NOT_FOUND', 'ext_id_unknown', 'unknown_ext_id'],
		...['DocumentNotFound', 'no_such_order', 'document.not-found', 'order_does_not_exist'],
	])('of %s says that there is none: the order is sent', async (code) => {
		const { sent } = await order(custom, { orders: [LOST], document: lookup(code) });
		expect(sent).toHaveLength(1);
	});

	test.each([
		...['not_found', 'Not Found', 'NOT_FOUND', 'route_not_found', 'resource_not_found'],
		...['border_closed', 'order_locked', 'ext_id_required', 'unknown_ext_id_format', 'document'],
	])('of %s proves nothing: nothing is sent, and the error says why', async (code) => {
		const { sent, message, description } = await order(custom, { document: lookup(code) });
		expect(sent).toEqual([]);
		expect(message).toMatch('outcome unknown (may_exist)');
		expect(description).toContain(`ooking the order up failed (${code})`);
	});

	test('of an unknown path never makes a withdrawal that was placed a refused one', async () => {
		const answers = { orders: [LOST, FORBIDDEN], document: lookup('not_found') };
		const parameters = { ...WITHDRAWAL, options: { retries: 1, longestWait: 0 } };
		expect((await order(parameters, answers)).message).toMatch(/: outcome unknown \(not_allowed\)/);
	});
});
