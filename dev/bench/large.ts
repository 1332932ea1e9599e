import { readFile, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { NODE, type SingleNode, singleNodeWorkflow, START } from '../stack/single-node-workflow';
import { type Bench, row, type Section } from './bench';
import { bothNodes, endOfRun, type Fields, newestResult, ownNode, startReadyN8n } from './n8n';
import { type Body, startApi } from './scripted-api';

const MEBIBYTE = 1024 * 1024;
const FIELDS = Array.from({ length: 25 }, (_, at) => [`field_${at}`, `text ${at}`]);
const LINES = Array.from({ length: 10_000 }, () => Object.fromEntries(FIELDS) as unknown);
const PATH = '/partner/report';
/** Longer than a run takes. By then it is clear whether n8n is still running. */
const RUN_MS = 180_000;
const LOOK_EVERY_MS = 50;

/** Each case is an API Call, or the operation in `own`. `most` is the bound for the ratio of the memory. */
const CASES: { shown: string; body: () => Body; own?: SingleNode; list?: string; most?: number }[] =
	[
		{
			shown: 'a ledger of 10,000 lines, 5.3 MB',
			body: () => JSON.stringify({ lines: LINES }),
			own: ownNode({ resource: 'ledger', operation: 'getAll', returnAll: true, options: {} }),
			// The field that Split Out, after the HTTP Request node, turns into items.
			...{ list: 'lines', most: 2 },
		},
		{ shown: 'a KYT report of 1 MiB', body: () => `{"report":"${'x'.repeat(MEBIBYTE)}"}` },
		{
			shown: 'a gzip bomb of 60 MiB, small lists',
			body: () => gzipSync(`[${'[0],'.repeat(15 * MEBIBYTE)}0]`),
		},
	];

/** A process's memory in megabytes, as Linux counts it. */
async function processMemory(pid: number, field: 'VmRSS' | 'VmHWM'): Promise<number> {
	const status = await readFile(`/proc/${pid}/status`, 'utf8');
	const [, kilobytes] = new RegExp(`${field}:\\s*(\\d+)`).exec(status) ?? [];
	if (kilobytes === undefined) throw new Error('The process has ended');
	return Number(kilobytes) / 1_000;
}

/** The memory and time that one run takes in its own n8n. */
async function use(bench: Bench, fields: Fields, node: SingleNode, list?: string) {
	const { n8n, api, credential } = await startReadyN8n(bench, fields);
	const workflow = singleNodeWorkflow('large', { ...node, credential });
	if (list !== undefined) {
		const [name, parameters] = ['Split Out', { fieldToSplitOut: list, options: {} }];
		const type = { type: 'n8n-nodes-base.splitOut', typeVersion: 1, position: [440, 0] };
		workflow.nodes.push({ id: name, name, ...type, parameters });
		workflow.connections[NODE] = { main: [[{ node: name, type: 'main', index: 0 }]] };
	}
	const { id } = await api.importWorkflow(workflow);
	const before = await processMemory(n8n.pid, 'VmRSS');
	// Resets Linux's peak.
	await writeFile(`/proc/${n8n.pid}/clear_refs`, '5');
	let most = 0;
	const look = async (): Promise<void> => {
		// Keeps the last value if n8n has ended.
		most = await processMemory(n8n.pid, 'VmHWM').catch(() => most);
	};
	const looking = setInterval(() => void look(), LOOK_EVERY_MS);
	const begin = performance.now();
	await api.run(id, START);
	const status = await endOfRun(api, id, RUN_MS).catch(() => 'n8n ended');
	const seconds = (performance.now() - begin) / 1_000;
	await look();
	clearInterval(looking);
	const result = await newestResult(api, id).catch(() => undefined);
	await n8n.stop();
	return { megabytes: most - before, seconds, said: result?.error?.message ?? status };
}

/** Measures how much of n8n's memory one large response takes. Linux only. */
export async function measureLarge(bench: Bench): Promise<Section[]> {
	const script = await startApi(bench);
	const nodes = bothNodes(script.url, PATH);
	const rows = [];
	for (const { shown, body, own, list, most } of CASES) {
		bench.step(shown);
		const response = body();
		script.respond = () => response;
		const ours = await use(bench, script.fields, own ?? nodes.own);
		const theirs = await use(bench, script.fields, nodes.httpRequest, list);
		const what = `${shown} (ours: ${ours.said}; theirs: ${theirs.said})`;
		const runs = [{ ours, theirs }];
		rows.push(
			row(`${what}: memory`, 'MB', { most }, runs, 'megabytes', 'ours', 'theirs'),
			row(`${what}: time`, 's', {}, runs, 'seconds', 'ours', 'theirs'),
		);
	}
	const about = `The most that an n8n of its own took beyond what it took before. "Theirs" is the HTTP Request node, for the ledger with
Split Out behind it. In brackets: how the runs ended.`;
	return [{ title: 'One large response', about, rows }];
}
