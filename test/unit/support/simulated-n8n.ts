import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { IExecuteFunctions, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';
import { itemsOfFirstRuns } from '../../../nodes/PartnerSettlementTrigger/deduplication/first-run';
import { claimOf } from '../../../nodes/PartnerSettlementTrigger/deduplication/claim';
import { receive } from '../../../nodes/PartnerSettlementTrigger/receive';
import { signBody } from '../../../partner-api';
import { ProcessedEntries } from './processed-entries';

const SECRET = 'secret';
const NODE_ID = 'trigger';

/** What can happen to a delivery that should start a run. */
export const OUTCOMES = [
	'stored',
	'stored, but the sender is gone',
	'failed',
	'sender gone',
] as const;
type Outcome = (typeof OUTCOMES)[number];

interface Response extends EventEmitter {
	statusCode: number;
	writableFinished: boolean;
}

/** A run that n8n has stored, with its retries. */
interface Run {
	eventId: string;
	token: string;
	item: INodeExecutionData;
	state: 'stored' | 'under way' | 'passed the trigger' | 'over' | 'crashed' | 'failed';
}

/**
 * n8n around the trigger: processes that can be killed, a database, and runs that a person can retry. Nothing happens
 * by itself: the test decides what happens next. A process is known by its workflow's id, and remembers nothing of the
 * process before it.
 */
export class SimulatedN8n {
	/** The runs that applied an event, by event. A run and its retries are one. */
	readonly appliedBy = new Map<string, Set<string>>();
	/** Events that were answered with 200. */
	readonly acknowledged = new Set<string>();
	readonly entries = new ProcessedEntries();
	readonly runs: Run[] = [];
	/** How often a person retried a run. */
	retries = 0;
	private readonly id = randomUUID();
	private process = 0;
	/** Deliveries for which n8n has not stored a run yet. */
	private starts: { eventId: string; item: INodeExecutionData; response: Response }[] = [];
	/** Requests that the database has not carried out yet. */
	private steps: (() => void)[] = [];

	/** The service delivers an event, for the first time or again. */
	async deliver(eventId: string): Promise<void> {
		const { process } = this;
		const response = Object.assign(new EventEmitter(), {
			statusCode: 200,
			writableFinished: false,
			set: () => undefined,
			status: (code: number) => Object.assign(response, { statusCode: code }),
			json: () => undefined,
		});
		void receive(this.webhookContext(eventId, response)).then((result) => {
			if (process !== this.process) return;
			const item = result.workflowData?.[0]?.[0];
			if (item) this.starts.push({ eventId, item, response });
			else if (!result.noWebhookResponse) this.acknowledged.add(eventId);
		});
		await settled();
	}

	/** n8n stores the run of a delivery, or does not, and responds. */
	async start(which: number, outcome: Outcome): Promise<void> {
		const [start] = this.starts.splice(which % Math.max(this.starts.length, 1), 1);
		if (!start) return;
		const { eventId, item, response } = start;
		if (outcome.startsWith('stored')) {
			this.runs.push({ eventId, item, token: claimOf(item)?.token ?? '', state: 'stored' });
		}
		response.statusCode = outcome === 'failed' ? 500 : 200;
		response.writableFinished = outcome === 'stored' || outcome === 'failed';
		if (outcome === 'stored') this.acknowledged.add(eventId);
		response.emit('close');
		await settled();
	}

	/** A stored run begins, or a person retries one that crashed or failed. */
	async run(which: number): Promise<void> {
		const startable = this.runs.filter(
			(run) => /stored|crashed|failed/.test(run.state) && !this.isException(run),
		);
		const run = startable[which % Math.max(startable.length, 1)];
		if (!run) return;
		const { process } = this;
		if (run.state !== 'stored') this.retries += 1;
		run.state = 'under way';
		itemsOfFirstRuns(this.executeContext(run)).then(
			(items) => {
				if (process !== this.process) return;
				run.state = items.length > 0 ? 'passed the trigger' : 'over';
				if (items.length === 0) return;
				this.appliedBy.set(run.eventId, this.runsThatApplied(run.eventId).add(run.token));
			},
			() => {
				if (process === this.process) run.state = 'failed';
			},
		);
		await settled();
	}

	/** The nodes after the trigger are done, too. */
	finish(which: number): void {
		const passed = this.runs.filter(({ state }) => state === 'passed the trigger');
		const run = passed[which % Math.max(passed.length, 1)];
		if (run) run.state = 'over';
	}

	/** The database carries out its next request. */
	async stepDatabase(): Promise<void> {
		this.steps.shift()?.();
		await settled();
	}

	/** kill -9, and n8n starts again. */
	kill(): void {
		this.process += 1;
		this.starts = [];
		this.steps = [];
		for (const run of this.runs) {
			if (!/over|failed/.test(run.state)) run.state = 'crashed';
		}
	}

	async pass(milliseconds: number): Promise<void> {
		await jest.advanceTimersByTimeAsync(milliseconds);
		await settled();
	}

	/** The service delivers unacknowledged events, and a person retries crashed runs, until none are left. */
	async drain(eventIds: readonly string[]): Promise<void> {
		const isLeft = (): boolean =>
			eventIds.some((eventId) => !this.acknowledged.has(eventId)) ||
			this.runs.some((run) => !/over|passed/.test(run.state) && !this.isException(run));
		for (let rounds = 0; isLeft(); rounds += 1) {
			if (rounds > 100) throw new Error(`It does not come to an end: ${JSON.stringify(this.runs)}`);
			for (const eventId of eventIds) {
				if (!this.acknowledged.has(eventId)) await this.deliver(eventId);
			}
			while (this.starts.length > 0) await this.start(0, 'stored');
			for (let left = this.runs.length; left > 0; left -= 1) await this.run(0);
			while (this.steps.length > 0) await this.stepDatabase();
			await this.pass(10_000);
		}
	}

	runsThatApplied(eventId: string): Set<string> {
		return this.appliedBy.get(eventId) ?? new Set();
	}

	/**
	 * The documented exception. The run had recorded itself, but another run applies its event. It was killed, or got
	 * no response, before it could take its record back. The person looks for that other run before a retry.
	 */
	private isException({ eventId, token, state }: Run): boolean {
		return /crashed|failed/.test(state) && this.entries.isDuplicate(eventId, `${eventId} ${token}`);
	}

	private context(): object {
		return {
			getWorkflow: () => ({ id: `${this.id} ${this.process}` }),
			getWorkflowSettings: () => ({}),
			getNode: () => ({ id: NODE_ID, name: 'Trigger', type: 'trigger' }),
			getMode: () => 'webhook',
			getNodeParameter: (name: string) => (name === 'events' ? ['*'] : {}),
			getCredentials: () => Promise.resolve({ webhookSecret: SECRET }),
			logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
		};
	}

	private webhookContext(eventId: string, response: Response): IWebhookFunctions {
		const occurredAt = '2026-02-03T04:05:06Z';
		const event = { event_id: eventId, event: 'card.otp', occurred_at: occurredAt, data: {} };
		const body = JSON.stringify(event);
		const request = {
			headersDistinct: { 'x-svc-signature': [signBody(SECRET, body)] },
			rawBody: Buffer.from(body),
			readRawBody: () => Promise.resolve(),
		};
		const own = { getRequestObject: () => request, getResponseObject: () => response };
		return { ...this.context(), ...own } as unknown as IWebhookFunctions;
	}

	private executeContext({ item }: Run): IExecuteFunctions {
		const { process } = this;
		const step = () =>
			new Promise<void>((resolve) => {
				// A killed process sends nothing to the database any more.
				if (process === this.process) this.steps.push(resolve);
			});
		const own = {
			getInputData: () => [item],
			getExecuteData: () => ({ node: {} }),
			helpers: this.entries.helpers(step),
			getExecutionCancelSignal: () => undefined,
		};
		return { ...this.context(), ...own } as unknown as IExecuteFunctions;
	}
}

/** Waits until everything has happened that needs no time to pass. */
async function settled(): Promise<void> {
	for (let turns = 0; turns < 3; turns += 1) await setImmediate();
}
