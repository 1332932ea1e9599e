import { randomUUID } from 'node:crypto';

import { readExample } from '../../../stack/examples';
import type { StoredCredential, Workflow } from '../../../stack/n8n-api-schemas';
import { withSandboxRules } from '../../../stack/sandbox-rules';
import { waitUntil } from '../../../stack/wait-until';
import { isIdle } from '../../faults/trigger-workflow';
import { sharedN8n } from '../harness';
import { type OwnSandbox, startOwnSandbox } from '../own-sandbox';
import {
	call,
	callbackUrlOf,
	removeAll,
	rowsOf,
	start,
	startNotebook,
	withOwnTable,
	withParameters,
} from './support';

const KEY = { name: 'x-api-key', value: 'only-for-this-test' };
const PAYOUTS = 'settlement_payouts';
const POSTS = 'settlement_posts';

/** What the payout example answers. */
interface Answer {
	payout: string;
	status: number;
	decision?: string;
	text?: string;
	ext_id?: string;
}

/** The payout example in front of a sandbox of its own, and another system that orders payouts. */
export class PayoutDesk {
	/** The notebook keeps the notes of other desks too. */
	private readonly name = randomUUID().slice(0, 8);
	private payouts = 0;
	/** What n8n calls the example. */
	private workflowId = '';

	private constructor(
		readonly own: OwnSandbox,
		readonly example: Workflow,
		private readonly tables: { payouts: string; posts: string },
		private readonly key: StoredCredential,
	) {}

	static async open(): Promise<PayoutDesk> {
		const own = await startOwnSandbox({ kytDelayMs: 0, settleMs: 0 });
		const api = await sharedN8n();
		const key = await api.createCredential({
			name: 'Payout desk',
			type: 'httpHeaderAuth',
			data: KEY,
		});
		await startNotebook();
		const shipped = await readExample('payout-with-screening');
		const original = withParameters(withSandboxRules(shipped), 'Screening gate', {
			options: { maxWait: 1, stopWhenShort: false },
		});
		const { workflow: half, table: payouts } = withOwnTable(original, PAYOUTS);
		const { workflow, table: posts } = withOwnTable(half, POSTS);
		const desk = new PayoutDesk(own, workflow, { payouts, posts }, key);
		await desk.run();
		own.sandbox.setCallbackUrl(own.partner.partnerId, await callbackUrlOf(workflow));
		return desk;
	}

	/** Puts the example, or it with a change, into n8n. */
	async run(workflow = this.example, credential = this.own.credential): Promise<void> {
		this.workflowId = (await start(workflow, credential, this.key)).id;
	}

	/** Waits until all has been told: the caller is answered before the team. */
	async idle(): Promise<void> {
		const api = await sharedN8n();
		await waitUntil('the payouts to end', () => isIdle(api, this.workflowId));
	}

	async close(): Promise<void> {
		await this.own.sandbox.webhooksIdle();
		await removeAll();
		await this.own.sandbox.close();
	}

	/** Orders a payout as another system does; each has a number of its own unless it is given. */
	async order(body: object, key = KEY.value): Promise<Answer> {
		this.payouts += 1;
		const payout = `${this.name}-${this.payouts}`;
		const response = await call(this.example, 'Payout ordered', {
			headers: { [KEY.name]: key },
			body: { payout, ...body },
		});
		const text = await response.text();
		const answer = text.startsWith('{') ? (JSON.parse(text) as object) : {};
		return { payout, ...answer, status: response.status };
	}

	withdrawals() {
		return this.own.sandbox.state.orders.filter(({ kind }) => kind === 'withdrawal');
	}

	async rowOf(payout: string) {
		return (await rowsOf(this.tables.payouts)).find((row) => row.ext_id === `payout-${payout}`);
	}

	/** The posts of this payout that are not struck out. */
	async postsOf(payout: string) {
		const posts = await rowsOf(this.tables.posts);
		return posts.filter((row) => row.ext_id === `payout-${payout}`);
	}
}
