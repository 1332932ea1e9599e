import { setTimeout as pause } from 'node:timers/promises';
import { FRESH_CONNECTION } from '../stack/n8n-api';
import { type Bench, repeat, type Row, row, type Section, single } from './bench';
import { hostileCases, largeResponses, runNode, textsLikeSecrets } from './hostile-cases';
import type { Work } from './hostile-cases';
import { bothNodes, newestResult, type ReadyN8n, startReadyN8n, untilIdle } from './n8n';
import { type Respond, type ScriptedApi, startApi } from './scripted-api';

const ASK_EVERY_MS = 50;
/** The time limit of each piece of work. */
const LIMIT_MS = 60_000;
/** An n8n that doesn't respond for this long afterwards is stuck or has ended. */
const AFTER_MS = 10_000;
/** Characters of an outcome in the report. */
const MAX_SHOWN = 100;
const PATH = '/partner/report';

async function isHealthy(url: string, signal: AbortSignal): Promise<boolean> {
	try {
		const response = await fetch(`${url}/healthz`, { headers: FRESH_CONNECTION, signal });
		await response.arrayBuffer();
		return response.ok;
	} catch {
		return false;
	}
}

/** Polls n8n's health check until `end`. @returns the longest time without a response, in milliseconds */
async function longestSilence(url: string, end: AbortSignal): Promise<number> {
	let last = performance.now();
	let longest = 0;
	while (!end.aborted) {
		await pause(ASK_EVERY_MS);
		if (!(await isHealthy(url, end))) continue;
		longest = Math.max(longest, performance.now() - last);
		last = performance.now();
	}
	return Math.max(longest, performance.now() - last);
}

/**
 * Lets n8n do a piece of work within the time limit. `isLookedAt` is false if the execution's output is too large to
 * read.
 */
async function watch(ready: ReadyN8n, script: ScriptedApi, work: Work, isLookedAt: boolean) {
	const { api, n8n } = ready;
	const end = new AbortController();
	const begin = performance.now();
	const silence = longestSilence(n8n.url, end.signal);
	const cut = pause(LIMIT_MS, { said: 'no end', workflowId: undefined, isOver: false }, end);
	const done = work(ready, script).then((outcome) => ({ ...outcome, isOver: true }));
	const { said, workflowId, isOver } = await Promise.race([done.catch(() => cut), cut]);
	const runMs = performance.now() - begin;
	end.abort();
	const silenceMs = await silence;
	const isWell = isOver && (await isHealthy(n8n.url, AbortSignal.timeout(AFTER_MS)));
	const id = isWell ? workflowId : undefined;
	const result = id !== undefined && isLookedAt ? await newestResult(api, id) : undefined;
	if (id !== undefined) await api.deleteWorkflow(id);
	const { error, runData = {}, lastNodeExecuted = '' } = result ?? {};
	const outputs = runData[lastNodeExecuted]?.at(-1)?.data?.main ?? [];
	return {
		...{ silenceMs, runMs, isWell },
		said: [said, error?.message].filter(Boolean).join(': '),
		outputs: outputs.map((items) => (items ?? []).map(({ json }) => json)),
	};
}

/** One n8n for all cases, replaced after each case that it did not survive. */
class Patient {
	private ready: ReadyN8n | undefined;

	constructor(
		private readonly bench: Bench,
		private readonly script: ScriptedApi,
	) {}

	async watch(work: Work, respond: Respond, isLookedAt: boolean) {
		const ready = (this.ready ??= await this.start());
		Object.assign(this.script, { respond, calls: [] });
		const watched = await watch(ready, this.script, work, isLookedAt);
		try {
			if (!watched.isWell) throw new Error(watched.said);
			// Work that is still running must not count for the next case.
			await untilIdle(ready.n8n);
		} catch {
			this.ready = undefined;
			await ready.n8n.kill('SIGKILL');
		}
		return watched;
	}

	/** Runs both nodes once, because the first call loads code of the node and of n8n. */
	private async start(): Promise<ReadyN8n> {
		const ready = await startReadyN8n(this.bench, this.script.fields);
		this.script.respond = () => '{}';
		for (const node of Object.values(bothNodes(this.script.url, PATH))) {
			await watch(ready, this.script, runNode(node), false);
		}
		return ready;
	}
}

/** Measures whether n8n responds to others while it works on hostile input. */
export async function measureHostile(bench: Bench): Promise<Section[]> {
	const script = await startApi(bench);
	const patient = new Patient(bench, script);
	const cases: Row[] = [];
	for (const { shown, work, respond, isRight } of hostileCases()) {
		bench.step(shown);
		const watched = await patient.watch(work, respond, true);
		const wanted = { most: 1_500, isRight: watched.isWell && isRight(watched, script.calls) };
		const what = `${shown} (${watched.said.slice(0, MAX_SHOWN)})`;
		cases.push(single(what, 'ms', wanted, watched.silenceMs));
	}
	const responses: Row[] = [];
	const { own, httpRequest } = bothNodes(script.url, PATH);
	const compare = async (shown: string, body: Buffer) => {
		bench.step(`15 MB of ${shown}`);
		const runs = await repeat(bench.isQuick ? 1 : 3, async () => ({
			ours: await patient.watch(runNode(own), () => body, false),
			theirs: await patient.watch(runNode(httpRequest), () => body, false),
		}));
		const isRight = runs.every(({ ours }) => ours.isWell && ours.said === 'success');
		return { runs, isRight };
	};
	for (const [shown, body] of Object.entries(largeResponses())) {
		const { runs, isRight } = await compare(shown, body);
		const wanted = { most: 1.3, isRight };
		responses.push(
			row(`${shown}: silence`, 'ms', wanted, runs, 'silenceMs', 'ours', 'theirs'),
			row(`${shown}: time`, 'ms', wanted, runs, 'runMs', 'ours', 'theirs'),
		);
	}
	const secrets = await compare('texts like secrets', textsLikeSecrets());
	const more = secrets.runs.map(({ ours, theirs }) => ours.silenceMs - theirs.silenceMs);
	const wanted = { most: 1_500, isRight: secrets.isRight };
	const shown = 'texts like secrets: silence, ours less theirs';
	responses.push(single(shown, 'ms', wanted, Math.max(...more)));
	const about = `The longest time without a response to GET /healthz, for 60 s at most. In brackets: what came of it.`;
	const aboutResponses = `n8n itself takes seconds to store such a run: "theirs" is its HTTP Request node.`;
	return [
		{ title: 'Input that n8n must outlive', about, rows: cases },
		{ title: 'Responses of 15 MB', about: aboutResponses, rows: responses },
	];
}
