import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { table } from '../scripts/docs/table';
import { startSandbox } from '../sandbox';
import { CREDENTIAL_TYPE } from '../stack/credential';
import { startN8n } from '../stack/n8n';
import { N8nApi } from '../stack/n8n-api';
import { packTarball } from '../stack/package';
import { NODE, singleNodeWorkflow, START } from '../stack/single-node-workflow';
import { waitUntil } from '../stack/wait-until';
import { type Bench, runBench } from './bench';
import { markdown } from './markdown';
import { oneGet } from './one-get';

const RESULTS = `${__dirname}/LARGE-RESULTS.md`;
const MEBIBYTE = 1024 * 1024;
const LINE = Object.fromEntries(
	Array.from({ length: 25 }, (_, at) => [`field_${at}`, `text ${at}`]),
);
/** More than a run takes: n8n shows by then whether it is still there. */
const RUN_MS = 180_000;

/** What is answered, by its path. */
const ANSWERS: Record<string, Buffer> = {
	'/ledger': Buffer.from(JSON.stringify(Array.from({ length: 10_000 }, () => LINE))),
	'/report': Buffer.from(JSON.stringify({ id: 1, report: { text: 'x'.repeat(MEBIBYTE) } })),
	'/bomb': gzipSync(`[${'[0],'.repeat(15 * MEBIBYTE)}0]`),
};
const SHOWN: Record<string, string> = {
	'/ledger': 'a ledger of 10,000 lines, 5.3 MB',
	'/report': 'a KYT report of 1 MiB',
	'/bomb': 'a gzip bomb of 60 MiB, small lists',
};

/** An API that knows these answers only. */
async function startApi({ stopLater }: Bench): Promise<string> {
	const server = createServer((request, response) => {
		const body = ANSWERS[request.url ?? ''];
		response.setHeader('content-type', 'application/json');
		if (request.url === '/bomb') response.setHeader('content-encoding', 'gzip');
		response.end(body ?? '{"token":"opaque"}');
	});
	await once(server.listen(0, '127.0.0.1'), 'listening');
	stopLater(async () => {
		server.closeAllConnections();
		await once(server.close(), 'close');
	});
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Kilobytes of Linux's own count. */
async function processMemory(pid: number, field: 'VmRSS' | 'VmHWM'): Promise<number> {
	const status = await readFile(`/proc/${pid}/status`, 'utf8');
	return Number(new RegExp(`${field}:\\s*(\\d+)`).exec(status)?.[1]);
}

/** `npm run bench:large`: what one large answer takes of n8n's memory, in an n8n of its own. Linux only. */
async function measure(bench: Bench): Promise<string> {
	const tarball = await packTarball(bench.step);
	const url = await startApi(bench);
	const sandbox = await startSandbox();
	bench.stopLater(() => sandbox.close());
	const { privateKeyPem: privateKey } = await sandbox.createPartner();
	const rows: string[][] = [];
	for (const [path, shown] of Object.entries(SHOWN)) {
		for (const [name, node] of oneGet(url, path)) {
			bench.step(`${shown}, ${name}`);
			const n8n = await startN8n({ tarball, report: bench.step });
			const api = new N8nApi(n8n.url);
			await api.signIn(bench.owner);
			const data = { apiUrl: url, baseUrl: url, partnerId: '1', keyId: 'k', privateKey };
			const credential = await api.createCredential({ name: 'B', type: CREDENTIAL_TYPE, data });
			const { id } = await api.importWorkflow(singleNodeWorkflow('large', { ...node, credential }));
			const before = await processMemory(n8n.pid, 'VmRSS');
			await writeFile(`/proc/${n8n.pid}/clear_refs`, '5');
			const begin = performance.now();
			let most = 0;
			const ended = async (): Promise<string | undefined> => {
				most = await processMemory(n8n.pid, 'VmHWM').catch(() => most);
				const [row] = await api.listExecutions(id, 1);
				return row && !['new', 'running'].includes(row.status) ? row.status : undefined;
			};
			await api.run(id, START);
			const status = await waitUntil('the end', ended, { timeoutMs: RUN_MS }).catch(
				() => 'n8n ended',
			);
			const json = await api
				.listExecutions(id, 1)
				.then(async ([row]) => await api.getExecution(row?.id ?? ''))
				.then(({ data: run }) => run.resultData.runData[NODE]?.[0]?.data?.main[0]?.[0]?.json)
				.catch(() => undefined);
			const { error } = z
				.object({ error: z.string().optional().catch('an error') })
				.parse(json ?? {});
			const grown = `${((most - before) / 1000).toFixed(0)} MB`;
			const seconds = `${((performance.now() - begin) / 1000).toFixed(1)} s`;
			rows.push([shown, name, grown, seconds, error ?? status]);
			await n8n.stop();
		}
	}
	const head = ['answer', '', "most beyond n8n's memory before", 'time', 'result'];
	const title = '# Bench of large answers';
	const how = 'Written by `npm run bench:large`, each in an n8n of its own.';
	return await markdown([title, how, table(head, rows)], RESULTS);
}

void runBench(RESULTS, measure);
