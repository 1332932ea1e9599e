import { setTimeout as pause } from 'node:timers/promises';
import { createHmac, randomUUID } from 'node:crypto';
import { FRESH_CONNECTION, type N8nApi } from '../../../dev/stack/n8n-api';
import { Servers } from '../servers';

/** Takes the place of the system that events are applied to, and notes which execution applied which event. */
export class Ledger {
	private readonly executions = new Map<string, string[]>();
	/** The executions that wait for `release()`. */
	private held?: Map<string, () => void>;
	private readonly servers = new Servers();
	url = '';

	static async start(): Promise<Ledger> {
		const ledger = new Ledger();
		const origin = await ledger.servers.start((request, response) => {
			const query = new URL(request.url ?? '', 'http://ledger').searchParams;
			const eventId = query.get('event_id') ?? '';
			const applied = [...ledger.appliedBy(eventId), query.get('execution_id') ?? ''];
			ledger.executions.set(eventId, applied);
			const answer = () => response.end('{}');
			if (!ledger.held) return answer();
			ledger.held.set(query.get('execution_id') ?? '', answer);
		});
		ledger.url = `${origin}/`;
		return ledger;
	}

	/** Keeps the executions waiting that apply an event from now on. @returns their ids */
	hold(): ReadonlyMap<string, unknown> {
		return (this.held = new Map());
	}

	release(): void {
		for (const answer of this.held?.values() ?? []) answer();
		this.held = undefined;
	}

	timesApplied(eventId: string): number {
		return this.appliedBy(eventId).length;
	}

	/** The ids of the executions that applied the event, one for each time. */
	appliedBy(eventId: string): string[] {
		return this.executions.get(eventId) ?? [];
	}

	wasReachedBy(executionId: string): boolean {
		return [...this.executions.values()].some((ids) => ids.includes(executionId));
	}

	stop(): Promise<void> {
		this.servers.close();
		return Promise.resolve();
	}
}

/** Longer than n8n takes to start again. */
const GIVE_UP_MS = 180_000;
const BEFORE_REDELIVERY_MS = 250;
const ANSWER_TIMEOUT_MS = 60_000;

/**
 * Delivers once.
 *
 * @returns the status of the response, or undefined if there was none. While n8n starts, it answers everything with 200
 *   and "n8n is starting up". That counts as no response here, because in production a proxy with a readiness check
 *   keeps deliveries away until n8n is ready.
 *
 * @param tell called with the reason if there was no response
 */
export async function deliver(
	url: string,
	event: SignedEvent,
	tell: (why: unknown) => void = () => undefined,
): Promise<number | undefined> {
	try {
		const response = await fetch(url, {
			method: 'POST',
			headers: { ...FRESH_CONNECTION, ...event.headers },
			body: event.body,
			signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
		});
		const text = await response.text();
		if (text.startsWith('{')) return response.status;
		tell(text);
	} catch (error) {
		tell(error);
	}
	return undefined;
}

/**
 * Delivers until it is acknowledged, as the service does (section 6.1, rule 1).
 *
 * @param tell called with the status of each response, or undefined if there was none
 */
export async function deliverUntilAccepted(
	url: string,
	event: SignedEvent,
	tell: (status: number | undefined) => void = () => undefined,
): Promise<void> {
	const deadline = Date.now() + GIVE_UP_MS;
	for (;;) {
		const status = await deliver(url, event);
		tell(status);
		if (status !== undefined && status >= 200 && status < 300) return;
		if (Date.now() > deadline) throw new Error(`Event ${event.eventId} was never acknowledged`);
		await pause(BEFORE_REDELIVERY_MS);
	}
}

export interface SignedEvent {
	eventId: string;
	body: string;
	headers: Record<string, string>;
}

/**
 * A delivery as the service signs it (section 6.1, rule 4), of a new event unless told otherwise.
 *
 * @param before the text in front of the JSON; it is signed too
 */
export function signedEvent(
	secret: string,
	change: Record<string, unknown> = {},
	before = '',
): SignedEvent {
	const event = {
		event_id: randomUUID(),
		event: 'card_issue.status_changed',
		occurred_at: new Date().toISOString(),
		data: { ext_id: 'a', status: 'completed', document_status: 'done' },
		...change,
	};
	const body = before + JSON.stringify(event);
	return {
		eventId: event.event_id,
		body,
		headers: {
			'content-type': 'application/json',
			'x-svc-signature': createHmac('sha256', secret).update(body).digest('hex'),
		},
	};
}

/** How many successful runs applied an event. A run that was killed may have applied it, too. */
export async function successfulRuns(
	api: N8nApi,
	ledger: Ledger,
	eventId: string,
): Promise<number> {
	const runs = await Promise.all(ledger.appliedBy(eventId).map((id) => api.getExecution(id)));
	return runs.filter(({ status }) => status === 'success').length;
}
