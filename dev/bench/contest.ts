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

/** What the node does by default. */
export const CONCURRENCY = defaultConcurrency('screen');

/** One kind of call, as each of the contestants makes it. */
export interface Task {
	title: string;
	method: 'GET' | 'POST';
	base: 'apiUrl' | 'baseUrl';
	path: string;
	/** This package's node, unless it is the action node, and its parameters. */
	node?: 'partnerSettlementScreening';
	own: Record<string, unknown>;
	/** Items at once, of undici as well; the default unless it is said. */
	atOnce?: number;
	/** What undici's process signs for each response, where it signs too. */
	statement?: Statement;
}

/** One run of a contestant: from the first call to the last answer, or n8n's node. */
export interface Measurement extends Cost {
	/** As many as the server has seen. */
	connections: number;
}

/** Sends in a process of its own, so that its work is nobody else's CPU time. */
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

/** They wait for the result; the bench's sandbox has it at once. */
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

/** As much as the gate states with the rules of gatedScreenings. */
const statement: Statement = {
	...{ iss: 'partner-1', source: 'screened', rules_from: 'node', verdict: 'clear' },
	...{ network: 'eth', address: `0x${'5'.repeat(40)}`, ext_id: randomUUID() },
	reasons: Array<string>(6).fill('The risk score 12 is below Review From Risk Score (50).'),
	rules: { reviewFromScore: '50', clearSeverities: [], reviewSeverities: [], blockSeverities: [] },
	...{ workflow: { id: 'bench', name: 'bench' }, execution: '1', node: 'Node', package: '0.1.0' },
};

/** Compared with undici that signs a certificate for each as well. */
export const signedByBoth: Task = {
	...gatedScreenings,
	title: 'screenings with certificates of both',
	statement,
};

/** The same with fewer at once, so that the responses take longer than n8n's one thread. */
export function by24(task: Task): Task {
	const own = { ...task.own, options: { concurrency: 24 } };
	return { ...task, own, title: `${task.title}, 24 at once`, atOnce: 24 };
}

/** Addresses to screen: never the same twice, so that nothing is answered from a cache. */
export function newItems(count: number): Record<string, string>[] {
	return Array.from({ length: count }, (_, index) => {
		const id = randomUUID();
		const network = KYT_NETWORKS[index % KYT_NETWORKS.length] ?? 'eth';
		return { network, address: addressFromLabel(network, id), ext_id: id };
	});
}

/** Starts sender-process.ts. The options of this Node load TypeScript, in the child as well. */
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

/** Starts the sandbox over TLS, with a certificate of its own for 127.0.0.1, which `env` lets a process trust. */
export async function startServer(bench: Bench) {
	const pem = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
		// As gateways mostly have: the signature of a handshake is cheap for the server, which must
		// not be what is measured.
		...({ keyType: 'ec', curve: 'P-256', algorithm: 'sha256' } as const),
		extensions: [
			{ name: 'basicConstraints', cA: true, critical: true },
			{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
		],
	});
	const trusted = path.join(await temporaryFolder(bench), 'certificate.pem');
	await writeFile(trusted, pem.cert);
	// One call does for a screening, and tokens outlast the longest bench: no exchange is measured with a run.
	const options = { kytDelayMs: 0, tokenTtlSeconds: 7_200, initialBalance: '1000000.00' };
	const sandbox = await startSandbox({ ...options, tls: { key: pem.private, cert: pem.cert } });
	bench.stopLater(() => sandbox.close());
	const fields = credentialData(sandbox, await sandbox.createPartner());
	return { sandbox, fields, env: { NODE_EXTRA_CA_CERTS: trusted } };
}

/** The sandbox, and those who call it: n8n, and bare undici on the same Node as n8n's. */
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

	/** The built-in HTTP Request node with the same credential: all at once, as it does by default. */
	httpRequest(task: Task, count: number): Promise<Measurement> {
		// One expression for the whole body: the cheapest way this node has.
		const json = { specifyBody: 'json', jsonBody: '={{ JSON.stringify($json) }}' };
		const body = { sendBody: task.method === 'POST', contentType: 'json', ...json };
		const node = httpRequestNode({ method: task.method, url: this.urlOf(task), ...body });
		return this.runNode(task, count, node);
	}

	/** undici and nothing else, with a limit of connections. */
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

	/** A run without a call: what of the CPU time is not the node's. */
	nothing(count: number): Promise<Cost> {
		const node = { type: 'n8n-nodes-base.noOp', parameters: {}, items: newItems(count) };
		return runWorkflow(this.ready, singleNodeWorkflow('bench', node), count);
	}

	/** How many calls of the task the server has seen. */
	calls(task: Task): number {
		const { requests } = this.sandbox.stats();
		return requests[`${task.method} ${new URL(this.urlOf(task)).pathname}`] ?? 0;
	}

	/** Until the server has seen so many calls of the task. */
	async waitForCalls(task: Task, least: number): Promise<void> {
		const patience = { timeoutMs: 600_000, everyMs: 20 };
		await waitUntil(`${least} calls`, () => this.calls(task) >= least || undefined, patience);
	}

	/** Starts counting with no connection open, so that each run opens all it uses. */
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
