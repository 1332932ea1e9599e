import { randomUUID } from 'node:crypto';
import type { Sandbox } from '../sandbox';
import { signatureOf } from '../sandbox/state/webhooks';
import { CREDENTIAL_TYPE, credentialData } from '../stack/credential';
import type { N8nApi } from '../stack/n8n-api';
import type { StoredCredential } from '../stack/n8n-api-schemas';
import { waitUntil } from '../stack/wait-until';
import { type Ended, paymentsOf } from './count';
import { DIES_AT, type Part, PART_NAMES, rowsOf, rulesFor } from './weather';
import { type SideName, workflowOf } from './workflows';

const EVENT = 'esim_purchase.status_changed';
const UNFINISHED = ['new', 'running', 'waiting'];
const PATIENCE = { timeoutMs: 180_000 };

/** What both sides have in common. */
export interface Stage {
	api: N8nApi;
	sandbox: Sandbox;
	model: StoredCredential;
	seed: number;
}

/** Puts a side's workflows into n8n and its weather, the faults it meets, into the sandbox. */
export async function enter({ api, sandbox, model, seed }: Stage, name: SideName) {
	const partner = await sandbox.createPartner();
	const fields = credentialData(sandbox, partner);
	// The sandbox has an order's document at once.
	const data = { ...fields, apiDifferences: '{"documentDelay":0}' };
	const own = { name: 'Crash test', type: CREDENTIAL_TYPE, data };
	const { id: credential } = await api.createCredential(own);
	const rows = rowsOf(name, sandbox.openCard(partner.partnerId));
	for (const rule of rows.flatMap((row) => rulesFor(seed, row))) sandbox.addFault(rule);
	const workflows = new Map<Part, { id: string; url: string }>();
	for (const part of PART_NAMES) {
		const path = randomUUID();
		const workflow = workflowOf(name, part, { ...fields, path, credential, model: model.id });
		const stored = await api.importWorkflow(workflow);
		await api.activate(stored);
		const end = name === 'ours' && part === 'events' ? '/partner-settlement' : '';
		workflows.set(part, { id: stored.id, url: `${api.url}/webhook/${path}${end}` });
	}
	const payments = (mark: string) => paymentsOf(sandbox.state.orders, mark);
	/** The executions of a part, once all have ended. */
	const executions = (part: Part) =>
		waitUntil(
			`the runs of ${part}`,
			async () => {
				const all = await api.listExecutions(workflows.get(part)?.id ?? '');
				return all.some(({ status }) => UNFINISHED.includes(status)) ? undefined : all;
			},
			PATIENCE,
		);
	return {
		/**
		 * Starts the runs of a part: one run for all rows, or one request per row for events and the agent. If the part
		 * `events` begins a second time, its events are duplicates.
		 */
		async begin(part: Part): Promise<void> {
			const own = rows.filter((row) => row.part === part);
			const isEach = part === 'events' || part === 'agent';
			for (const batch of isEach ? own.map((row) => [row]) : [own]) {
				const event_id = `00000000-0000-4000-8000-${String(batch[0]?.order).padStart(12, '0')}`;
				const data = { ext_id: `sale-${event_id}`, status: 'completed', rows: batch };
				const body = JSON.stringify({ event_id, event: EVENT, occurred_at: new Date(0), data });
				const signature = signatureOf(body, partner.webhookSecret);
				const headers = { 'content-type': 'application/json', 'x-svc-signature': signature };
				await fetch(workflows.get(part)?.url ?? '', { method: 'POST', headers, body });
			}
		},
		/** Waits until the API has paid the order in the middle. */
		async standsAtDeath(): Promise<void> {
			const { mark = '' } = rows.find(({ order }) => order === DIES_AT) ?? {};
			await waitUntil('the fatal order', () => payments(mark) > 0 || undefined, PATIENCE);
		},
		/** Retries the crashed execution, as an operator would. */
		async retry(): Promise<void> {
			const crashed = (await executions('list')).find(({ status }) => status === 'crashed');
			await api.retryExecution(crashed?.id ?? '');
		},
		/** The outcome of each row once all runs have ended. The newest run decides. */
		async result(): Promise<Ended[]> {
			const said = new Map<unknown, unknown>();
			const all = (await Promise.all(PART_NAMES.map(executions))).flat();
			for (const { id } of all.sort((one, other) => Number(one.id) - Number(other.id))) {
				const { Said = [] } = (await api.getExecution(id)).data.resultData.runData;
				const items = Said.flatMap((run) => run.data?.main.flat() ?? []);
				for (const item of items) said.set(item?.json.order, item?.json.said);
			}
			const struck = sandbox.state.requests.flatMap(({ fault, body }) => (fault ? [body] : []));
			return rows.map(({ part, order, mark }) => {
				const metFault = struck.some((body) => body.includes(mark));
				return { part, metFault, payments: payments(mark), said: said.get(order) };
			});
		},
	};
}
