import type { IExecuteFunctions } from 'n8n-workflow';

import { extIdText, outcomeWord, PartnerApiError } from '../../../partner-api';
import { changesState } from '../catalog/operation';
import { type Failure, type NodeError, outcomeOf } from './failures';
import type { RunItem } from './run-item';
import type { RunContext } from './run-context';
import { itemRanges } from './item-ranges';
import { isRetry } from './tries';

/** How an item went through, by how the API knows a repeat of it. */
const Way = { keyed: 1, keyless: 2 } as const;

/** What was answered with one status. */
interface AnsweredItems {
	itemIndexes: number[];
	/** Of items of several orders. */
	orders: ShownOrder[];
}

/** The items that went through. A byte is kept of each: there may be very many. */
export class DoneItems {
	private readonly ways: Uint8Array;
	/** The keys of those that went through, for items of several orders. */
	private readonly ofSeveral = new Map<number, string[]>();
	/** What was answered, by a status that does not say that it was carried out. */
	readonly byStatus = new Map<string, AnsweredItems>();

	constructor(items: number) {
		this.ways = new Uint8Array(items);
	}

	/**
	 * @param item what was sent for it; several may share one call
	 * @param status one that does not say that it was carried out
	 */
	note({ isKeyed }: Pick<RunItem, 'isKeyed'>, itemIndex: number, status?: string): void {
		if (status === undefined) this.ways[itemIndex] = isKeyed ? Way.keyed : Way.keyless;
		else this.answeredWith(status).itemIndexes.push(itemIndex);
	}

	/**
	 * @param item one of whose orders went through; the others may not
	 * @param status as above
	 */
	noteOrder(item: RunItem, extId: string, status?: string): void {
		const isOfSeveral = (item.cart ?? []).length > 1;
		if (isOfSeveral && status !== undefined) {
			this.answeredWith(status).orders.push({ itemIndex: item.itemIndex, extIds: [extId] });
			return;
		}
		this.note(item, item.itemIndex, status);
		if (!isOfSeveral) return;
		const known = this.ofSeveral.get(item.itemIndex) ?? [];
		known.push(extId);
		this.ofSeveral.set(item.itemIndex, known);
	}

	/** The keys of the orders that went through, of an item of several. */
	keysOf(itemIndex: number): readonly string[] {
		return this.ofSeveral.get(itemIndex) ?? [];
	}

	/** Indexes of those that carried an ext_id. */
	get keyed(): number[] {
		return this.indexesOf(Way.keyed);
	}

	/** Indexes of those that carried none. */
	get keyless(): number[] {
		return this.indexesOf(Way.keyless);
	}

	private answeredWith(status: string): AnsweredItems {
		const known = this.byStatus.get(status) ?? { itemIndexes: [], orders: [] };
		this.byStatus.set(status, known);
		return known;
	}

	private indexesOf(way: number): number[] {
		return [...this.ways.keys()].filter((itemIndex) => this.ways[itemIndex] === way);
	}
}

/** An order of which a record is shown, or a cart in a body of the operator's own. */
export interface ShownOrder {
	itemIndex: number;
	/** Of a cart, all of them. */
	extIds: readonly string[];
	/** Which of its results is of which order is not known. */
	isOwnCart?: boolean;
}

/** What became of the items of a run that failed. */
export interface ItemFates {
	/** Items after the first of these are not sent. */
	failures: Failure[];
	done: DoneItems;
	/** Orders of which the answer or the document shows that they came to nothing. */
	shownFailed: ShownOrder[];
	/** Indexes of items. */
	notSent: number[];
	/** Indexes of items of which some orders were sent, of those that hold several. */
	begun: Set<number>;
}

/** n8n keeps no output of a node that failed: its error tells the operator what became of each item. */
export function withItemReport(
	{ node, operation }: RunContext,
	error: NodeError,
	fates: ItemFates,
): NodeError {
	if (!changesState(operation)) return error;
	const { failures, shownFailed, notSent } = fates;
	const sentences = [
		closed(error.description),
		(failures.length > 1 || operation.cart) && `All that failed: ${failuresText(failures)}.`,
		...doneTexts(fates),
		shownFailed.length > 0 && shownFailedText(shownFailed),
		notSent.length > 0 && notSentText(node, fates),
	];
	error.description = sentences.filter(Boolean).join(' ');
	return error;
}

/** A sentence of n8n's own may lack its full stop. */
function closed(text: string | null | undefined): string {
	return (text ?? '').trim().replace(/[^.!?…]$/, '$&.');
}

