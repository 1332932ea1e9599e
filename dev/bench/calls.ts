import pMap from 'p-map';
import { type Bench, repeat, type Row, row, type Section } from './bench';
import { Arena, balanceReads, by24, CONCURRENCY, gatedScreenings, screenings } from './contest';
import { type Measurement, signedByBoth, type Task } from './contest';

const FULL = { count: 1_000, repetitions: 5 };
const QUICK = { count: 200, repetitions: 1 };

/** The calls, and the bounds for this node's speed, time and CPU time compared with the others. */
const SCENARIOS = [
	{ task: balanceReads, latencyMs: 0 },
	{ task: balanceReads, latencyMs: 20 },
	{ task: balanceReads, latencyMs: 100 },
	// Without latency, n8n's own time per item weighs more.
	{ task: screenings, latencyMs: 0, time: 2.5 },
	{ task: screenings, latencyMs: 20, speed: 4.5, time: 1.3, cpu: 0.33 },
	{ task: gatedScreenings, latencyMs: 20, time: 1.35 },
	{ task: signedByBoth, latencyMs: 20, time: 1.35 },
	{ task: by24(screenings), latencyMs: 20, time: 1.3 },
	{ task: by24(gatedScreenings), latencyMs: 20, time: 1.35 },
	{ task: by24(signedByBoth), latencyMs: 20, time: 1.35 },
	{ task: screenings, latencyMs: 100, speed: 1.7 },
];

/** Runs every contestant once. The CPU time of a node that does nothing is subtracted. */
async function runAll(arena: Arena, task: Task, count: number) {
	const own = await arena.own(task, count);
	const httpRequest = await arena.httpRequest(task, count);
	const undici = await arena.undici(task, count);
	const { cpuMs: idleCpuMs } = await arena.nothing(count);
	const forCall = (run: Measurement) => {
		return { ...run, rate: (count / run.ms) * 1_000, cpuMs: (run.cpuMs - idleCpuMs) / count };
	};
	return { own: forCall(own), httpRequest: forCall(httpRequest), undici };
}

/** Compares this node's calls with the HTTP Request node's and with undici alone. */
export async function measureCalls(bench: Bench): Promise<Section[]> {
	const { count, repetitions } = bench.isQuick ? QUICK : FULL;
	const arena = await Arena.start(bench);
	// A warm-up that loads and compiles code and gets tokens. It is not counted.
	for (const task of [balanceReads, screenings, gatedScreenings]) await runAll(arena, task, count);
	const measure = async ({ task, latencyMs, ...wanted }: (typeof SCENARIOS)[number]) => {
		const name = `${task.title}, ${latencyMs} ms`;
		bench.step(name);
		arena.sandbox.configure({ latencyMs });
		return { name, ...wanted, runs: await repeat(repetitions, () => runAll(arena, task, count)) };
	};
	const results = await pMap(SCENARIOS, measure, { concurrency: 1 });
	const section = (title: string, about: string, of: (result: (typeof results)[number]) => Row) => {
		return { title, about, rows: results.map(of) };
	};
	return [
		section(
			'Calls a second, compared with the HTTP Request node',
			`${count} items in one run, over TLS; this node's default, ${CONCURRENCY} at once, unless a line says otherwise. The HTTP Request node starts all at once.`,
			({ name, speed, runs }) =>
				row(name, '/s', { least: speed }, runs, 'rate', 'own', 'httpRequest'),
		),
		section(
			'Time, compared with undici alone',
			'With as many connections as this node has items at once, in a process on n8n\'s Node. "Of both": undici\'s process signs as many certificates.',
			({ name, time, runs }) => row(name, 'ms', { most: time }, runs, 'ms', 'own', 'undici'),
		),
		section(
			"n8n's CPU time for a call, compared with the HTTP Request node",
			'Less that of the same run with a node that does nothing.',
			({ name, cpu, runs }) => row(name, 'ms', { most: cpu }, runs, 'cpuMs', 'own', 'httpRequest'),
		),
		section('Connections of a run', 'As many as the server has seen.', ({ name, runs }) =>
			row(name, '', { most: CONCURRENCY }, runs, 'connections', 'own'),
		),
	];
}
