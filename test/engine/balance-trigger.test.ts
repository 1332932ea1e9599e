/** Polls of the balance trigger: alerts, restarts, activation, and polls that fail. */
import { PolledNode } from './support/poll-node';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { type Sandbox, startSandbox } from '../../dev/sandbox';
import { Contract } from '../support/partner';
import type { FaultRule } from '../../dev/sandbox/http/faults';

const THRESHOLDS = { threshold: '50', options: { rearmAt: '100' } };
const NO_ITEMS = [[]];

let sandbox: Sandbox;
let contract: Contract;

beforeAll(async () => {
	sandbox = await startSandbox();
});

afterAll(async () => {
	await sandbox.close();
});

beforeEach(async () => {
	sandbox.configure({ latencyMs: 0 });
	contract = await Contract.of(sandbox);
});

function node(
	parameters: INodeParameters = THRESHOLDS,
	staticData: IDataObject = {},
	change: Record<string, string> = {},
): PolledNode {
	return new PolledNode({ ...contract.credential(change) }, parameters, staticData);
}

function setBalance(balance: string): void {
	sandbox.setBalance(contract.partner.partnerId, balance);
}

function jsonOf(output?: INodeExecutionData[][] | null): IDataObject | undefined {
	return output?.[0]?.[0]?.json;
}

/** Every balance read fails like that from now on. */
function failWith(fault: FaultRule['fault'], path = '/partner/balance'): void {
	sandbox.addFault({ match: { path, times: 0 }, fault });
}

async function failureOf(work: Promise<unknown>): Promise<{ message: string; httpCode?: string }> {
	const outcome = await work.then(
		() => undefined,
		(error: unknown) => error,
	);
	if (!(outcome instanceof Error)) throw new Error('It did not fail');
	return outcome;
}

test('it fires once, is armed again by a run without items, and fires again', async () => {
	const poll = node().activation('activate');
	const outputs: (INodeExecutionData[][] | null)[] = [];
	for (const balance of ['100', '40', '30', '60', '45', '120', '20', '20']) {
		setBalance(balance);
		outputs.push(await poll());
	}
	const [, first, , , , armed, second] = outputs;
	expect(jsonOf(first)).toMatchObject({ available_balance: '40.00', below_by: '10' });
	expect(armed).toEqual(NO_ITEMS);
	expect(jsonOf(second)).toMatchObject({ available_balance: '20.00', below_by: '30' });
	expect(outputs.filter((output) => output === null)).toHaveLength(5);
});

test.each(['init', 'leadershipChange', 'activate', 'update'] as const)(
	'armed again by the poll with which n8n activates it (%s), it saves that by a run without items',
	async (mode) => {
		setBalance('40');
		const before = node();
		await before.activation('activate')();
		setBalance('100');
		const after = node(THRESHOLDS, before.staticData);
		expect(await after.activation(mode)()).toEqual(NO_ITEMS);
		expect(after.staticData).toEqual({ 'node:Balance': {} });
	},
);

test('two polls at once fire once', async () => {
	setBalance('40');
	sandbox.configure({ latencyMs: 100 });
	const poll = node().activation('activate');
	const outputs = await Promise.all([poll(), poll()]);
	expect(outputs.filter((output) => output !== null)).toHaveLength(1);
	expect(await poll()).toBeNull();
});

describe('a test in the editor', () => {
	test('shows the balance as it is, and changes nothing', async () => {
		setBalance('70');
		const tested = node();
		expect(jsonOf(await tested.activation('manual')())).toMatchObject({
			available_balance: '70.00',
			threshold: '50',
			rearm_at: '100',
			is_below_threshold: false,
			below_by: '0',
			below_since: null,
		});
		setBalance('40');
		expect(jsonOf(await tested.activation('manual')())).toMatchObject({
			is_below_threshold: true,
			below_since: expect.stringMatching(/^\d{4}-.+Z$/) as string,
		});
		expect(tested.staticData).toEqual({ 'node:Balance': {} });
	});
});

describe('a poll that fails', () => {
	test.each(['503', '403', '429', '502_html', 'closed_before', 'broken_json'] as const)(
		'with %s neither fires nor forgets',
		async (fault) => {
			setBalance('40');
			const watched = node();
			const poll = watched.activation('activate');
			await poll();
			const known = watched.staticData;

			failWith(fault);
			expect((await failureOf(poll())).message).toMatch(/^Balance: Get: /);
			expect(watched.staticData).toEqual(known);

			sandbox.clearFaults();
			expect(await poll()).toBeNull();
		},
	);

	test('keeps the node from being activated, in one line with what to do', async () => {
		const partner = { scopes: ['kyt:check'] };
		contract = await Contract.of(sandbox, partner);
		const poll = node().activation('activate');
		const failure = await failureOf(poll());
		expect(failure.message).toMatch(
			/missing_scope.*needed is the scope balance:read; granted are: kyt:check/,
		);
		// Of a poll of its durable scheduler n8n shows both.
		expect(failure).toMatchObject({ description: undefined });
	});

	test('tells n8n the status of later polls', async () => {
		setBalance('70');
		const poll = node().activation('activate');
		await poll();
		failWith('403');
		const failure = await failureOf(poll());
		expect(failure).toMatchObject({
			httpCode: '403',
			message: expect.stringMatching(/^Balance: Get: refused .*\. /) as string,
		});
	});

	test.each(['init', 'leadershipChange'] as const)(
		'as the first one after a restart (%s) leaves the workflow active',
		async (mode) => {
			failWith('503');
			setBalance('40');
			const poll = node().activation(mode);
			expect(await poll()).toBeNull();
			expect((await failureOf(poll())).message).toMatch(/^Balance: Get: /);
			sandbox.clearFaults();
			expect(jsonOf(await poll())).toMatchObject({ below_by: '10' });
		},
	);
});
