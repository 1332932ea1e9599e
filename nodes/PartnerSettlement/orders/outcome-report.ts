import type { IExecuteFunctions } from 'n8n-workflow';

import { PartnerApiError, redactText } from '../../../partner-api';
import { changesState, isBatch, type Operation } from '../definition/operation';
import { itemNames, outcomeWord } from '../messages/failure-text';
import { type FailedCall, type Failure, outcomeOf, toNodeError } from '../messages/node-error';
import { isRetry } from '../run/n8n-retry';
import type { RunContext } from '../run/context';
import type { Order } from '../definition/order';
import { itemsOf, type Job, type RunItem } from '../run/run-item';
import { OrderSummary } from './order-summary';
import { ScreeningSummary } from './screening-summary';
import { type Done, OrderFailed } from './settled';
import { statusText } from './wait';
import { noteNotOrdered } from '../limits/tool-orders';

/** The names for an operator: indexes of items, or words for single orders of an item that has several. */
type Named = (number | string)[];

const HIT = 'the response shows a sanctions hit (sanctions_hit)';

/** The outcomes of the items of a run. */
export class OutcomeReport {
	/**
	 * After the first of these, no further item is sent. If the run continues, this stays empty unless the execution is
	 * cancelled.
	 */
	readonly failures: Failure[] = [];
	private readonly ordered?: OrderSummary;
	private readonly screened?: ScreeningSummary;
	/** By status; empty if the record shows none. */
	private readonly done = new Map<string, Named>();
	/** The items that were done without an idempotency key. */
	private readonly keyless: Named = [];
	/** One of the done orders has an automatic key, which depends on the run. */
	private hasAutomaticKeys = false;
	private readonly found: number[] = [];
	/** Items whose orders were sent again after a lost response. */
	private readonly resent: number[] = [];
	/** Items whose orders were not ready when the wait ended. */
	private readonly notReady: number[] = [];
	private readonly skipped: Named = [];

	constructor(private readonly run: RunContext) {
		const { noun, effect } = run.operation;
		if (noun !== undefined) this.ordered = new OrderSummary(noun);
		if (effect === 'screen') this.screened = new ScreeningSummary();
	}

	/**
	 * Notes a job that is done. A read has nothing to report. A call without a key may not be an order, so the
	 * summary leaves it out.
	 */
	noteDone(job: Job, { answer, isFound, wasResent, isReady = true, age = 'new' }: Done): void {
		const { item, order, itemIndex } = job;
		if (!item || !order) return;
		if (!isReady) this.notReady.push(itemIndex);
		if (isFound) this.found.push(itemIndex);
		if (wasResent) this.resent.push(itemIndex);
		if (order.extId === undefined) {
			add(this.keyless, namesOf(job));
			return;
		}
		this.hasAutomaticKeys ||= order.key !== 'own';
		const status = answer?.statusWord ?? '';
		const known = this.done.get(status) ?? [];
		this.done.set(status, known);
		add(known, namesOf(job));
		if (answer?.statusWord && !answer.status && !this.screened)
			this.run.hints.add(statusText(answer));
		this.ordered?.noteDone(item, order, answer, age);
		this.screened?.noteDone(answer, itemsOf(job).length);
	}

	/** Notes a job that is not sent because of an earlier failure. */
	noteSkipped(job: Job): void {
		add(this.skipped, namesOf(job));
	}

	/**
	 * Notes a failure. Unless the run continues, it ends all waits.
	 *
	 * @returns the failure, for each item of the job
	 */
	noteFailure(job: Job, error: unknown): Failure[] {
		const { continues, signal, stopWaiting } = this.run;
		const failure = failureOf(this.run, job, error);
		// An order that was not placed does not count against Maximum per Run.
		const { extId = '', outcome } = failure.call;
		if (outcome !== 'unknown' && this.run.isTool) noteNotOrdered(this.run, extId);
		const failures = itemsOf(job).map((itemIndex) => ({
			...failure,
			call: { ...failure.call, itemIndex },
		}));
		const isHit = error instanceof OrderFailed && error.settled.isHit === true;
		this.screened?.noteFailure(failures.length, isHit);
		if (!continues || signal.aborted) {
			add(this.failures, failures);
			stopWaiting.abort();
		}
		return failures;
	}

	/**
	 * Ends a run: with its failure, or with hints below the output. n8n throws away the output of a node that failed, so the
	 * error lists what was done.
	 *
	 * @throws NodeApiError or NodeOperationError of the first item that failed
	 */
	async conclude(): Promise<void> {
		const [first] = this.failures;
		if (!first) {
			await this.giveHints();
			return;
		}
		const { nodeError } = first;
		if (changesState(this.run.operation)) {
			nodeError.description = [nodeError.description, this.othersText()].filter(Boolean).join(' ');
		}
		throw nodeError;
	}

	private othersText(): string {
		return [...this.failureTexts(), ...this.doneTexts(), ...this.skippedTexts()].join(' ');
	}

	private failureTexts(): string[] {
		if (this.failures.length < 2 && !isBatch(this.run.operation)) return [];
		const texts = this.failures.map(({ error, call }) => {
			const code = error instanceof PartnerApiError ? ` (${error.code})` : '';
			return `${orderText(call)}: ${outcomeWord(call.outcome, call)}${code}`;
		});
		return [`All failures: ${texts.join(', ')}.`];
	}

