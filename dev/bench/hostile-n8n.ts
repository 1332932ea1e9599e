import path from 'node:path';
import { table } from '../scripts/docs/table';
import { CREDENTIAL_TYPE } from '../stack/credential';
import { startN8n } from '../stack/n8n';
import { N8nApi } from '../stack/n8n-api';
import { packTarball } from '../stack/package';
import { type Bench, runBench } from './bench';
import { type ScriptedApi, startApi } from './hostile/api';
import { HOSTILE_CASES, type HostileCase, LARGE_RESPONSES } from './hostile/cases';
import { type Task, type Watched, watch } from './hostile/watch';
import { runNode } from './hostile/work';
import { machineLines } from './machine';
import { markdown } from './markdown';
import { oneGet } from './one-get';
import type { ReadyN8n } from './run-in-n8n';
import { median } from './statistics';
import { untilIdle } from './trigger/endpoint';

const RESULTS = path.join(__dirname, 'HOSTILE-RESULTS.md');
const MAX_SILENCE_MS = 1_500;
const MAX_RATIO = 1.3;
/** Characters of an outcome. */
const MAX_SHOWN = 100;
const ROUNDS = { full: 3, quick: 1 };

/** One n8n for all cases, and a new one behind each that it did not outlive. */
class Patient {
	private ready: Promise<ReadyN8n> | undefined;

	constructor(
		private readonly bench: Bench,
		private readonly tarball: string,
		readonly script: ScriptedApi,
	) {
		bench.stopLater(() => this.discard());
	}

	async watch(task: Task): Promise<Watched> {
		const ready = await (this.ready ??= this.start());
		const watched = await watch(ready, this.script, task);
		const isWell = watched.after === 'alive' && watched.isOver;
		// What it still does must not count for the next.
		if (!isWell || !(await comesToRest(ready))) await this.discard();
		return watched;
	}

	private async start(): Promise<ReadyN8n> {
		const { owner, step } = this.bench;
		const n8n = await startN8n({ tarball: this.tarball, report: step });
		const api = new N8nApi(n8n.url);
		const fields = { name: 'Bench', type: CREDENTIAL_TYPE, data: this.script.credential };
		await api.signIn(owner);
		const ready = { n8n, api, credential: await api.createCredential(fields) };
		// The first call loads code, the node's and n8n's.
		for (const [, node] of oneGet(this.script.url, '/partner/balance')) {
			const respond = () => '{"available_balance":"1"}';
			await watch(ready, this.script, { setUp: runNode(node), respond, isLookedAt: false });
		}
		return ready;
	}

	private async discard(): Promise<void> {
		const ready = await this.ready?.catch(() => undefined);
		this.ready = undefined;
		await ready?.n8n.kill('SIGKILL');
		await ready?.n8n.stop();
	}
}

async function comesToRest({ n8n }: ReadyN8n): Promise<boolean> {
	return await untilIdle(n8n).then(
		() => true,
		() => false,
	);
}

function seconds(ms: number): string {
	return `${(ms / 1_000).toFixed(2)} s`;
}

function met(isMet: boolean): string {
	return isMet ? 'met' : '**not met**';
}

/** One line of the report for each case. */
async function caseRow(patient: Patient, hostile: HostileCase): Promise<string[]> {
	const watched = await patient.watch({ ...hostile, isLookedAt: true });
	const { silenceMs, runMs, after } = watched;
	const said = after === 'ended' ? 'none' : watched.said;
	const isRight = hostile.isRight(watched, patient.script.calls);
	return [
		...[hostile.input, hostile.by, seconds(silenceMs), seconds(runMs), after],
		`${isRight ? '' : '**wrong**: '}${said.slice(0, MAX_SHOWN)}`,
		met(isRight && after === 'alive' && silenceMs <= MAX_SILENCE_MS),
	];
}

/** Both nodes in turn with each response; medians. */
async function responseRows(patient: Patient, bench: Bench): Promise<string[][]> {
	const rows: string[][] = [];
	for (const [shown, body] of Object.entries(LARGE_RESPONSES)) {
		const nodes = oneGet(patient.script.url, '/partner/report');
		const all = nodes.map(([name]) => ({ name, runs: [] as Watched[] }));
		for (let round = 0; round < (bench.isQuick ? ROUNDS.quick : ROUNDS.full); round += 1) {
			for (const [place, [name, node]] of nodes.entries()) {
				bench.step(`15 MB of ${shown}, ${name}`);
				// An error is to show as one.
				const setUp = runNode({ ...node, settings: {} });
				const task = { setUp, respond: () => body, isLookedAt: false };
				all[place]?.runs.push(await patient.watch(task));
			}
		}
		const [own, other] = all.map(({ runs }) => ({
			silence: median(runs.map(({ silenceMs }) => silenceMs)),
			run: median(runs.map(({ runMs }) => runMs)),
			states: [...new Set(runs.map(({ said, after }) => `${said}, ${after}`))].join('; '),
		}));
		if (!own || !other) throw new Error('A node is missing');
		const [silence, run] = [own.silence / other.silence, own.run / other.run];
		rows.push([
			...[shown, seconds(own.silence), seconds(other.silence), silence.toFixed(2)],
			...[seconds(own.run), seconds(other.run), run.toFixed(2), own.states],
			met(Math.max(silence, run) <= MAX_RATIO && own.states === 'success, alive'),
		]);
	}
	return rows;
}

/** `npm run bench:hostile`: whether n8n answers others while it works on hostile input. */
async function measure(bench: Bench): Promise<string> {
	const { isQuick, machine, step } = bench;
	step('Packing the package');
	const patient = new Patient(bench, await packTarball(step), await startApi(bench));
	const rows: string[][] = [];
	for (const hostile of HOSTILE_CASES) {
		step(`${hostile.input}: ${hostile.by}`);
		rows.push(await caseRow(patient, hostile));
	}
	const large = await responseRows(patient, bench);
	const head = ['input', 'what works on it', 'longest silence', 'time', 'n8n then', 'outcome', ''];
	const parts = [
		'# Bench of hostile input',
		'Written by `npm run bench:hostile`. Times are of one machine on one day, and grow with what else it does.',
		machineLines(machine, bench.seconds()),
		'## Input that n8n must outlive',
		`Meanwhile GET /healthz is asked every 50 ms; the longest silence is the longest time without a response, and at most
${seconds(MAX_SILENCE_MS)} is wanted. A case is cut off after 60 s, and n8n started anew.`,
		table(head, rows),
		'## Responses of 15 MB',
		`n8n itself takes seconds to store such a run. So it is compared with n8n's HTTP Request node: at most ${MAX_RATIO} times its silence and
its time are wanted. Medians of ${isQuick ? ROUNDS.quick : ROUNDS.full} runs of each, in turn.`,
		table(
			[
				...['response', 'silence', 'with HTTP Request', 'ratio'],
				...['time', 'with HTTP Request', 'ratio', 'outcome', ''],
			],
			large,
		),
	];
	return await markdown(parts, RESULTS);
}

void runBench(RESULTS, measure);
