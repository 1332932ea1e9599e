import { randomUUID } from 'node:crypto';
import type { FaultRule } from '../../../dev/sandbox/http/faults';
import { type Sandbox, startSandbox } from '../../../dev/sandbox/index';
import { CREDENTIAL_TYPE, credentialData } from '../../../dev/stack/credential';
import { FRESH_CONNECTION, type N8nApi } from '../../../dev/stack/n8n-api';
import type {
	Execution,
	ExecutionRow,
	StoredCredential,
	StoredWorkflow,
	Workflow,
} from '../../../dev/stack/n8n-api-schemas';
import { NODE, START } from '../../../dev/stack/single-node-workflow';
import { waitUntil } from '../../../dev/stack/wait-until';
import type { OwnN8n } from '../../support/n8n/own-n8n';
import { TRON } from '../../support/addresses';
import { ACTION_NODE } from '../../support/n8n/harness';
import { nodeOf, to } from '../../support/n8n/workflows';

/** The node after the one that pays. */
export const BEHIND = 'Behind';

/** The number of orders in a run that loops over its orders. */
export const LOOPED = 3;

/** Options with which the call is still open when n8n is killed, however long the other tests take to prepare. */
export const UNTIL_IT_DIES = { retries: 0, timeout: 3_600 };

const WITHDRAWAL = {
	resource: 'withdrawal',
	operation: 'create',
	amount: '={{ $json.amount ?? "1" }}',
	toAddress: TRON,
	options: UNTIL_IT_DIES,
};

/** The workflow, and the request at which n8n is killed. */
export interface Crash {
	/** The node that pays; the action node with a withdrawal by default. */
	type?: string;
	parameters?: Record<string, unknown>;
	/** The path of that node's requests, or the end of the path. */
	path?: string;
	/**
	 * Puts the paying node first in the workflow's list of nodes, because n8n goes by that list when it recovers a run.
	 */
	isListedFirst?: boolean;
	/** Places one order in each of the LOOPED iterations of a loop. */
	loops?: boolean;
	/** Makes n8n store the run after every node. */
	savesProgress?: boolean;
	/** The request whose response n8n never gets, because it is killed. */
	diesAt: FaultRule;
}

/** A run that is cut short when n8n is killed. It has its own sandbox. */
export class CrashingRun {
	private constructor(
		private readonly n8n: OwnN8n,
		readonly sandbox: Sandbox,
		private readonly stored: StoredWorkflow,
		private readonly webhookPath: string,
		private readonly crash: Crash,
	) {}

	static async prepare(n8n: OwnN8n, crash: Crash): Promise<CrashingRun> {
		const sandbox = await startSandbox();
		const data = credentialData(sandbox, await sandbox.createPartner());
		const fields = { name: 'Own sandbox', type: CREDENTIAL_TYPE, data };
		const webhookPath = randomUUID();
		const credential = await n8n.api.createCredential(fields);
		const stored = await n8n.api.importWorkflow(workflow(crash, credential, webhookPath));
		await n8n.api.activate(stored);
		return new CrashingRun(n8n, sandbox, stored, webhookPath, crash);
	}

	/** Starts the run, and resolves when it has sent the request at which n8n is to be killed. */
	async begin(): Promise<void> {
		const { diesAt } = this.crash;
		this.sandbox.addFault(diesAt);
		await fetch(this.n8n.url(this.webhookPath), {
			method: 'POST',
			headers: { ...FRESH_CONNECTION, 'content-type': 'application/json' },
			body: JSON.stringify({ orders: amounts() }),
		});
		await this.standsAt(diesAt.match.nth ?? 1);
	}

	/** @param count how many requests to the path of that request must have arrived */
	async standsAt(count: number): Promise<void> {
		const path = this.crash.diesAt.match.path ?? '';
		await waitUntil(`request ${String(count)} to ${path}`, () =>
			this.requestsTo(path).length >= count ? true : undefined,
		);
	}

	/** The executions that n8n has found to be crashed, the latest first. */
	async crashed(count = 1): Promise<ExecutionRow[]> {
		return await waitUntil('the crashed executions', async () => {
			const rows = await this.api.listExecutions(this.stored.id, 100, 'crashed');
			return rows.length === count ? rows : undefined;
		});
	}

	/** The crashed execution, with the run's data as n8n recovered it. */
	async recovered(): Promise<Execution> {
		const [latest] = await this.crashed();
		return await this.api.getExecution(latest?.id ?? '');
	}

	/** Retries an execution, as an operator does in the list of executions. */
	async retry(id: string): Promise<Execution> {
		return await this.api.finishedExecution(await this.api.retryExecution(id));
	}

	/** The ext_id of every order that arrived, each once. */
	keys(): unknown[] {
		const bodies = this.requestsTo(this.crash.path ?? '/withdrawals').map(({ body }) => body);
		return [...new Set(bodies.map((body) => (JSON.parse(body) as { ext_id: unknown }).ext_id))];
	}

	private get api(): N8nApi {
		return this.n8n.api;
	}

	private requestsTo(path: string) {
		return this.sandbox.state.requests.filter((request) => request.path.endsWith(path));
	}
}

function amounts() {
	return Array.from({ length: LOOPED }, (_, index) => ({ amount: String(index + 1) }));
}

/** Starts with a webhook, because n8n stores such a run before it begins, and a manual run only when it ends. */
function workflow(crash: Crash, credential: StoredCredential, path: string): Workflow {
	const {
		type = ACTION_NODE,
		parameters = WITHDRAWAL,
		loops,
		isListedFirst,
		savesProgress,
	} = crash;
	const webhook = { httpMethod: 'POST', path, responseMode: 'onReceived' };
	const webhookId = randomUUID();
	const start = nodeOf(START, 'n8n-nodes-base.webhook', 2, webhook, undefined, { webhookId });
	const balance = { resource: 'balance', operation: 'get', options: UNTIL_IT_DIES };
	const behind = nodeOf(BEHIND, ACTION_NODE, 1, balance, credential);
	const pay = nodeOf(NODE, type, 1, parameters, credential);
	const others = [start, ...(loops ? LOOP_NODES() : []), behind];
	return {
		name: `crash ${path}`,
		settings: { ...(savesProgress && { saveExecutionProgress: true }) },
		nodes: isListedFirst ? [pay, ...others] : [...others.slice(0, -1), pay, behind],
		connections: loops
			? {
					[START]: to('Split'),
					Split: to('Loop'),
					Loop: { main: [[], to(NODE).main[0]] },
					[NODE]: to(BEHIND),
					[BEHIND]: to('Loop'),
				}
			: // The gate has four outputs.
				{ [START]: to(NODE), [NODE]: { main: Array(4).fill(to(BEHIND).main[0]) } },
	};
}

const LOOP_NODES = () => [
	nodeOf('Split', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'body.orders', options: {} }),
	nodeOf('Loop', 'n8n-nodes-base.splitInBatches', 3, { options: {} }),
];
