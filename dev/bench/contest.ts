import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { generate } from 'selfsigned';
import { defaultConcurrency } from '../../nodes/PartnerSettlement/definition/operation';
import type { Statement } from '../../partner-api';
import { type Sandbox, startSandbox } from '../sandbox';
import { addressFromLabel, KYT_NETWORKS } from '../sandbox/addresses';
import { askChild } from '../stack/ask-child';
import { credentialData } from '../stack/credential';
import { ensureN8n } from '../stack/n8n-install';
import { type SingleNode, singleNodeWorkflow } from '../stack/single-node-workflow';
import { waitUntil } from '../stack/wait-until';
import { type Bench, temporaryFolder } from './bench';
import type { Span, Work } from './sender-process';
import type { Cost, Fields, ReadyN8n } from './n8n';
import { httpRequestNode, ownNode, runWorkflow, startReadyN8n, untilIdle } from './n8n';

/** The node's default concurrency. */
export const CONCURRENCY = defaultConcurrency('screen');

/** One kind of call, as each contestant makes it. */
export interface Task {
	title: string;
	method: 'GET' | 'POST';
	base: 'apiUrl' | 'baseUrl';
	path: string;
	/** This package's node: the action node unless given. `own` holds its parameters. */
	node?: 'partnerSettlementScreening';
	own: Record<string, unknown>;
	/** undici's connections: CONCURRENCY unless given. */
	atOnce?: number;
	/** The statement that undici's process signs for each response, if it signs. */
	statement?: Statement;
}

/**
 * One run of a contestant. For n8n, `ms` is the time of its node; for undici, from the first call to the last response.
 */
export interface Measurement extends Cost {
	/** The connections that the server saw. */
	connections: number;
}

/** Sends from a separate process, so that its CPU time is not counted elsewhere. */
export type Send = (work: Work) => Promise<Span>;

export const balanceReads: Task = {
	title: 'balance reads',
	...({ method: 'GET', base: 'apiUrl', path: '/partner/balance' } as const),
	own: { resource: 'balance', operation: 'get' },
};

const ITEM = { network: '={{ $json.network }}', address: '={{ $json.address }}' };
export const screenings: Task = {
	title: 'screenings',
	...({ method: 'POST', base: 'baseUrl', path: '/api/partner/kyt_check' } as const),
	own: { resource: 'kyt', operation: 'check', ...ITEM },
};

/** Screenings that wait for the result. The bench's sandbox completes them at once. */
export const awaitedScreenings: Task = {
	...screenings,
	own: { ...screenings.own, operation: 'screen' },
};

/** The gate signs a certificate for each. */
export const gatedScreenings: Task = {
	...screenings,
	title: 'screenings with certificates',
	node: 'partnerSettlementScreening',
	own: { ...ITEM, reviewFromScore: '50' },
};

/** A statement as large as the gate's with the rules of gatedScreenings. */
const statement: Statement = {
	...{ iss: 'partner-1', source: 'screened', rules_from: 'node', verdict: 'clear' },
	...{ network: 'eth', address: `0x${'5'.repeat(40)}`, ext_id: randomUUID() },
	reasons: Array<string>(6).fill('The risk score 12 is below Review From Risk Score (50).'),
	rules: { reviewFromScore: '50', clearSeverities: [], reviewSeverities: [], blockSeverities: [] },
	...{ workflow: { id: 'bench', name: 'bench' }, execution: '1', node: 'Node', package: '0.1.0' },
};

/** Here undici signs a certificate for each response, too. */
export const signedByBoth: Task = {
	...gatedScreenings,
	title: 'screenings with certificates of both',
	statement,
};

/** The same task with fewer items at once, so that latency limits the speed instead of n8n's single thread. */
export function by24(task: Task): Task {
	const own = { ...task.own, options: { concurrency: 24 } };
	return { ...task, own, title: `${task.title}, 24 at once`, atOnce: 24 };
}

/** New addresses to screen, so that no result comes from a cache. */
export function newItems(count: number): Record<string, string>[] {
	return Array.from({ length: count }, (_, index) => {
		const id = randomUUID();
		const network = KYT_NETWORKS[index % KYT_NETWORKS.length] ?? 'eth';
		return { network, address: addressFromLabel(network, id), ext_id: id };
	});
}

/** Starts sender-process.ts. The child inherits the Node options that load TypeScript. */
export function startSender(
	{ stopLater }: Bench,
	env: NodeJS.ProcessEnv = {},
	execPath = process.execPath,
): Send {
	const script = path.join(__dirname, 'sender-process.ts');
	const child = fork(script, { execPath, env: { ...process.env, ...env } });
	stopLater(async () => {
		if (!child.connected) return;
		child.disconnect();
		await once(child, 'exit');
	});
	return (work) => askChild(child, 'send', work) as Promise<Span>;
}

