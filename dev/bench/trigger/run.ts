import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startN8n } from '../../stack/n8n';
import { N8nApi } from '../../stack/n8n-api';
import { createDatabase } from '../../stack/own-database';
import { packTarball } from '../../stack/package';
import { type Bench, runBench } from '../bench';
import { ForkedProcess } from '../forked-process';
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
		{ ...LEGACY, passes: 5, seconds: 4 },
		{ ...VM, passes: 5, seconds: 4 },
		{ ...VM_ON_DEMAND, passes: 3, seconds: 4 },
	],
	levels: [1_000, 5_000],
};
const QUICK: Plan = {
	databases: ['SQLite'],
	engines: [
		{ ...LEGACY, passes: 2, seconds: 0.5 },
		{ ...VM, passes: 2, seconds: 0.5 },
	],
	levels: [1_000],
};

interface SetUp extends Bench, Omit<Plan, 'databases'> {
	tarball: string;
	sender: ForkedProcess;
}

async function databaseEnv(database: Database, { stopLater }: Bench): Promise<NodeJS.ProcessEnv> {
	if (database === 'SQLite') return {};
	const { env, drop } = await createDatabase();
	stopLater(drop);
	return env;
}

/** The contests with one database, in one n8n after the other: what the triggers remember outlives a restart. */
async function runOn(database: Database, setUp: SetUp): Promise<Outcome[]> {
	const { engines, levels, tarball, owner, sender, step, stopLater } = setUp;
	const userFolder = await mkdtemp(path.join(os.tmpdir(), 'bench-trigger-'));
	stopLater(() => rm(userFolder, { recursive: true, force: true }));
	const storage = await databaseEnv(database, setUp);
	const outcomes: Outcome[] = [];
	let setting: Setting | undefined;
	for (const { name, env: engine, ...options } of engines) {
		const where = `${database}, ${name}`;
		const env = { ...storage, ...engine, N8N_CUSTOM_EXTENSIONS: DO_NOTHING_FOLDER };
		step(`${where}: starting n8n`);
		const n8n = await startN8n({ tarball, userFolder, env, stopLater, report: step });
		const arena: Arena = { n8n, api: new N8nApi(n8n.url), sender };
		await arena.api.signIn(owner);
		if (!setting) step(`${where}: letting the triggers remember ${levels.join(' and ')} events`);
		setting ??= await prepare(arena, levels);
		const contest = { arena, setting, options };
		step(`${where}: duplicates`);
		const duplicates = await contestOfDuplicates(contest);
		step(`${where}: first deliveries`);
		outcomes.push({ where, duplicates, firsts: await contestOfFirsts(contest) });
		await n8n.stop();
	}
	return outcomes;
}

/** `npm run bench:trigger`: deliveries to the trigger. */
async function measure(bench: Bench): Promise<string> {
	const { isQuick, machine, step, stopLater, seconds } = bench;
	const { databases, ...plan } = isQuick ? QUICK : FULL;
	const sender = new ForkedProcess(path.join(__dirname, 'sender-process.ts'));
	stopLater(() => sender.stop());
	step('Packing the package');
	const setUp = { ...bench, ...plan, sender, tarball: await packTarball(step) };
	const outcomes: Outcome[] = [];
	for (const database of databases) outcomes.push(...(await runOn(database, setUp)));
	return await report({ machine, levels: plan.levels, outcomes, seconds: seconds() }, RESULTS);
}

void runBench(RESULTS, measure);
