// In the real n8n, with its orders counted in a file: a budget holds over executions at once; and the record in that file.
import { pay, runAgent } from './support/agent-run';
import { waitUntil } from '../../dev/stack/wait-until';
import { TRON } from '../support/addresses';
import { ACTION_NODE, runNode } from '../support/n8n/harness';
import { useOwnSandbox } from '../support/n8n/own-sandbox';
import { WITHDRAWAL } from '../support/n8n/withdrawals';
import { nodeOf, to, workflowOf } from '../support/n8n/workflows';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { used } from '../support/used';
import { ensureN8n } from '../../dev/stack/n8n-install';
import { START, startNode } from '../../dev/stack/single-node-workflow';

const ON = { onError: 'continueRegularOutput' };
/** An amount of 1, and the sandbox's fee. */
const LIMITS = { maximumPerDay: '74', withdrawalFee: '1' };
const ONCE = { ...WITHDRAWAL, options: { retries: 0 } };
const BUDGET = { resource: 'budget', operation: 'get' };

const own = useOwnSandbox({ settleMs: 0 }, true);

test('200 orders in executions at once: what there is room for is paid, and Budget: Get says so', async () => {
	const credential = await own.credentialWith(LIMITS);
	const items = Array.from({ length: 10 }, (_, id) => ({ id }));
	const runs = await Promise.all(
		Array.from({ length: 20 }, async () =>
			runNode({ parameters: ONCE, credential, items, settings: ON }),
		),
	);
	expect(own.sandbox.state.orders).toHaveLength(37);
	const failed = runs.flatMap(({ items: out }) => out.filter(({ json }) => 'error' in json));
	expect(failed).toHaveLength(163);
	const { items: windows } = await runNode({ parameters: BUDGET, credential });
	expect(windows.map(({ json }) => json)).toMatchObject([
		{ window: '24h', maximum: '74', spent: '74', left: '0', orders: { withdrawal: 37 } },
		{ window: '30d', maximum: null, spent: '74', left: null },
	]);
	expect(windows[0]?.json.counted_in).toMatch(/partner-settlement-budgets\.sqlite$/);
});

describe('Keep at Least of 900, with a balance of 1,000', () => {
	const FLOOR = { keepAtLeast: '900', withdrawalFee: '1' };
	const left = async () => {
		const { items } = await runNode({
			parameters: { resource: 'balance', operation: 'get' },
			credential: own.credential,
		});
		return Number(items[0]?.json.available_balance);
	};

	beforeEach(() => own.sandbox.setBalance(own.partner.partnerId, '1000'));

	test('a sub-workflow called 40 times at once pays what fits, and no more', async () => {
		const { api } = own;
		const credential = await own.credentialWith(FLOOR);
		const called = { inputSource: 'passthrough' };
		const order = { ...ONCE, amount: '19' };
		const nodes = [
			nodeOf('Called', 'n8n-nodes-base.executeWorkflowTrigger', 1.1, called),
			nodeOf('Pay', ACTION_NODE, 1, order, credential, ON),
		];
		const sub = await api.importWorkflow(workflowOf(nodes, { Called: to('Pay') }));
		await api.activate(sub);
		const { error } = await runNode({
			...{ type: 'n8n-nodes-base.executeWorkflow', typeVersion: 1.3, credential: null },
			parameters: {
				...{ workflowId: { __rl: true, mode: 'id', value: sub.id }, mode: 'each' },
				options: { waitForSubWorkflow: false },
			},
			items: Array.from({ length: 40 }, (_, order) => ({ order })),
		});
		expect(error).toBeUndefined();
		const areOver = async () => (await api.countExecutions(sub.id, 'success')) === 40 || undefined;
		await waitUntil('forty executions', areOver, { timeoutMs: 60_000 });
		expect(own.sandbox.state.orders).toHaveLength(5);
		expect(await left()).toBe(900);
	});

	test('40 tool calls of an agent in one turn pay what fits, and no more', async () => {
		const calls = Array.from({ length: 40 }, (_, call) => pay((5 + call / 100).toFixed(2)));
		const parameters = { options: { retries: 0, maximumPerItem: '50' } };
		const credential = await own.credentialWith(FLOOR);
		await runAgent({ own, script: [calls], credential, parameters, version: 2.2 });
		expect(await left()).toBeGreaterThanOrEqual(900);
		expect(await left()).toBeLessThan(906.4);
	});
});

