import { PartnerApiError, redactText, tokenProvider } from '../../../partner-api';
import { changesState } from '../catalog/operation';
import type { RunSummary } from '../catalog/responses';
import { KEY_CONFLICT } from '../messages/failure-meanings';
import { clockText, itemRanges, outcomeWord } from '../messages/failure-text';
import { type FailedCall, type NodeError, outcomeOf, toNodeError } from '../messages/node-error';
import { isRetry } from '../run/attempts';
import type { RunContext } from '../run/context';
import { type CutList, cutText } from '../run/output';
import type { RunItem } from './item';
import { type Order, statusesOf } from './order';
import { orderedOf } from './prices';
import { OrderFailed } from './send';
import { availableBalance, SpendingStop, STOPPED } from './spending-limits';

/** Sections 3.2, 4.3 and 4.7. */
const REPLAY_IS_DOCUMENTED = new Set(['withdrawal', 'kyt']);

/** What failed for an item, and how an operator reads it. */
export interface Failure {
	error: unknown;
	nodeError: NodeError;
	call: FailedCall & { itemIndex: number };
}

/** A part of what a run was to do. */
interface Part {
	/** Indexes of whole items. */
	items: number[];
	/** Single orders of an item that has several. */
	orders: Order[];
}

/** What becomes of the items of a run. */
export class OutcomeReport {
	/** Items after the first of these are not sent, unless the run continues. */
	readonly failures: Failure[] = [];
	readonly spending = new SpendingStop();
	/** Names of the fields around the lists that were split. */
	readonly envelope = new Set<string>();
	readonly cut: CutList[] = [];
	private readonly summary?: RunSummary;
	/** The keys of the orders that it counts. */
	private readonly counted = new Set<string | undefined>();
	/** By status; empty where the record shows none. */
	private readonly done = new Map<string, Part>();
	/** Indexes of items that were done without an idempotency key. */
	private readonly keyless: number[] = [];
	private readonly found: number[] = [];
	private readonly skipped: Part = { items: [], orders: [] };
	private readonly stopped: Part = { items: [], orders: [] };

	constructor(private readonly run: RunContext) {
		this.summary = run.operation.summary?.();
	}

	/**
	 * Takes note of a response, for the summary. An order that comes twice is placed once.
	 *
	 * @param items how many items the call was for
	 */
	noteResponse(item: RunItem, response: unknown, items: number, orders = item.orders): void {
		const fresh = orders.filter(({ extId }) => extId !== undefined && !this.counted.has(extId));
		for (const { extId } of fresh) this.counted.add(extId);
		this.summary?.noteResponse(response, items, orderedOf(item, fresh));
	}

	/** Takes note of an item that is done. */
	noteDone({ orders }: RunItem, itemIndex: number, record: unknown): void {
		if (orders.length === 0) return;
		this.run.available = undefined;
		if (orders.some(({ extId }) => extId === undefined)) this.keyless.push(itemIndex);
		else this.doneWith(record).items.push(itemIndex);
	}

	/** Takes note of an order of a batch that is done. */
	noteOrder(item: RunItem, order: Order, record: unknown): void {
		this.run.available = undefined;
		this.noteResponse(item, record, 1, [order]);
		const part = this.doneWith(record);
		if (item.orders.length > 1) part.orders.push(order);
		else part.items.push(order.itemIndex);
	}

	/** Takes note of an order that a lookup found. */
	noteFound(itemIndex: number): void {
		this.found.push(itemIndex);
	}

	/** Takes note of items that are not sent because of an earlier failure, or of single orders of an item. */
	noteSkipped({ items = [], orders = [] }: Partial<Part>): void {
		for (const itemIndex of items) this.skipped.items.push(itemIndex);
		for (const order of orders) this.skipped.orders.push(order);
	}

