import type { IExecuteFunctions } from 'n8n-workflow';

import { PartnerApiError, redactText, tokenProvider } from '../../../partner-api';
import { changesState, type Operation, type RunSummary } from '../catalog/operation';
import { capital, itemRanges, outcomeWord, sentence } from '../messages/failure-text';
import { type FailedCall, type Failure, outcomeOf, toNodeError } from '../messages/node-error';
import { isRetry } from '../run/attempts';
import type { RunContext } from '../run/context';
import { itemsOf, type Job, type RunItem } from './item';
import { type Order, statusesOf } from './order';
import { OrderSummary } from './order-summary';
import { OrderFailed } from './send';

/** Of what a run was to do: indexes of whole items, and single orders of an item that has several. */
type Part = (number | Order)[];

/** What becomes of the items of a run. */
export class OutcomeReport {
	/** Items after the first of these are not sent. Where the run continues, it stays empty. */
	readonly failures: Failure[] = [];
	private readonly ordered?: OrderSummary;
	private readonly summary?: RunSummary;
	/** By status; empty where the record shows none. */
	private readonly done = new Map<string, Part>();
	/** What was done without an idempotency key. */
	private readonly keyless: Part = [];
	/** Of what was done, an automatic key goes by the run. */
	private hasAutomaticKeys = false;
	private readonly found: number[] = [];
	private readonly skipped: Part = [];

	constructor(private readonly run: RunContext) {
		const { noun, summary } = run.operation;
		if (noun !== undefined) this.ordered = new OrderSummary(noun);
		this.summary = summary?.();
	}

	/**
	 * Takes note of an order that is done. A call without a key may be none.
	 *
	 * @param part the items that share its call; the order itself, where its item has several
	 * @param isOld an earlier run had ordered it
	 */
	noteDone(item: RunItem, order: Order, record: unknown, part: Part, isOld = false): void {
		if (order.extId === undefined) {
			add(this.keyless, part);
			return;
		}
		this.hasAutomaticKeys ||= !order.hasCustomKey;
		const status = statusesOf(record).join(', ');
		const known = this.done.get(status) ?? [];
		this.done.set(status, known);
		add(known, part);
		this.ordered?.noteDone(item, order, record, isOld);
		this.summary?.noteDone(record, part.length);
	}

	/** Takes note of an order that a lookup found. */
	noteFound(itemIndex: number): void {
		this.found.push(itemIndex);
	}

	/** Takes note of items that are not sent because of an earlier failure, or of single orders of an item. */
	noteSkipped(part: Part): void {
		add(this.skipped, part);
	}

	/**
	 * Takes note of a failure. Unless the run continues, it ends what waits.
	 *
	 * @param orders what it is about, where not all of the item
	 * @returns it, for each item of the job
	 */
	noteFailure(job: Job, error: unknown, orders?: readonly Order[]): Failure[] {
		const { continues, signal, stopWaiting } = this.run;
		const failure = failureOf(this.run, job, error, orders);
		const failures = itemsOf(job).map((itemIndex) => ({
			...failure,
			call: { ...failure.call, itemIndex },
		}));
		this.summary?.noteFailure(failures.length);
		if (!continues || signal.aborted) {
			add(this.failures, failures);
			stopWaiting.abort();
		}
		return failures;
	}

	/**
	 * Ends a run: with its failure, or with hints below the output. n8n keeps no output of a node that
	 * failed, so the error lists what was done.
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

	/** What became of the others, in one sentence. */
	private othersText(): string {
		const parts = [...this.failureTexts(), ...this.doneTexts(), ...this.skippedTexts()];
		return parts.length === 0 ? '' : capital(sentence(parts.join('; ')));
	}

	/** Every failure with its outcome. */
	private failureTexts(): string[] {
		if (this.failures.length < 2 && !this.run.operation.batch) return [];
		const texts = this.failures.map(({ error, call }) => {
			const code = error instanceof PartnerApiError ? ` (${error.code})` : '';
			return `${orderText(call)}: ${outcomeWord(call.outcome, call)}${code}`;
		});
		return [`all that failed: ${texts.join(', ')}`];
	}