/** Every failure with its outcome, those of the same kind together. */
function failuresText(failures: readonly Failure[]): string {
	const byKind = new Map<string, string[]>();
	for (const failure of failures) {
		const kind = kindOf(failure);
		const known = byKind.get(kind) ?? [];
		byKind.set(kind, [...known, orderText(failure.call.itemIndex, extIdText(failure.call))]);
	}
	return [...byKind].map(([kind, items]) => `${kind}: ${items.join(', ')}`).join('; ');
}

function orderText(itemIndex: number, extId: string | undefined): string {
	const item = `item ${itemRanges([itemIndex])}`;
	return extId === undefined ? item : `${item} with ext_id ${extId}`;
}

/** Orders that are shown as ones that came to nothing: neither carried out, nor certain to have cost nothing. */
export function shownFailedText(orders: readonly ShownOrder[]): string {
	const single = orders.filter(({ isOwnCart }) => !isOwnCart).map(shownText);
	const carts = orders.filter(({ isOwnCart }) => isOwnCart).map(shownText);
	const texts = [
		single.length > 0 &&
			`Shown as failed: ${single.join(', ')}. Look at that before you order it again, which takes another ext_id.`,
		carts.length > 0 &&
			`A batch was answered with an error for one or more of its orders: ${carts.join(', ')}. Others of them may have been carried out: look each up with Document: Get, and repeat it only with the same ext_id.`,
	];
	return texts.filter(Boolean).join(' ');
}

function shownText({ itemIndex, extIds }: ShownOrder): string {
	return orderText(itemIndex, extIds.length > 0 ? extIds.join(', ') : undefined);
}

function kindOf({ error, call }: Failure): string {
	const { outcome = outcomeOf(error) } = call;
	const code = error instanceof PartnerApiError ? ` (${error.code})` : '';
	const isKeyed = outcome === 'unknown' && extIdText(call) !== undefined;
	return `${outcomeWord(outcome, call)}${code}${isKeyed ? ', repeat only with the same ext_id' : ''}`;
}

/** What was carried out must not be ordered again by the way in which the operator goes on. */
function doneTexts(fates: ItemFates): string[] {
	const { keyed, keyless } = fates.done;
	const texts: string[] = [];
	if (keyed.length > 0) {
		texts.push(
			`Carried out before it: ${keyedText(fates)}. Use Retry on this execution rather than a new run, which may order them again.`,
		);
	}
	if (keyless.length > 0) {
		texts.push(
			`Carried out before it, without an ext_id: item ${itemRanges(keyless)}. Retry would do that again, as a new run would: repeat the rest without them.`,
		);
	}
	return [...texts, ...[...fates.done.byStatus].map(answeredText)];
}

function answeredText([status, { itemIndexes, orders }]: [string, AnsweredItems]): string {
	const items = itemIndexes.length > 0 ? [`item ${itemRanges(itemIndexes)}`] : [];
	return `Answered before it with the status ${status}: ${[...items, ...orders.map(shownText)].join(', ')}. Look at what became of that before you order it again.`;
}

/** Of an item that is here and among the rest as well, only some orders are done. */
function keyedText({ done, failures, shownFailed, notSent }: ItemFates): string {
	const answered = [...done.byStatus.values()].flatMap(({ orders }) => orders);
	const failed = [...failures.map(({ call }) => call), ...shownFailed, ...answered];
	const rest = new Set([...failed.map(({ itemIndex }) => itemIndex), ...notSent]);
	const whole = done.keyed.filter((itemIndex) => !rest.has(itemIndex));
	const parts = done.keyed.filter((itemIndex) => rest.has(itemIndex));
	return [
		...(whole.length > 0 ? [`item ${itemRanges(whole)}`] : []),
		...parts.map(
			(itemIndex) =>
				`of item ${itemRanges([itemIndex])} only ext_id ${done.keysOf(itemIndex).join(', ')} (leave its orders in Items at their places)`,
		),
	].join('; ');
}

/** @param itemIndexes of what was not sent: items, or orders of an item */
export function restText(itemIndexes: readonly number[], begun: ReadonlySet<number>): string {
	const whole = itemIndexes.filter((itemIndex) => !begun.has(itemIndex));
	const rest = itemIndexes.filter((itemIndex) => begun.has(itemIndex));
	const items = [
		whole.length > 0 && `item ${itemRanges(whole)}`,
		rest.length > 0 && `further orders of item ${itemRanges(rest)}`,
	];
	return items.filter(Boolean).join(', ');
}

function notSentText(node: IExecuteFunctions, { notSent, begun }: ItemFates): string {
	const text = restText(notSent, begun);
	return isRetry(node)
		? `Not sent by this try: ${text}; an earlier one may have carried that out.`
		: `Not sent: ${text}.`;
}