/** The automatic key that a node of this run will have, as any expression can tell it. */
const keyOf = (node: string, resource: string, operation: string) => {
	const signature = "$execution.resumeUrl.split('signature=')[1].split('&')[0]";
	const told = `[${signature}, '${node}', [0, 0, 0], '${resource}', '${operation}']`;
	return `={{ 'n8n-${resource}-${operation}-' + JSON.stringify(${told}).hash('sha256').slice(0, 32) }}`;
};

test('a number that several orders share never counts less than before', async () => {
	const credential = await own.credentialWith(LIMITS);
	const number = { extIdMode: 'custom', extId: keyOf('Gift', 'giftCard', 'purchase') };
	const node = (name: string, parameters: object) =>
		nodeOf(name, ACTION_NODE, 1, { options: { retries: 0 }, ...parameters }, credential, ON);
	const check = { resource: 'kyt', operation: 'check', network: 'tron_usdt', address: TRON };
	// It cannot be bought: the API refuses it before it looks at its number.
	const gift = { resource: 'giftCard', operation: 'purchase', offerId: 'gift-cinema-30' };
	const { api } = own;
	const nodes = [
		startNode(),
		node('Pay', { ...WITHDRAWAL, ...number, amount: '39' }),
		node('Screen', { ...check, ...number }),
		node('Gift', gift),
	];
	const connections = { [START]: to('Pay'), Pay: to('Screen'), Screen: to('Gift') };
	const { id: workflow } = await api.importWorkflow(workflowOf(nodes, connections));
	const { data } = await api.finishedExecution(await api.run(workflow, START));
	const [gone] = data.resultData.runData.Gift?.[0]?.data?.main[0] ?? [];
	const { ext_id: shared } = gone?.json.details as { ext_id: string };
	expect(own.sandbox.state.orders).toMatchObject([{ kind: 'withdrawal', extId: shared }]);
	const { items } = await runNode({ parameters: BUDGET, credential });
	expect(items[0]?.json.spent).toBe('40');
});

test('an agent that pays in parts, over seven executions: what a day allows, and no word of what is left', async () => {
	const credential = await own.credentialWith({ maximumPerDay: '30', withdrawalFee: '1' });
	const told: string[] = [];
	for (let execution = 0; execution < 7; execution += 1) {
		const run = await runAgent({ own, script: [[pay('5')]], credential });
		told.push(...run.told);
	}
	expect(own.sandbox.state.orders).toHaveLength(5);
	const refused = told.filter((text) => text.includes('"outcome":"not_sent"'));
	expect(refused).toHaveLength(2);
	for (const text of refused) {
		expect(text).toContain("The credential's budget does not allow this order");
		expect(text).toContain('A person has to decide');
		expect(text).not.toMatch(/left|less|smaller|parts|again at|\d USDT/);
	}
});

describe('the record in a file', () => {
	const run = promisify(execFile);
	const place = used(
		async () => ({ folder: await mkdtemp(path.join(tmpdir(), 'record-')) }),
		async ({ folder }) => await rm(folder, { recursive: true, force: true }),
	);
	const inFolder = (name: string) => path.join(place.folder, name);

	async function inNode24(script: string, ...values: string[]): Promise<string> {
		const { nodeBinary } = await ensureN8n();
		const file = path.join(__dirname, 'support', script);
		const env = { ...process.env, N8N_USER_FOLDER: place.folder };
		const { stdout } = await run(nodeBinary, ['--import', 'tsx', file, ...values], { env });
		return stdout;
	}

	test('whatever is ordered, the file decides as a list of all attempts does', async () => {
		const told = await inNode24('sqlite-stories.ts', inFolder('stories.sqlite'), '60');
		const { refused, taken } = JSON.parse(told) as { refused: number; taken: number };
		expect(refused).toBeGreaterThan(5);
		expect(taken).toBeGreaterThan(5);
	});

	test('processes that take room at the same moment take no more than there is', async () => {
		const file = inFolder('shared.sqlite');
		const told = await Promise.all(
			Array.from({ length: 2 }, async () => await inNode24('sqlite-contest.ts', file)),
		);
		const taken = told.map((text) => Number(text));
		expect(taken.reduce((left, right) => left + right)).toBe(37);
	});

	test('under Keep at Least alone, the next process knows the orders of the one before', async () => {
		await mkdir(inFolder('.n8n'));
		await inNode24('sqlite-floor.ts', 'first');
		expect((await inNode24('sqlite-floor.ts', 'second')).trim()).toBe('first,second');
	});

	test('a file that is no database takes nothing', async () => {
		const file = inFolder('damaged.sqlite');
		await writeFile(file, 'damaged '.repeat(1_000));
		await expect(inNode24('sqlite-contest.ts', file)).rejects.toThrow(/not a database/);
	});
});
