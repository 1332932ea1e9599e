import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { PartnerClient, readSettings } from '../../partner-api';
import { type Sandbox, startSandbox } from '../sandbox';
import { addressFromLabel } from '../sandbox/addresses';
import { readArguments } from '../sandbox/command-line';
import { CARD_PRODUCTS } from '../sandbox/state/catalog';
import { CREDENTIAL_TYPE, credentialData } from '../stack/credential';
import { freePort } from '../stack/free-port';
import { type N8n, startN8n } from '../stack/n8n';
import { N8nApi } from '../stack/n8n-api';
import type { StoredCredential } from '../stack/n8n-api-schemas';
import { packTarball } from '../stack/package';
import { progressPrinter } from '../stack/progress.cjs';
import { waitUntil } from '../stack/wait-until';
import { count, type Counts, countsTable, paymentsOf, type Said } from './count';
import { startModel } from './model';
import {
	DIES_AT,
	type Part,
	PART_NAMES,
	PAYOUTS,
	type Payout,
	payoutsOf,
	rulesFor,
} from './weather';
import { isNumbered } from './weather';
import { EVENT, type Side, workflowOf } from './workflows';

const OWNER = { email: 'owner@example.com', password: `Crash-1-${randomUUID()}` };
const UNFINISHED = ['new', 'running', 'waiting'];

const argumentsSchema = z.object({
	seed: z.coerce.number().int().default(1),
	times: z.coerce.number().int().min(1).default(1),
});
const saidSchema = z.object({ order: z.number(), said: z.enum(['paid', 'failed', 'unknown']) });

/** A side with its workflows in n8n. */
class Contender {
	private readonly workflows = new Map<Part, { id: string; path: string }>();

	private constructor(
		private readonly api: N8nApi,
		private readonly sandbox: Sandbox,
		private readonly side: Side,
		private readonly marks: ReadonlyMap<number, string>,
	) {}

	static async prepare(
		api: N8nApi,
		sandbox: Sandbox,
		isOurs: boolean,
		model: StoredCredential,
		seed: number,
	): Promise<Contender> {
		const partner = await sandbox.createPartner();
		// The documents of the sandbox are there at once.
		const apiDifferences = JSON.stringify({ documentDelay: 0 });
		const data = { ...credentialData(sandbox, partner), apiDifferences };
		const credential = await api.createCredential({
			name: 'Crash test',
			type: CREDENTIAL_TYPE,
			data,
		});
		const client = new PartnerClient(readSettings(data), {
			timeoutMs: 10_000,
			retry: { retries: 0, longestWait: 0 },
		});
		const issue = { svc_product_id: CARD_PRODUCTS[0]?.id ?? 0, ext_id: randomUUID() };
		const { answer } = await client.ask({
			...{ method: 'POST', base: 'base', path: '/api/pin/create_card', retrySafety: 'unsafe' },
			body: issue,
		});
		const cardId = z.string().parse(answer?.record.card_id);
		const name = isOurs ? 'ours' : 'theirs';
		const markOf = ({ order, part }: Payout) =>
			isNumbered(part)
				? `invoice-${order}-${name}`
				: addressFromLabel('tron_usdt', `${order}-${name}`);
		const marks = new Map(PAYOUTS.map((payout) => [payout.order, markOf(payout)]));
		const side = { isOurs, sandbox, partner, cardId, credential, model };
		const contender = new Contender(api, sandbox, side, marks);
		for (const payout of PAYOUTS) {
			for (const rule of rulesFor(seed, payout, markOf(payout))) sandbox.addFault(rule);
		}
		for (const part of PART_NAMES) {
			const webhookPath = randomUUID();
			const stored = await api.importWorkflow(workflowOf(side, part, webhookPath));
			await api.activate(stored);
			contender.workflows.set(part, { id: stored.id, path: webhookPath });
		}
		return contender;
	}

