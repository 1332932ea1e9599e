/**
 * Proves what the error that ends a run says of the money: what was done, with its status, what failed, what was not sent,
 * and what Retry would do; and that an error nobody foresaw says it as well.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import * as output from '../../nodes/PartnerSettlement/run/output';
import * as messages from '../../nodes/PartnerSettlement/messages/node-error';
import { BALANCE } from '../support/partner';
import { batchOf, FORBIDDEN, LOST, SENT, useOrders, WITHDRAWAL } from './support/orders';
import { ON } from './support/run-node';

jest.mock('../../nodes/PartnerSettlement/messages/node-error', () => {
	const path = '../../nodes/PartnerSettlement/messages/node-error';
	const real = jest.requireActual<typeof messages>(path);
	return { ...real, toNodeError: jest.fn(real.toNodeError) };
});
jest.mock('../../nodes/PartnerSettlement/run/output', () => {
	const real = jest.requireActual<typeof output>('../../nodes/PartnerSettlement/run/output');
	return { ...real, toItem: jest.fn(real.toItem) };
});

/** The sandbox's magic amount. */
const SHORT = '13.04';

const { api, order } = useOrders({ settleMs: 60_000 });

afterEach(() => jest.restoreAllMocks());

const itemsOf = (...amounts: string[]) => ({
	items: amounts.map((amount, index) => ({ amount, id: `o-${String(index + 1)}` })),
});
const CUSTOM = { ...WITHDRAWAL, extIdMode: 'custom', extId: '={{ $json.id }}' };
/** A search, which the sandbox answers, or an order without a key, which it refuses. */
const KEYLESS: INodeParameters = {
	...{ resource: 'apiCall', operation: 'request', method: 'POST', base: 'base', body: '{}' },
	path: '={{ $json.amount === "1" ? "/api/offers" : "/no/such/path" }}',
};

describe('what was done', () => {
	test('is listed by status, with what Retry does', async () => {
		const records: IDataObject[] = [
			...[{ status: 'Pending' }, { status: 'on_hold', withdrawal_id: 'w' }],
			...[{ status: 'pending' }, { withdrawal_id: 'w' }],
		];
		const answers = records.map((body) => ({ status: 200, body }));
		const amounts = itemsOf('1', '2', '3', '4', '5');
		const run = await order(WITHDRAWAL, { orders: [...answers, FORBIDDEN] }, amounts);
		expect(run.description).toMatch(
			/Done: items 0, 2 \(status pending\), item 1 \(status on_hold\), item 3\. A new run may order again; Retry on this execution does not\.$/,
		);
	});

	test('without an ext_id is told apart: Retry would do it again', async () => {
		const { description } = await order(KEYLESS, {}, itemsOf('1', 'x'));
		expect(description).toMatch(
			/Done without an ext_id: item 0\. Retry or a new run would do this again/,
		);
		expect(description).not.toMatch('Retry on this');
	});
});

describe('what failed', () => {
	test('is listed for all items that were in progress', async () => {
		const match = { path: '/withdrawals', body: 'o-2' };
		api.sandbox.addFault({ match, fault: 'closed_after_commit' });
		api.sandbox.addFault({ match: { path: '/document_get', body: 'o-2', times: 0 }, fault: '403' });
		const options = { retries: 0, concurrency: 2 };
		const { description } = await order({ ...CUSTOM, options }, {}, itemsOf(SHORT, '1', '2'));
		expect(description).toMatch(/item 0 with ext_id o-1: refused \(insufficient_balance\)/);
		expect(description).toMatch(/item 1 with ext_id o-2: outcome unknown \(connection_lost\)/);
		expect(description).toMatch(/ Not sent: item 2\.$/);
	});

	/** n8n would replace a message that contains one of these, for example with the advice to just try again. */
	test.each([
		['order-1', 'ECONNRESET'],
		['order-1', 'upstream etimedout'],
		['eexist-1', 'bad_gateway'],
	])('keeps its key in the message, whatever n8n makes of it: %s, %s', async (id, code) => {
		const message = `Withdrawal: Create: outcome unknown (${code}); repeat only with ext_id ${id}`;
		const lost = { orders: [{ status: 502, body: { error: code } }], document: LOST };
		const items = [{ amount: '1', id }];
		const run = await order(CUSTOM, lost, { items });
		expect(run.message).toBe(message);
		expect(run.description).toMatch(/Outcome unknown: repeat with ext_id/);
		expect((await order(CUSTOM, lost, { items, ...ON })).items[0]?.error).toBe(message);
	});
});

test('a mistake in a retry says that a run before may have done it', async () => {
	const run = { ...itemsOf('1', '0'), mode: 'retry' as const };
	const { description } = await order(CUSTOM, {}, run);
	expect(description).toMatch(
		/Outcome unknown: this attempt sent nothing, but an earlier one may have; check before/,
	);
	expect(description).toMatch(
		/None of the 2 items was sent in this retry\. Items with a mistake: item 1\.$/,
	);
});

describe('an unexpected error', () => {
	test('of an expression says that nothing was sent', async () => {
		const parameters = { ...CUSTOM, amount: "={{ $('Nowhere').item.json.amount }}" };
		expect((await order(parameters)).description).toMatch('Not sent: nothing was spent.');
		const { items } = await order(parameters, {}, ON);
		expect(items[0]?.details).toMatchObject({ outcome: 'not_sent' });
	});

	test('ends the run: nothing more is sent', async () => {
		jest.mocked(messages.toNodeError).mockImplementationOnce(() => {
			throw new Error('unforeseen');
		});
		const run = await order(WITHDRAWAL, { orders: [FORBIDDEN] }, itemsOf('1', '2', '3'));
		expect(run.message).toBe('unforeseen');
		// What was still to come would have come by the end of these.
		for (let call = 0; call < 5; call += 1) await api.contract.client().call(BALANCE);
		expect(run.sent).toHaveLength(1);
	});
});

describe('a response that cannot become an output', () => {
	beforeEach(() => {
		jest.mocked(output.toItem).mockImplementationOnce(() => {
			throw new RangeError('Maximum call stack size exceeded');
		});
	});

	test('fails its item with its ext_id as unknown', async () => {
		const { message, description } = await order(WITHDRAWAL, {}, itemsOf('1', '2', '3'));
		expect(message).toBe('Maximum call stack size exceeded');
		expect(description).toMatch(/Outcome unknown: repeat with ext_id n8n-/);
		expect(description).not.toMatch('Done: ');
		expect(description).toMatch('Not sent: items 1 to 2.');
	});

	test.each<[string, INodeParameters]>([
		['with On Error: Continue', WITHDRAWAL],
		['in a batch', batchOf([SENT, { ...SENT, amount: '2' }])],
	])('leaves the others alone %s', async (_, parameters) => {
		const count = parameters === WITHDRAWAL ? itemsOf('1', '2') : {};
		const { items } = await order(parameters, {}, { ...ON, ...count });
		const message = expect.stringMatching('repeat with ext_id n8n-');
		const open = { message, details: { outcome: 'unknown' } };
		expect(items).toMatchObject([open, { ext_id: expect.stringMatching(/^n8n-/) }]);
	});
});