	private doneTexts(): string[] {
		const done = [...this.done].map(
			([status, names]) => `${namesText(names)}${status && ` (status ${redactText(status)})`}`,
		);
		const again = this.hasAutomaticKeys
			? ' A new run may order again; Retry on this execution does not.'
			: '';
		const keyless = namesText(this.keyless);
		return [
			done.length > 0 && `Done: ${done.join(', ')}.${again}`,
			keyless !== '' &&
				`Done without an ext_id: ${keyless}. Retry or a new run would do this again.`,
		].filter((text) => text !== false);
	}

	private skippedTexts(): string[] {
		const skipped = namesText(this.skipped);
		const when = isRetry(this.run.node) ? ' in this retry' : '';
		return skipped === '' ? [] : [`Not sent${when}: ${skipped}.`];
	}

	private async giveHints(): Promise<void> {
		const { node, hints } = this.run;
		if (this.notReady.length > 0) {
			// The hint of each cause says what to do.
			const message = `Not complete when the wait ended: ${itemNames(this.notReady)}.`;
			node.addExecutionHints({ message, location: 'outputPane' });
		}
		// An error in the summary must not fail the orders.
		const summary = await this.summaryText().catch(() => undefined);
		if (summary) hints.add(summary);
		if (this.found.length > 0) {
			hints.add(
				`Found by a lookup: ${itemNames(this.found)}. No response showed the order, or an earlier attempt placed it.`,
			);
		}
		if (this.resent.length > 0) {
			hints.add(
				`Sent again with the same number after a lost response: ${itemNames(this.resent)}. The API should charge each number only once.`,
			);
		}
		for (const message of hints) node.addExecutionHints({ message, location: 'outputPane' });
	}

	private async summaryText(): Promise<string | undefined> {
		return (await this.ordered?.text()) ?? this.screened?.text(this.hasAutomaticKeys);
	}
}

/** One by one, because there may be more than a call can take as arguments. */
function add<T>(all: T[], more: readonly T[]): void {
	for (const one of more) all.push(one);
}

function onlyOrder(item: RunItem | undefined): Order | undefined {
	return item?.orders.length === 1 ? item.orders[0] : undefined;
}

/** Unless the run continues, one item that cannot be sent keeps all of them from being sent. */
export function requireNoMistake(run: RunContext, jobs: readonly Job[]): void {
	if (run.continues) return;
	const refused = jobs.filter(({ error }) => error !== undefined);
	const [first] = refused;
	if (!first) return;
	const { nodeError } = failureOf(run, first, first.error);
	const items = run.node.getInputData().length;
	if (items > 1) {
		const when = isRetry(run.node) ? ' in this retry' : '';
		// If all of them exceed a maximum, no single item is wrong.
		const isOfAll = jobs.every(({ error }) => error?.message === first.error?.message);
		const mistaken = isOfAll
			? ''
			: ` Items with a mistake: ${itemNames(refused.flatMap(itemsOf))}.`;
		nodeError.description = `${nodeError.description ?? ''} None of the ${String(items)} items was sent${when}.${mistaken}`;
	}
	throw nodeError;
}

/** A failure in words for the operator, with the first item of a job. */
function failureOf(
	run: RunContext,
	{ item, order = onlyOrder(item), itemIndex, mayBeOrderedByTool }: Job,
	error: unknown,
): Failure {
	const { node, operation } = run;
	const settled = error instanceof OrderFailed ? error.settled : undefined;
	const cause = settled ? settled.failure : error;
	const changes = item ? item.request.retrySafety !== 'safe' : changesState(operation);
	const mayBeOld = changes && (isRetry(node) || mayBeOrderedByTool === true);
	const told = outcomeOf(cause, item !== undefined);
	const call: FailedCall & { itemIndex: number } = {
		operation,
		itemIndex,
		extId: order?.extId,
		changesState: changes,
		outcome: settled?.outcome ?? (mayBeOld ? 'unknown' : told),
		isKeyTaken: settled?.isKeyTaken,
		mayBeTaken: settled?.mayBeTaken,
		sentNothing: settled?.sentNothing ?? told === 'not_sent',
		mayBeEarlier: !settled && item?.orders.some(({ key }) => key === 'own'),
		isTool: run.isTool,
		ownNumber: ownNumber(node, operation, itemIndex, order?.extId),
		detail: redactText([settled?.isHit && HIT, settled?.detail].filter(Boolean).join('; ')),
	};
	const nodeError = toNodeError(node.getNode(), cause, call);
	return { error: cause, nodeError, call, record: settled?.record, values: item?.values };
}

/**
 * A custom key for a further order on something bought. The item already has the key of the purchase, so the new key is
 * made from that one.
 */
function ownNumber(
	node: IExecuteFunctions,
	{ operation, fields }: Operation,
	itemIndex: number,
	extId: string | undefined,
): string | undefined {
	const { ext_id: known } = node.getInputData()[itemIndex]?.json ?? {};
	const isForThing = fields.some(({ name, required }) => required && /^(card|esim)_id$/.test(name));
	if (!isForThing || extId === undefined || extId !== known) return undefined;
	return `${operation.toLowerCase()}-{{ $json.ext_id }}`;
}

function namesOf(job: Job): Named {
	const { item, order } = job;
	return order && item && item.orders.length > 1 ? [orderText(order)] : itemsOf(job);
}

function namesText(names: Named): string {
	const items = names.filter((one) => typeof one === 'number');
	const orders = names.filter((one) => typeof one !== 'number');
	return [...(items.length > 0 ? [itemNames(items)] : []), ...orders].join(', ');
}

function orderText({ itemIndex, extId }: Pick<Order, 'itemIndex' | 'extId'>): string {
	const item = itemNames([itemIndex]);
	return extId === undefined ? item : `${item} with ext_id ${extId}`;
}
