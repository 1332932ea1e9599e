// In the real n8n, with its orders counted in a file: a budget holds over executions at once; and the record in that file.
import { pay, runAgent } from './support/agent-run';
import { randomUUID } from 'node:crypto';
import { waitUntil } from '../../dev/stack/wait-until';
import { TRON } from '../support/addresses';
import { ACTION_NODE, runNode, sharedN8n } from '../support/n8n/harness';
import { type OwnSandbox, startOwnSandbox } from '../support/n8n/own-sandbox';
import { to } from '../support/n8n/payouts';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { ensureN8n } from '../../dev/stack/n8n-install';
import { START, startNode } from '../../dev/stack/single-node-workflow';

const ON = { onError: 'continueRegularOutput' };
/** An amount of 1, and the sandbox's fee. */
const LIMITS = { maximumPerDay: '74', withdrawalFee: '1' };
const WITHDRAWAL = {
	...{ resource: 'withdrawal', operation: 'create', amount: '1', toAddress: TRON },
	options: { retries: 0 },
};

let own: OwnSandbox;

beforeEach(async () => {
	own = await startOwnSandbox({ settleMs: 0 });
});

afterEach(() => own.sandbox.close());

test('200 orders in executions at once: what there is room for is paid, and Budget: Get says so', async () => {
	const credential = await own.credentialWith(LIMITS);
	const items = Array.from({ length: 10 }, (_, id) => ({ id }));
	const runs = await Promise.all(
		Array.from({ length: 20 }, async () =>
			runNode({ parameters: WITHDRAWAL, credential, items, settings: ON }),
		),
	);
	expect(own.sandbox.state.orders).toHaveLength(37);
	const failed = runs.flatMap(({ items: out }) => out.filter(({ json }) => 'error' in json));
	expect(failed).toHaveLength(163);
	const { items: windows } = await runNode({
		parameters: { resource: 'budget', operation: 'get' },
		credential,
	});
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
		const { id, name, type } = await own.credentialWith(FLOOR);
		const api = await sharedN8n();
		const node = (called: string, kind: string, version: number, parameters: object) => ({
			...{ id: randomUUID(), name: called, type: kind, typeVersion: version },
			...{ position: [0, 0], parameters: { ...parameters } },
		});
		const sub = await api.importWorkflow({
			name: 'pay one',
			settings: {},
			nodes: [
				node('Called', 'n8n-nodes-base.executeWorkflowTrigger', 1.1, {
					inputSource: 'passthrough',
				}),
				{
					...node('Pay', ACTION_NODE, 1, { ...WITHDRAWAL, amount: '19' }),
					...{ credentials: { [type]: { id, name } }, ...ON },
				},
			],
			connections: { Called: to('Pay') },
		});
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
	const { id, name, type } = await own.credentialWith(LIMITS);
	const number = { extIdMode: 'custom', extId: keyOf('Gift', 'giftCard', 'purchase') };
	const node = (name_: string, parameters: Record<string, unknown>) => ({
		...{ id: randomUUID(), name: name_, type: ACTION_NODE, typeVersion: 1, position: [0, 0] },
		...{ parameters, credentials: { [type]: { id, name } }, ...ON },
	});
	const check = { resource: 'kyt', operation: 'check', network: 'tron_usdt', address: TRON };
	// It cannot be bought: the API refuses it before it looks at its number.
	const gift = { resource: 'giftCard', operation: 'purchase', offerId: 'gift-cinema-30' };
	const api = await sharedN8n();
	const { id: workflow } = await api.importWorkflow({
		name: 'a shared number',
		settings: {},
		nodes: [
			startNode(),
			node('Pay', { ...WITHDRAWAL, ...number, amount: '39' }),
			node('Screen', { ...check, ...number, options: { retries: 0 } }),
			node('Gift', { ...gift, options: { retries: 0 } }),
		],
		connections: { [START]: to('Pay'), Pay: to('Screen'), Screen: to('Gift') },
	});
	const { data } = await api.finishedExecution(await api.run(workflow, START));
	const [gone] = data.resultData.runData.Gift?.[0]?.data?.main[0] ?? [];
	const { ext_id: shared } = gone?.json.details as { ext_id: string };
	expect(own.sandbox.state.orders).toMatchObject([{ kind: 'withdrawal', extId: shared }]);
	const parameters = { resource: 'budget', operation: 'get' };
	const { items } = await runNode({ parameters, credential: { id, name, type } });
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
	let folder = '';

	beforeAll(async () => {
		folder = await mkdtemp(path.join(tmpdir(), 'record-'));
	});

	afterAll(async () => {
		await rm(folder, { recursive: true, force: true });
	});

	async function inNode24(script: string, ...values: string[]): Promise<string> {
		const { nodeBinary } = await ensureN8n();
		const file = path.join(__dirname, 'support', script);
		const env = { ...process.env, N8N_USER_FOLDER: folder };
		const { stdout } = await run(nodeBinary, ['--import', 'tsx', file, ...values], { env });
		return stdout;
	}

	test('whatever is ordered, the file decides as a list of all attempts does', async () => {
		const told = await inNode24('sqlite-stories.ts', path.join(folder, 'stories.sqlite'), '60');
		const { refused, taken } = JSON.parse(told) as { refused: number; taken: number };
		expect(refused).toBeGreaterThan(10);
		expect(taken).toBeGreaterThan(30);
	});

	test('processes that take room at the same moment take no more than there is', async () => {
		const file = path.join(folder, 'shared.sqlite');
		const told = await Promise.all(
			Array.from({ length: 2 }, async () => await inNode24('sqlite-contest.ts', file)),
		);
		const taken = told.map((text) => Number(text));
		expect(taken.reduce((left, right) => left + right)).toBe(37);
	});

	test('under Keep at Least alone, the next process knows the orders of the one before', async () => {
		await mkdir(path.join(folder, '.n8n'));
		await inNode24('sqlite-floor.ts', 'first');
		expect((await inNode24('sqlite-floor.ts', 'second')).trim()).toBe('first,second');
	});

	test('a file that is no database takes nothing', async () => {
		const file = path.join(folder, 'damaged.sqlite');
		await writeFile(file, 'damaged '.repeat(1_000));
		await expect(inNode24('sqlite-contest.ts', file)).rejects.toThrow(/not a database/);
	});
});