	/**
	 * Takes note of a failure.
	 *
	 * @param itemIndexes the items that share the call
	 * @param orders what it is about
	 * @returns it, for each of the items
	 */
	async noteFailure(
		error: unknown,
		itemIndexes: readonly number[],
		item: RunItem | undefined,
		orders: readonly Order[] = item?.orders ?? [],
	): Promise<Failure[]> {
		const cause = causeOf(error);
		this.spending.note(cause);
		this.summary?.noteFailure(itemIndexes.length);
		const [first = 0] = itemIndexes;
		const failure = await failureOf(this.run, first, error, item, orders);
		const isStopped = cause instanceof PartnerApiError && cause.code === STOPPED;
		if (isStopped && failure.call.outcome === 'not_sent') {
			if (orders.length < (item?.orders.length ?? 0)) this.stopped.orders.push(...orders);
			else this.stopped.items.push(...itemIndexes);
		}
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

	/** Every failure with its outcome, those of the same kind together. */
	private failuresText(): string {
		if (this.failures.length < 2 && !this.run.operation.batch) return '';
		const byKind = new Map<string, string[]>();
		for (const { error, call } of this.failures) {
			const kind = kindOf(error, call);
			const known = byKind.get(kind) ?? [];
			byKind.set(kind, [...known, orderText(call.itemIndex, call.extIds)]);
		}
		const kinds = [...byKind].map(([kind, items]) => `${kind}: ${items.join(', ')}`);
		return `All that failed: ${kinds.join('; ')}.`;
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
		return isRetry(this.run.node)
			? `Not sent by this try: ${skipped}; an earlier one may have done that.`
			: `Not sent: ${skipped}.`;
	}

	private async giveHints(): Promise<void> {
		const { node, hints, settings } = this.run;
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
		if (this.cut.length > 0) hints.add(cutText(this.cut));
		const stopped = partText(this.stopped);
		if (stopped !== '') {
			hints.add(
				`The balance ran short, so this was not sent: ${stopped}. Nothing was spent on it.`,
			);
		}
		const clockSkew = tokenProvider.peek(settings)?.clockSkewSeconds ?? 0;
		if (clockSkew !== 0) {
			hints.add(
				`${clockText(clockSkew)} Until then, access tokens are asked for by the API's clock.`,
			);
		}
		for (const message of hints) node.addExecutionHints({ message, location: 'outputPane' });
	}

	private doneWith(record: unknown): Part {
		const status = statusesOf(record).join(', ');
		const known = this.done.get(status) ?? { items: [], orders: [] };
		this.done.set(status, known);
		return known;
	}
}

/** A failure in the words of the operator. */
export async function failureOf(
	run: RunContext,
	itemIndex: number,
	error: unknown,
	item: RunItem | undefined,
	orders: readonly Order[] = item?.orders ?? [],
): Promise<Failure> {
	const { node, settings, operation } = run;
	const cause = causeOf(error);
	const settled = error instanceof OrderFailed ? error.settled : undefined;
	const changes = item ? item.request.retrySafety !== 'safe' : changesState(operation);
	const call: Failure['call'] = {
		operation,
		base: item?.request.base,
		itemIndex,
		extIds: keysOf(orders),
		inBody: operation.batch !== undefined && (item?.orders.length ?? 0) > 1,
		retrySafety: item?.request.retrySafety,
		changesState: changes,
		outcome: settled?.outcome ?? outcomeOf(cause, item?.wasSent ?? false),
		last: settled?.last,
		isKeyTaken:
			settled?.isKeyTaken ?? (cause instanceof PartnerApiError && cause.code === KEY_CONFLICT),
		detail: settled?.detail === undefined ? undefined : redactText(settled.detail),
		isReplayDocumented: REPLAY_IS_DOCUMENTED.has(operation.resource),
		isRetry: settled === undefined && isRetry(node),
		grantedScopes: tokenProvider.peek(settings)?.scopes,
		availableBalance:
			cause instanceof PartnerApiError ? await availableBalance(run, cause) : undefined,
	};
	return { error: cause, nodeError: toNodeError(node.getNode(), cause, call), call };
}

function causeOf(error: unknown): unknown {
	return error instanceof OrderFailed ? error.settled.failure : error;
}

/** None where an order has no key: to retry with the keys of the others would not be safe. */
function keysOf(orders: readonly Order[]): string[] {
	const keys = orders.flatMap(({ extId }) => extId ?? []);
	return keys.length === orders.length ? [...new Set(keys)] : [];
}

/** A sentence of n8n's own may lack its full stop. */
function closed(text: string | null | undefined): string {
	return (text ?? '').trim().replace(/[^.!?…]$/, '$&.');
}

function kindOf(error: unknown, { outcome, extIds = [], ...call }: Failure['call']): string {
	const code = error instanceof PartnerApiError ? error.code : undefined;
	const isKeyed = outcome === 'unknown' && extIds.length > 0 && !call.isKeyTaken;
	return `${outcomeWord(outcome, call)}${code === undefined ? '' : ` (${code})`}${isKeyed ? ', repeat only with the same ext_id' : ''}`;
}

function partText({ items, orders }: Part): string {
	const single = orders.map(({ itemIndex, extId }) =>
		orderText(itemIndex, extId === undefined ? [] : [extId]),
	);
	return [...(items.length > 0 ? [`item ${itemRanges(items)}`] : []), ...single].join(', ');
}

function orderText(itemIndex: number, extIds: readonly string[] = []): string {
	const item = `item ${itemRanges([itemIndex])}`;
	return extIds.length === 0 ? item : `${item} with ext_id ${extIds.join(', ')}`;
}
