import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { signatureOf } from '../sandbox/state/webhooks';
import type { N8nApi } from '../stack/n8n-api';
import { waitUntil } from '../stack/wait-until';
import { type Ended, paymentsOf } from './count';
import { DIES_AT, type Part, PART_NAMES, rowsOf, rulesFor } from './weather';
import { EVENT, type Side, workflowOf } from './workflows';

const UNFINISHED = ['new', 'running', 'waiting'];
const saidSchema = z.object({ order: z.number(), said: z.string() });

/** Puts the workflows of a side into n8n, and its weather into the sandbox. */
export async function contend(api: N8nApi, side: Side, seed: number) {
	const { isOurs, sandbox, partner } = side;
	const rows = rowsOf(isOurs ? 'ours' : 'theirs', sandbox.openCard(partner.partnerId));
	for (const rule of rows.flatMap((row) => rulesFor(seed, row))) sandbox.addFault(rule);
	const workflows = new Map<Part, { id: string; url: string }>();
	for (const part of PART_NAMES) {
		const path = randomUUID();
		const stored = await api.importWorkflow(workflowOf(side, part, path));
		await api.activate(stored);
		const end = isOurs && part === 'events' ? '/partner-settlement' : '';
		workflows.set(part, { id: stored.id, url: `${api.url}/webhook/${path}${end}` });
	}

	/** The oldest first, once all have ended; of a status, at least one. */
	const executions = async (part: Part, wanted?: string) => {
		const found = await waitUntil(`the runs of ${part}`, async () => {
			const all = await api.listExecutions(workflows.get(part)?.id ?? '', 100, wanted);
			const isOver = all.every(({ status }) => !UNFINISHED.includes(status));
			return isOver && (all.length > 0 || wanted === undefined) ? all : undefined;
		});
		return found.sort((one, other) => Number(one.id) - Number(other.id));
	};
	const payments = (mark: string) => paymentsOf(sandbox.state.orders, partner.partnerId, mark);
	const isStruck = (mark: string) =>
		sandbox.state.requests.some(({ fault, body }) => fault !== undefined && body.includes(mark));

	return {
		/** Starts the runs of a part: of all rows at once or, by an event, of each. The second time, they are duplicates. */
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
		/** Waits until the order in the middle is in the API's books. */
		async standsAtDeath(): Promise<void> {
			const { mark = '' } = rows.find(({ order }) => order === DIES_AT) ?? {};
			await waitUntil('the order in the middle', () => payments(mark) > 0 || undefined);
		},
		/** What an operator does with the crashed execution. */
		async retry(): Promise<void> {
			const [crashed] = await executions('list', 'crashed');
			await api.retryExecution(crashed?.id ?? '');
		},
		/** What became of each row once all runs have ended. What the newest run says of it counts. */
		async result(): Promise<Ended[]> {
			const said = new Map<number, string>();
			for (const { id } of (await Promise.all(PART_NAMES.map((part) => executions(part)))).flat()) {
				const { runData } = (await api.getExecution(id)).data.resultData;
				const items = (runData.Said ?? []).flatMap(({ data }) => data?.main.flat() ?? []);
				const words = items.flatMap((item) => saidSchema.safeParse(item?.json).data ?? []);
				for (const word of words) said.set(word.order, word.said);
			}
			return rows.map(({ part, order, mark }) => ({
				...{ part, metFault: isStruck(mark), payments: payments(mark), said: said.get(order) },
			}));
		},
	};
}