/** Starts the sandbox over TLS, with its own certificate for 127.0.0.1. A process with the returned `env` trusts it. */
export async function startServer(bench: Bench) {
	const pem = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
		// Like most gateways. Signing a handshake is cheap with this key, so the server's work is not what is measured.
		...({ keyType: 'ec', curve: 'P-256', algorithm: 'sha256' } as const),
		extensions: [
			{ name: 'basicConstraints', cA: true, critical: true },
			{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
		],
	});
	const trusted = path.join(await temporaryFolder(bench), 'certificate.pem');
	await writeFile(trusted, pem.cert);
	// A screening needs one call, and tokens outlast the longest bench. No run includes a token exchange.
	const options = { kytDelayMs: 0, tokenTtlSeconds: 7_200, initialBalance: '1000000.00' };
	const sandbox = await startSandbox({ ...options, tls: { key: pem.private, cert: pem.cert } });
	bench.stopLater(() => sandbox.close());
	const fields = credentialData(sandbox, await sandbox.createPartner());
	return { sandbox, fields, env: { NODE_EXTRA_CA_CERTS: trusted } };
}

/** The sandbox and its callers: n8n, and bare undici on the same Node as n8n. */
export class Arena {
	private constructor(
		readonly sandbox: Sandbox,
		readonly ready: ReadyN8n,
		private readonly send: Send,
		private readonly fields: Fields,
	) {}

	static async start(bench: Bench, more: NodeJS.ProcessEnv = {}): Promise<Arena> {
		const { sandbox, fields, env } = await startServer(bench);
		const ready = await startReadyN8n(bench, fields, { env: { ...env, ...more } });
		const { nodeBinary } = await ensureN8n(bench.step);
		return new Arena(sandbox, ready, startSender(bench, env, nodeBinary), fields);
	}

	/** This package's node with its default options. */
	own(task: Task, count: number): Promise<Measurement> {
		return this.runNode(task, count, ownNode(task.own, task.node));
	}

	/** The built-in HTTP Request node with the same credential. It sends all items at once, its default. */
	httpRequest(task: Task, count: number): Promise<Measurement> {
		// One expression for the whole body is the cheapest for this node.
		const json = { specifyBody: 'json', jsonBody: '={{ JSON.stringify($json) }}' };
		const body = { sendBody: task.method === 'POST', contentType: 'json', ...json };
		const node = httpRequestNode({ method: task.method, url: this.urlOf(task), ...body });
		return this.runNode(task, count, node);
	}

	/** undici alone, with a limited number of connections. */
	undici(task: Task, count: number): Promise<Measurement> {
		const { method, atOnce = CONCURRENCY } = task;
		const calls = newItems(count).map((item) => ({
			...{ method, url: this.urlOf(task), headers: { 'content-type': 'application/json' } },
			body: method === 'POST' ? JSON.stringify(item) : undefined,
		}));
		return this.measure(task, count, async () => {
			const work = { connections: atOnce, fields: this.fields, statement: task.statement, calls };
			const { begin, end } = await this.send(work);
			return { ms: end - begin, cpuMs: 0 };
		});
	}

	/** A run without calls. Its CPU time is n8n's own, not the node's. */
	nothing(count: number): Promise<Cost> {
		const node = { type: 'n8n-nodes-base.noOp', parameters: {}, items: newItems(count) };
		return runWorkflow(this.ready, singleNodeWorkflow('bench', node), count);
	}

	/** How many calls of the task the server has seen. */
	calls(task: Task): number {
		const { requests } = this.sandbox.stats();
		return requests[`${task.method} ${new URL(this.urlOf(task)).pathname}`] ?? 0;
	}

	/** Waits until the server has seen at least this many calls of the task. */
	async waitForCalls(task: Task, least: number): Promise<void> {
		const patience = { timeoutMs: 600_000, everyMs: 20 };
		await waitUntil(`${least} calls`, () => this.calls(task) >= least || undefined, patience);
	}

	/** Resets the counts while no connection is open, so that each run opens its own connections. */
	async countAnew(): Promise<void> {
		this.sandbox.closeConnections();
		await waitUntil('the connections of the last run to close', () => {
			this.sandbox.resetStats();
			return this.sandbox.stats().maxConcurrentConnections === 0 || undefined;
		});
	}

	private runNode(task: Task, count: number, node: SingleNode): Promise<Measurement> {
		const { credential } = this.ready;
		const workflow = singleNodeWorkflow('bench', { ...node, items: newItems(count), credential });
		const callsMade = () => this.waitForCalls(task, count);
		return this.measure(task, count, () => runWorkflow(this.ready, workflow, count, callsMade));
	}

	private async measure(task: Task, count: number, run: () => Promise<Cost>): Promise<Measurement> {
		await untilIdle(this.ready.n8n);
		await this.countAnew();
		const { ms, cpuMs } = await run();
		const { connections } = this.sandbox.stats();
		if (this.calls(task) !== count) throw new Error(`The server saw ${this.calls(task)} calls`);
		return { ms, cpuMs, connections };
	}

	private urlOf({ base, path: route }: Task): string {
		return this.sandbox[base] + route;
	}
}
