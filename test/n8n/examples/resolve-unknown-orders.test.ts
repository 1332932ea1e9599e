// The example "Resolve unknown orders": it says of each order what the lookup showed, and never more. It orders nothing.
import { randomUUID } from 'node:crypto';
import { asShown } from '../../../dev/sandbox/dialects/as-shown';
import type { SandboxOptions } from '../../../dev/sandbox/index';
import { NODE, singleNodeWorkflow, START } from '../../../dev/stack/single-node-workflow';
import { type Json, outputOf } from '../../support/n8n/example-runs';
import { ACTION_NODE, runNode } from '../../support/n8n/harness';
import { type OwnSandbox, startOwnSandbox } from '../../support/n8n/own-sandbox';
import { StartedExample, withParameters } from '../../support/n8n/started-example';
import { NUMBERED } from '../../support/n8n/withdrawals';
import { nodeOf, to } from '../../support/n8n/workflows';
import { TRON } from '../../support/addresses';

/** Nothing is retried, so that the response of an order is lost. */
const ONCE = { ...NUMBERED, options: { retries: 0 } };
const CALL = 'n8n-nodes-base.executeWorkflow';
const EXPIRED = { status: 'expired', document_status: 'expired' };
const CONTRADICTORY = { status: 'failed', document_status: 'done' };

/** Looks at orders of any age: no test waits ten minutes. */
const ofAnyAge = withParameters('Still unknown', {
	filters: { conditions: [{ keyName: 'outcome', condition: 'isEmpty' }] },
});

let own: OwnSandbox;
let example: StartedExample;

async function start(change = ofAnyAge, options: SandboxOptions = {}): Promise<void> {
	own = await startOwnSandbox({ settleMs: 0, ...options });
	example = await StartedExample.start('resolve-unknown-orders', own, change);
}

afterEach(async () => {
	await example.remove();
	await own.sandbox.close();
});

const callOfTheExample = () => ({
	workflowId: { __rl: true, mode: 'id', value: example.stored.id },
	options: {},
});

/** Pays these in a workflow that has the example behind its error output. */
async function pay(items: { number: string; amount: string }[]): Promise<void> {
	const { api, credential } = own;
	const settings = { onError: 'continueErrorOutput' };
	const node = { type: ACTION_NODE, parameters: ONCE, credential, items, settings };
	const workflow = singleNodeWorkflow(`payouts ${randomUUID()}`, node);
	workflow.nodes.push(nodeOf('Resolve', CALL, 1.3, callOfTheExample()));
	workflow.connections[NODE] = { main: [[], ...to('Resolve').main] };
	const { id } = await api.importWorkflow(workflow);
	const { data } = await api.finishedExecution(await api.run(id, START));
	await api.deleteWorkflow(id);
	expect(data.resultData.error).toBeUndefined();
}

/** Passes these to the example, as a workflow does that got them elsewhere. */
async function handOver(items: Json[]): Promise<void> {
	const call = { type: CALL, typeVersion: 1.3, credential: null, parameters: callOfTheExample() };
	const { error } = await runNode({ ...call, items });
	expect(error).toBeUndefined();
}

/** The messages of its last call. */
async function toldWhenCalled(): Promise<string[]> {
	const { api } = own;
	const [row] = await api.listExecutions(example.stored.id, 1);
	const reports = outputOf(await api.finishedExecution(row?.id ?? ''), 'Report');
	return reports.flatMap(({ text }) => String(text).split('\n'));
}

async function outcomes(): Promise<unknown[]> {
	return (await example.rows()).map(({ ext_id, outcome }) => [ext_id, outcome]);
}

function close(path: string, fault: 'closed_before' | 'closed_after_commit', body = ''): void {
	own.sandbox.addFault({ match: { path, body, times: 0 }, fault });
}

const orderCalls = () =>
	own.newRequests().filter(({ path }) => !path.endsWith('/document_get')).length;

