import { PartnerApiError, redactText, tokenProvider } from '../../../partner-api';
import { changesState } from '../catalog/operation';
import { OrderSummary } from '../catalog/order-summary';
import type { RunSummary } from '../catalog/responses';
import { itemRanges, outcomeWord } from '../messages/failure-text';
import { type FailedCall, type Failure, outcomeOf, toNodeError } from '../messages/node-error';
import { isRetry } from '../run/attempts';
import type { RunContext } from '../run/context';
import type { RunItem } from './item';
import { type Order, statusesOf } from './order';
import { orderedOf } from './prices';
import { OrderFailed } from './send';

/** Of what a run was to do: indexes of whole items, and single orders of an item that has several. */
type Part = (number | Order)[];

/** What becomes of the items of a run. */
export class OutcomeReport {
	/** Items after the first of these are not sent. Where the run continues, it stays empty. */
	readonly failures: Failure[] = [];
	/** Names of the fields around the lists that were split. */
	readonly envelope = new Set<string>();
	private readonly summary?: RunSummary;
	/** By status; empty where the record shows none. */
	private readonly done = new Map<string, Part>();
	/** Indexes of items that were done without an idempotency key. */
	private readonly keyless: number[] = [];
	private readonly found: number[] = [];
	private readonly skipped: Part = [];

	constructor(private readonly run: RunContext) {
		const { noun, summary } = run.operation;
		this.summary = noun === undefined ? summary?.() : new OrderSummary(noun);
	}

	/**
	 * Takes note of a response, for the summary. A call without a key may be no order.
	 *
	 * @param items how many items the call was for
	 */
	noteResponse(item: RunItem, response: unknown, items: number, orders = item.orders): void {
		const keyed = orders.filter(({ extId }) => extId !== undefined);
		this.summary?.noteResponse(response, items, orderedOf(item, keyed, response));
	}

	/** Takes note of an item that is done. */
	noteDone({ orders }: RunItem, itemIndex: number, record: unknown): void {
		if (orders.length === 0) return;
		if (orders.some(({ extId }) => extId === undefined)) this.keyless.push(itemIndex);
		else this.doneWith(record).push(itemIndex);
	}

	/** Takes note of an order of a batch that is done. */
	noteOrder(item: RunItem, order: Order, record: unknown): void {
		this.noteResponse(item, record, 1, [order]);
		this.doneWith(record).push(item.orders.length > 1 ? order : order.itemIndex);
	}

	/** Takes note of an order that a lookup found. */
	noteFound(itemIndex: number): void {
		this.found.push(itemIndex);
	}

	/** Takes note of items that are not sent because of an earlier failure, or of single orders of an item. */
	noteSkipped(part: Part): void {
		// One by one: there may be more than a call takes arguments.
		for (const one of part) this.skipped.push(one);
	}

	/**
	 * Takes note of a failure.
	 *
	 * @param itemIndexes the items that share the call
	 * @param orders what it is about
	 * @returns it, for each of the items
	 */
	noteFailure(
		error: unknown,
		itemIndexes: readonly number[],
		item: RunItem | undefined,
		orders: readonly Order[] = item?.orders ?? [],
	): Failure[] {
		this.summary?.noteFailure(itemIndexes.length);
		const [first = 0] = itemIndexes;
		const failure = failureOf(this.run, first, error, item, orders);
		const failures = itemIndexes.map((itemIndex) => ({
			...failure,
			call: { ...failure.call, itemIndex },
		}));
		if (!this.run.continues || this.run.signal.aborted) this.failures.push(...failures);
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
			const sentences = [
				closed(nodeError.description),
				this.failuresText(),
				...this.doneTexts(),
				this.skippedText(),
			];
			nodeError.description = sentences.filter(Boolean).join(' ');
		}
		throw nodeError;
	}

	/** Every failure with its outcome. */
	private failuresText(): string {
		if (this.failures.length < 2 && !this.run.operation.batch) return '';
		const texts = this.failures.map(({ error, call }) => {
			const code = error instanceof PartnerApiError ? ` (${error.code})` : '';
			return `${orderText(call)}: ${outcomeWord(call.outcome, call)}${code}`;
		});
		return `All that failed: ${texts.join('; ')}.`;
	}

	private doneTexts(): string[] {
		const texts: string[] = [];
		if (this.done.size > 0) {
			const done = [...this.done].map(
				([status, part]) => `${partText(part)}${status && ` (status ${status})`}`,
			);
			texts.push(
				`Done before it: ${done.join('; ')}. ${this.keyless.length > 0 ? 'A new run may order them again.' : 'Use Retry on this execution rather than a new run, which may order them again.'}`,
			);
		}
		if (this.keyless.length > 0) {
			texts.push(
				`Done before it, without an ext_id: item ${itemRanges(this.keyless)}. Retry would do that again, as a new run would: repeat the rest without them.`,
			);
		}
		return texts;
	}

	private skippedText(): string {
		const skipped = partText(this.skipped);
		if (skipped === '') return '';
		return `Not sent${isRetry(this.run.node) ? ' by this try' : ''}: ${skipped}.`;
	}

	private async giveHints(): Promise<void> {
		const { node, hints } = this.run;
		const summary = await this.summary?.text();
		if (summary) hints.add(summary);
		if (this.found.length > 0) {
			hints.add(
				`An order of item ${itemRanges(this.found)} was found by a lookup: its response was lost, or an earlier attempt had placed it.`,
			);
		}
		if (this.envelope.size > 0) {
			hints.add(
				`The response also held ${[...this.envelope].join(', ')}. Turn on Whole Response under Options to see it.`,
			);
		}
		for (const message of hints) node.addExecutionHints({ message, location: 'outputPane' });
	}

	private doneWith(record: unknown): Part {
		const status = statusesOf(record).join(', ');
		const known = this.done.get(status) ?? [];
		this.done.set(status, known);
		return known;
	}
}

/** A failure in the words of the operator. */
export function failureOf(
	run: RunContext,
	itemIndex: number,
	error: unknown,
	item: RunItem | undefined,
	orders: readonly Order[] = item?.orders ?? [],
): Failure {
	const { node, settings, operation } = run;
	const cause = causeOf(error);
	const settled = error instanceof OrderFailed ? error.settled : undefined;
	const changes = item ? item.request.retrySafety !== 'safe' : changesState(operation);
	const call: FailedCall & { itemIndex: number } = {
		operation,
		base: item?.request.base,
		itemIndex,
		extId: orders.length === 1 ? orders[0]?.extId : undefined,
		changesState: changes,
		outcome:
			settled?.outcome ??
			(changes && isRetry(node) ? 'unknown' : outcomeOf(cause, item?.wasSent ?? false)),
		isKeyTaken: settled?.isKeyTaken,
		detail: settled?.detail === undefined ? undefined : redactText(settled.detail),
		grantedScopes: tokenProvider.peek(settings)?.scopes,
	};
	return { error: cause, nodeError: toNodeError(node.getNode(), cause, call), call };
}

function causeOf(error: unknown): unknown {
	return error instanceof OrderFailed ? error.settled.failure : error;
}

/** A sentence of n8n's own may lack its full stop. */
function closed(text: string | null | undefined): string {
	return (text ?? '').trim().replace(/[^.!?…]$/, '$&.');
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
