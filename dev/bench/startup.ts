import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { CREDENTIAL_TYPE } from '../stack/credential';
import { type N8n, type N8nOptions, startN8n } from '../stack/n8n';
import { N8nApi } from '../stack/n8n-api';
import type { Owner } from '../stack/n8n-api-schemas';
import type { CredentialFields } from './bench-sandbox';
import { type N8nRun, runInN8n } from './run-in-n8n';
import { median } from './statistics';
import { balanceReads } from './tasks';

interface StartCost {
	/** Until n8n's readiness check passes; milliseconds. */
	readyMs: number;
	/** CPU time of n8n's process until then; milliseconds. */
	cpuMs: number;
}

export interface StartResult {
	starts: number;
	withPackage: StartCost;
	withoutPackage: StartCost;
	/** The difference of two starts after one another. */
	added: StartCost;
	/** Without the package, until ready; milliseconds. */
	fastestMs: number;
	slowestMs: number;
	/** The node's first execution in a fresh n8n, and the one after it. */
	first: N8nRun;
	second: N8nRun;
}

export interface StartOptions {
	tarball: string;
	owner: Owner;
	credential: CredentialFields;
	env: NodeJS.ProcessEnv;
	/** How many starts of each kind are measured. */
	starts: number;
	step: (line: string) => void;
}

async function measureStart(
	options: N8nOptions,
	whileUp?: (n8n: N8n) => Promise<void>,
): Promise<StartCost> {
	const begin = performance.now();
	const n8n = await startN8n(options);
	try {
		const readyMs = performance.now() - begin;
		const cost = { readyMs, cpuMs: await n8n.cpuTime() };
		await whileUp?.(n8n);
		return cost;
	} finally {
		await n8n.stop();
	}
}

/** Medians of what each run took, part by part. */
function medians<Part extends string>(values: Record<Part, number>[]): Record<Part, number> {
	const parts = Object.keys(values[0] ?? {}) as Part[];
	const entries = parts.map((part) => [part, median(values.map((value) => value[part]))] as const);
	return Object.fromEntries(entries) as Record<Part, number>;
}

function difference(one: StartCost, other: StartCost): StartCost {
	return { readyMs: one.readyMs - other.readyMs, cpuMs: one.cpuMs - other.cpuMs };
}

/** Starts n8n again and again, with and without the package in turn, in user folders used before. */
export async function measureStarts(options: StartOptions): Promise<StartResult> {
	const { tarball, owner, credential, env, step } = options;
	const folder = await mkdtemp(path.join(os.tmpdir(), 'n8n-starts-'));
	const plain = { userFolder: path.join(folder, 'without'), env, report: step };
	const packed = { ...plain, tarball, userFolder: path.join(folder, 'with') };
	const starts: Record<'without' | 'with', StartCost>[] = [];
	const firsts: N8nRun[] = [];
	const seconds: N8nRun[] = [];
	try {
		step('Preparing two user folders, with and without the package');
		await measureStart(plain);
		await measureStart(packed, async (n8n) => await new N8nApi(n8n.url).signIn(owner));
		for (let start = 1; start <= options.starts; start += 1) {
			step(`Starting n8n without and with the package, ${start} of ${options.starts}`);
			const without = await measureStart(plain);
			const cost = await measureStart(packed, async (n8n) => {
				const api = new N8nApi(n8n.url);
				await api.signIn(owner);
				const fields = { name: `Start ${start}`, type: CREDENTIAL_TYPE, data: credential };
				const ready = { n8n, api, credential: await api.createCredential(fields) };
				firsts.push(await runInN8n(ready, balanceReads.ownNode()));
				seconds.push(await runInN8n(ready, balanceReads.ownNode()));
			});
			starts.push({ without, with: cost });
		}
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
	const without = starts.map((pair) => pair.without.readyMs);
	return {
		starts: options.starts,
		fastestMs: Math.min(...without),
		slowestMs: Math.max(...without),
		withPackage: medians(starts.map((pair) => pair.with)),
		withoutPackage: medians(starts.map((pair) => pair.without)),
		added: medians(starts.map((pair) => difference(pair.with, pair.without))),
		first: medians(firsts),
		second: medians(seconds),
	};
}
