import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startN8n } from '../../stack/n8n';
import { N8nApi, type Owner } from '../../stack/n8n-api';
import { createDatabase } from '../../stack/own-database';
import { packTarball } from '../../stack/package';
import { stepPrinter } from '../../stack/steps';
import { ForkedProcess } from '../forked-process';
import { describeMachine } from '../machine';
import { contestOfDuplicates, contestOfFirsts } from './contests';
import type { Arena } from './endpoint';
import type { PassOptions } from './passes';
import { type Outcome, report } from './report';
import { prepare, type Setting } from './setting';

const RESULTS = path.join(__dirname, '..', 'TRIGGER-RESULTS.md');
const DO_NOTHING_FOLDER = path.join(__dirname, 'do-nothing');

type Database = 'SQLite' | 'Postgres';

interface Plan {
	databases: Database[];
	/** What n8n evaluates expressions with, and how much is measured then. */
	engines: (PassOptions & { name: string; env: NodeJS.ProcessEnv })[];
	/** How many events the triggers remember, besides one that remembers none. */
	levels: number[];
}

const LEGACY = { name: 'legacy', env: { N8N_EXPRESSION_ENGINE: 'legacy' } };
const VM = { name: 'vm', env: { N8N_EXPRESSION_ENGINE: 'vm' } };
const VM_ON_DEMAND = {
	name: 'vm on demand',
	env: { ...VM.env, N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' },
};

const FULL: Plan = {
	databases: ['SQLite', 'Postgres'],
	engines: [
		{ ...LEGACY, passes: 6, seconds: 0.8 },
		{ ...VM, passes: 4, seconds: 1.2 },
		{ ...VM_ON_DEMAND, passes: 4, seconds: 0.8 },
	],
	levels: [1_000, 5_000],
};
/** To try a change: too few passes for figures that count. */
const QUICK: Plan = {
	databases: ['SQLite'],
	engines: [
		{ ...LEGACY, passes: 2, seconds: 0.5 },
		{ ...VM, passes: 2, seconds: 0.5 },
	],
	levels: [1_000],
};

type StopLater = (stop: () => Promise<void>) => void;

interface Bench {
	plan: Plan;
	tarball: string;
	owner: Owner;
	sender: ForkedProcess;
	step: (line: string) => void;
	stopLater: StopLater;
}

async function databaseEnv(database: Database, stopLater: StopLater): Promise<NodeJS.ProcessEnv> {
	if (database === 'SQLite') return {};
	const { env, drop } = await createDatabase();
	stopLater(drop);
	return env;
}

/** The contests with one database, in one n8n after the other: what the triggers remember outlives a restart. */
async function runOn(database: Database, bench: Bench): Promise<Outcome[]> {
	const { plan, tarball, owner, sender, step, stopLater } = bench;
	const userFolder = await mkdtemp(path.join(os.tmpdir(), 'bench-trigger-'));
	stopLater(() => rm(userFolder, { recursive: true, force: true }));
	const storage = await databaseEnv(database, stopLater);
	const outcomes: Outcome[] = [];
	let setting: Setting | undefined;
	for (const { name, env: engine, ...options } of plan.engines) {
		const where = `${database}, ${name}`;
		const env = { ...storage, ...engine, N8N_CUSTOM_EXTENSIONS: DO_NOTHING_FOLDER };
		step(`${where}: starting n8n`);
		const n8n = await startN8n({ tarball, userFolder, env, stopLater, report: step });
		const arena: Arena = { n8n, api: new N8nApi(n8n.url), sender };
		await arena.api.signIn(owner);
		if (!setting)
			step(`${where}: letting the triggers remember ${plan.levels.join(' and ')} events`);
		setting ??= await prepare(arena, plan.levels);
		const contest = { arena, setting, options };
		step(`${where}: duplicates`);
		const duplicates = await contestOfDuplicates(contest);
		step(`${where}: first deliveries`);
		outcomes.push({ where, duplicates, firsts: await contestOfFirsts(contest) });
		await n8n.stop();
	}
	return outcomes;
}

/** `npm run bench:trigger`: measures everything and writes TRIGGER-RESULTS.md; with --quick it only prints. */
async function main(stopLater: StopLater): Promise<void> {
	const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
	const step = stepPrinter();
	const begin = performance.now();
	const machine = await describeMachine();
	const sender = new ForkedProcess(path.join(__dirname, 'sender-process.ts'));
	stopLater(() => sender.stop());
	const bench: Bench = {
		plan: values.quick ? QUICK : FULL,
		tarball: await packTarball(step),
		owner: { email: 'owner@example.com', password: `Bench-1-${randomBytes(8).toString('hex')}` },
		sender,
		step,
		stopLater,
	};
	const outcomes: Outcome[] = [];
	for (const database of bench.plan.databases) outcomes.push(...(await runOn(database, bench)));
	const seconds = (performance.now() - begin) / 1_000;
	const text = await report({ machine, levels: bench.plan.levels, outcomes, seconds }, RESULTS);
	console.log(`\n${text}`);
	if (!values.quick) await writeFile(RESULTS, text);
	step(values.quick ? 'Done' : `Written to ${path.relative(process.cwd(), RESULTS)}`);
}

const stops: (() => Promise<void>)[] = [];

main((stop) => stops.push(stop))
	.catch((error: unknown) => {
		console.error(error);
		process.exitCode = 1;
	})
	.finally(async () => {
		for (const stop of stops.reverse()) await stop();
	});