	/** Starts the run of a list, or of an agent. */
	async begin(part: Part, payouts = payoutsOf(part)): Promise<void> {
		await fetch(this.urlOf(part), {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ rows: payouts.map((payout) => this.rowOf(payout)) }),
		});
	}

	async sendEvents(): Promise<void> {
		const { isOurs, partner } = this.side;
		const url = this.urlOf('events') + (isOurs ? '/partner-settlement' : '');
		this.sandbox.setCallbackUrl(partner.partnerId, url);
		for (const payout of payoutsOf('events')) {
			const data = { ...this.rowOf(payout), ext_id: `sale-${payout.order}`, status: 'completed' };
			this.sandbox.sendEvent(partner.partnerId, EVENT, { ...data, document_status: 'done' });
		}
		// What is paid has events as well, which start nothing.
		this.sandbox.setCallbackUrl(partner.partnerId, null);
		await this.sandbox.webhooksIdle();
	}

	async sendEventsAgain(): Promise<void> {
		const sent = this.sandbox.state.deliveries.filter(
			({ partnerId, event }) =>
				String(partnerId) === this.side.partner.partnerId && event === EVENT,
		);
		for (const { id } of sent) await this.sandbox.sendAgain(id, {});
	}

	/** Waits until the order at which n8n is killed is in the API's books. */
	async standsAtDeath(): Promise<void> {
		const mark = this.marks.get(DIES_AT) ?? '';
		await waitUntil('the order in the middle', () =>
			this.sandbox.state.orders.some(({ facts }) => facts.to_address === mark) ? true : undefined,
		);
	}

	/** What an operator does with a crashed execution. */
	async retry(): Promise<void> {
		const id = this.workflows.get('list')?.id ?? '';
		const [crashed] = await waitUntil('the crashed execution', async () => {
			const rows = await this.api.listExecutions(id, 10, 'crashed');
			return rows.length > 0 ? rows : undefined;
		});
		await this.api.retryExecution(crashed?.id ?? '');
	}

	async finished(): Promise<void> {
		for (const [part, { id }] of this.workflows) {
			await waitUntil(`the runs of ${part}`, async () => {
				const rows = await this.api.listExecutions(id);
				return rows.some(({ status }) => UNFINISHED.includes(status)) ? undefined : true;
			});
		}
	}

	async counts(): Promise<Counts> {
		const { partner } = this.side;
		const { orders } = this.sandbox.state;
		return count(PAYOUTS, paymentsOf(orders, partner.partnerId, this.marks), await this.said());
	}

	/** The last word of each order, the oldest execution first. */
	private async said(): Promise<Map<number, Said>> {
		const words = new Map<number, Said>();
		for (const { id } of this.workflows.values()) {
			const rows = await this.api.listExecutions(id);
			for (const row of rows.sort((one, other) => Number(one.id) - Number(other.id))) {
				const { runData } = (await this.api.getExecution(row.id)).data.resultData;
				const items = (runData.Said ?? []).flatMap(({ data }) => data?.main.flat() ?? []);
				for (const item of items) {
					const { success, data } = saidSchema.safeParse(item?.json);
					if (success) words.set(data.order, data.said);
				}
			}
		}
		return words;
	}

	private rowOf({ order, part, amount }: Payout) {
		const mark = this.marks.get(order);
		const { cardId } = this.side;
		const row = { order, row: order, amount: String(amount) };
		if (part === 'cards') return { ...row, number: mark, card_id: cardId };
		const address = addressFromLabel('tron_usdt', `${order}`);
		return isNumbered(part)
			? { ...row, number: mark, to_address: address }
			: { ...row, to_address: mark };
	}

	private urlOf(part: Part): string {
		return `${this.api.url}/webhook/${this.workflows.get(part)?.path ?? ''}`;
	}
}

/** The n8n that is killed. */
interface Victim {
	n8n: N8n;
	api: N8nApi;
	start: () => Promise<N8n>;
}

async function killAndStartAgain(victim: Victim): Promise<void> {
	await victim.n8n.kill('SIGKILL');
	// n8n 2.41 may end while it recovers runs; started once more, it leaves that out.
	victim.n8n = await victim.start().catch(async () => await victim.start());
	await victim.api.logIn(OWNER);
}

async function compete(victim: Victim, sandbox: Sandbox, model: StoredCredential, seed: number) {
	sandbox.clearFaults();
	const ours = await Contender.prepare(victim.api, sandbox, true, model, seed);
	const theirs = await Contender.prepare(victim.api, sandbox, false, model, seed);
	const both = (work: (one: Contender) => Promise<unknown>) =>
		Promise.all([ours, theirs].map(work));
	await both(async (one) => {
		await Promise.all([one.begin('invoices'), one.begin('cards'), one.sendEvents()]);
		for (const payout of payoutsOf('agent')) await one.begin('agent', [payout]);
	});
	await both((one) => one.finished());
	await both((one) => one.begin('list'));
	await both((one) => one.standsAtDeath());
	await killAndStartAgain(victim);
	await both((one) => Promise.all([one.retry(), one.sendEventsAgain()]));
	await both((one) => one.finished());
	return { ours: await ours.counts(), theirs: await theirs.counts() };
}

async function main(): Promise<void> {
	const { seed, times } = readArguments(
		argumentsSchema,
		'npm run crash-test -- [--seed N] [--times N]',
	);
	const step = progressPrinter();
	const stops: (() => Promise<void> | void)[] = [];
	try {
		const userFolder = await mkdtemp(path.join(os.tmpdir(), 'n8n-crash-test-'));
		stops.push(() => rm(userFolder, { recursive: true, force: true }));
		const tarball = await packTarball(step);
		const env = { NODE_FUNCTION_ALLOW_BUILTIN: 'crypto', N8N_DISABLE_UI: 'true' };
		const port = await freePort();
		const start = () => startN8n({ tarball, userFolder, port, env, report: () => undefined });
		step('Starting n8n');
		const n8n = await start();
		const victim = { n8n, api: new N8nApi(n8n.url), start };
		stops.push(() => victim.n8n.stop());
		await victim.api.setUpOwner(OWNER);
		const sandbox = await startSandbox({ settleMs: 0, deduplicates: false });
		stops.push(() => sandbox.close());
		const { url, close } = await startModel();
		stops.push(close);
		const data = { apiKey: 'none', url, header: false };
		const model = await victim.api.createCredential({ name: 'Model', type: 'openAiApi', data });
		const runs: Awaited<ReturnType<typeof compete>>[] = [];
		while (runs.length < times) {
			step(`Run ${runs.length + 1} of ${times}, with a kill -9 in the middle`);
			runs.push(await compete(victim, sandbox, model, seed));
		}
		step('');
		const table = countsTable(
			runs.map(({ ours }) => ours),
			runs.map(({ theirs }) => theirs),
		);
		console.log(
			`\n${table}\n\nTo repeat it: npm run crash-test -- --seed ${seed} --times ${times}`,
		);
	} finally {
		for (const stop of stops.reverse()) await stop();
	}
}

main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