test('unknown orders of each kind are reported when they come in, and again with their outcome', async () => {
	await start();
	close('/withdrawals', 'closed_before', 'never-arrived');
	close('/withdrawals', 'closed_after_commit');
	close('/document_get', 'closed_before');
	await pay([
		{ number: 'placed', amount: '2' },
		{ number: 'never-arrived', amount: '3' },
		{ number: 'came-to-nothing', amount: '13.01' },
		{ number: 'not-readable', amount: '4' },
		{ number: 'not-sent', amount: 'much' },
	]);
	const numbers = ['placed', 'never-arrived', 'came-to-nothing', 'not-readable'];
	expect(await outcomes()).toEqual(numbers.map((number) => [number, '']));
	expect((await toldWhenCalled()).slice(0, 2)).toEqual([
		'Orders whose outcome was unknown: 4. Still unknown: 4.',
		'STILL UNKNOWN: placed. Yours: number placed, amount 2. Found: not looked up yet. Do not order it under another number.',
	]);

	orderCalls();
	own.sandbox.clearFaults();
	const unreadable = { path: '/document_get', body: 'not-readable' };
	own.sandbox.addFault({ match: unreadable, fault: '403' });
	expect(await example.report()).toEqual([
		'Orders whose outcome was unknown: 4. Still unknown: 1.',
		`PLACED: placed. Yours: number placed, amount 2. Found: status completed, document_status done, kind withdrawal, amount 2, currency USDT, to_address ${TRON}.`,
		'NOT FOUND: never-arrived. Yours: number never-arrived, amount 3. Found: the lookup said document_not_found. To order it, use the same number.',
		`CAME TO NOTHING: came-to-nothing. Yours: number came-to-nothing, amount 13.01. Found: status failed, document_status failed, kind withdrawal, amount 13.01, currency USDT, to_address ${TRON}.`,
		'STILL UNKNOWN: not-readable. Yours: number not-readable, amount 4. Found: the lookup said not_allowed. Do not order it under another number.',
	]);
	expect(await outcomes()).toEqual([
		['placed', 'placed'],
		['never-arrived', 'not found'],
		['came-to-nothing', 'came to nothing'],
		['not-readable', ''],
	]);

	expect((await example.report()).map((line) => line.split('. Yours')[0])).toEqual([
		'Orders whose outcome was unknown: 1. Still unknown: 0.',
		'PLACED: not-readable',
	]);
	expect(await example.report()).toEqual([]);
	expect(orderCalls()).toBe(0);
	expect(own.sandbox.state.orders).toHaveLength(3);
});

test('as npm start imports it, it makes the table and does not look at what has just come in', async () => {
	await start((workflow) => workflow);
	expect(await example.report()).toEqual([]);
	await handOver([{ ext_id: 'order-1', order: 'Withdraw 2 USDT' }]);
	own.newRequests();
	expect(await example.report()).toEqual([]);
	expect(own.newRequests()).toEqual([]);
	expect(await example.rows()).toMatchObject([
		{ ext_id: 'order-1', order: 'Withdraw 2 USDT', outcome: '' },
	]);
});

test('a lookup that fails, for whatever reason, never says that there is no order', async () => {
	await start();
	await example.report();
	await example.addRows([{ ext_id: 'order-1' }]);
	for (const fault of ['403', '500', 'closed_before', 'empty', 'broken_json'] as const) {
		own.sandbox.addFault({ match: { path: '/document_get', times: 0 }, fault });
		expect((await example.report())[1]).toMatch(
			/^STILL UNKNOWN: order-1\. Yours: not noted\. Found: the lookup said \w+\. Do not/,
		);
		own.sandbox.clearFaults();
	}
	expect(await outcomes()).toEqual([['order-1', '']]);
}, 300_000);

test('a document with an unclear status, an error or another number leaves the order unknown', async () => {
	const words = (kind: string, status: string) => {
		if (status === 'failed') return CONTRADICTORY;
		return status === 'cancelled' ? EXPIRED : asShown.words(kind, status);
	};
	await start(ofAnyAge, { dialect: { ...asShown, words } });
	const amounts = { contradictory: '13.01', expired: '13.02', another: '1', erroneous: '1' };
	const items = Object.entries(amounts).map(([number, amount]) => ({ number, amount }));
	const { credential } = own;
	await runNode({ credential, parameters: ONCE, items, continueOnFail: true });
	for (const order of own.sandbox.state.orders) {
		if (order.extId === 'another') order.facts.ext_id = 'somebody-elses';
		if (order.extId === 'erroneous') order.facts.error = 'not_allowed';
	}
	await example.report();
	await example.addRows(items.map(({ number }) => ({ ext_id: number, order: 'a payout' })));

	expect(await example.report()).toEqual([
		'Orders whose outcome was unknown: 4. Still unknown: 4.',
		expect.stringMatching(/^STILL UNKNOWN: contradictory\. .* status failed, document_status done/),
		expect.stringMatching(/^STILL UNKNOWN: expired\. .* status expired, document_status expired/),
		expect.stringMatching(/^STILL UNKNOWN: another\. .* status completed, document_status done/),
		expect.stringMatching(/^STILL UNKNOWN: erroneous\. .* status completed, document_status done/),
	]);
});

test('an order without a number is reported, and never looked up', async () => {
	await start();
	await handOver([{ what: 'an API call', error: 'Lost', details: { outcome: 'unknown' } }]);
	const line =
		/^STILL UNKNOWN: without a number\. Yours: what an API call\. Found: .*Do not order it/;
	expect((await toldWhenCalled())[1]).toMatch(line);
	own.newRequests();
	expect((await example.report())[1]).toMatch(line);
	expect(own.newRequests()).toEqual([]);
});

test('an order that becomes unknown again is looked up again', async () => {
	await start();
	const unknown = { ext_id: 'order-1', details: { outcome: 'unknown', ext_id: 'order-1' } };
	await handOver([unknown]);
	expect((await example.report())[1]).toMatch(/^NOT FOUND: order-1/);
	await handOver([unknown]);
	expect(await outcomes()).toEqual([['order-1', '']]);
	expect((await example.report())[1]).toMatch(/^NOT FOUND: order-1/);
});