	private doneTexts(): string[] {
		const done = [...this.done].map(
			([status, part]) => `${partText(part)}${status && ` (status ${status})`}`,
		);
		const again = this.hasAutomaticKeys
			? ' (a new run may order them again, Retry on this execution does not)'
			: '';
		const keyless = partText(this.keyless);
		return [
			done.length > 0 && `done before it: ${done.join(', ')}${again}`,
			keyless !== '' &&
				`done before it, without an ext_id: ${keyless} (Retry would do that again, as a new run would)`,
		].filter((text) => text !== false);
	}

	private skippedTexts(): string[] {
		const skipped = partText(this.skipped);
		const when = isRetry(this.run.node) ? ' by this try' : '';
		return skipped === '' ? [] : [`not sent${when}: ${skipped}`];
	}

	private async giveHints(): Promise<void> {
		const { node, hints } = this.run;
		// What was ordered must not fail over what is said of it.
		const summary = await this.summaryText().catch(() => undefined);
		if (summary) hints.add(summary);
		if (this.found.length > 0) {
			hints.add(
				`An order of item ${itemRanges(this.found)} was found by a lookup: its response was lost, or an earlier attempt had placed it.`,
			);
		}
		for (const message of hints) node.addExecutionHints({ message, location: 'outputPane' });
	}

	private async summaryText(): Promise<string | undefined> {
		return (await this.ordered?.text()) ?? this.summary?.text();
	}
}

/** One by one: there may be more than a call takes arguments. */
function add<T>(all: T[], more: readonly T[]): void {
	for (const one of more) all.push(one);
}

/** A failure in the words of the operator: of the first item of a job. */
export function failureOf(
	{ node, settings, operation }: RunContext,
	{ item, itemIndex }: Job,
	error: unknown,
	orders = item?.orders,
): Failure {
	const settled = error instanceof OrderFailed ? error.settled : undefined;
	const cause = settled ? settled.failure : error;
	const changes = item ? item.request.retrySafety !== 'safe' : changesState(operation);
	const call: FailedCall & { itemIndex: number } = {
		operation,
		base: item?.request.base,
		itemIndex,
		extId: orders?.length === 1 ? orders[0]?.extId : undefined,
		changesState: changes,
		outcome:
			settled?.outcome ??
			(changes && isRetry(node) ? 'unknown' : outcomeOf(cause, item !== undefined)),
		isKeyTaken: settled?.isKeyTaken,
		isUnsent: settled?.isUnsent ?? outcomeOf(cause, item !== undefined) === 'not_sent',
		ownNumber: ownNumber(node, operation, itemIndex, orders),
		detail: settled?.detail === undefined ? undefined : redactText(settled.detail),
		grantedScopes: tokenProvider.peek(settings)?.scopes,
	};
	const nodeError = toNodeError(node.getNode(), cause, call);
	return { error: cause, nodeError, call, record: settled?.record };
}

/** The number of what was bought came with the item. What is done with it needs a number made of that one. */
function ownNumber(
	node: IExecuteFunctions,
	{ operation, fields }: Operation,
	itemIndex: number,
	[order]: readonly Order[] = [],
): string | undefined {
	const { ext_id: known } = node.getInputData()[itemIndex]?.json ?? {};
	const isForThing = fields.some(({ name, required }) => required && /^(card|esim)_id$/.test(name));
	if (!isForThing || order?.extId === undefined || order.extId !== known) return undefined;
	return `${operation.toLowerCase()}-{{ $json.ext_id }}`;
}

function partText(part: Part): string {
	const items = part.filter((one) => typeof one === 'number');
	const orders = part.filter((one) => typeof one !== 'number').map(orderText);
	return [...(items.length > 0 ? [`item ${itemRanges(items)}`] : []), ...orders].join(', ');
}

function orderText({ itemIndex, extId }: Pick<Order, 'itemIndex' | 'extId'>): string {
	const item = `item ${itemRanges([itemIndex])}`;
	return extId === undefined ? item : `${item} with ext_id ${extId}`;
}
