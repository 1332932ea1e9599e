import type { IExecuteFunctions } from 'n8n-workflow';

import { extIdText, outcomeWord, PartnerApiError } from '../../../partner-api';
import { movesMoney } from '../catalog/operation';
import { type Failure, type NodeError, outcomeOf } from './failures';
import type { RunContext, RunItem } from './item-call';
import { itemRanges } from './spending-stop';
import { isRetry } from './tries';

/** How an item went through, by how the API knows a repeat of it. */
const Way = { derivedKey: 1, ownKey: 2, keyless: 4 } as const;

/** The items that went through. A byte is kept of each: there may be very many. */
export class Passed {
	private readonly ways: Uint8Array;
	/** The keys of those that went through, for items of several orders. */
	private readonly ofSeveral = new Map<number, string[]>();

	constructor(items: number) {
		this.ways = new Uint8Array(items);
	}

	/** @param item what was sent for it; several may share one call */
	note({ isKeyed, ownExtId }: Pick<RunItem, 'isKeyed' | 'ownExtId'>, itemIndex: number): void {
		const keyed = ownExtId === undefined ? Way.derivedKey : Way.ownKey;
		this.ways[itemIndex] = isKeyed ? keyed : Way.keyless;
	}

	/** @param item one of whose orders went through; the others may not */
	noteOrder(item: RunItem, extId: string): void {
		this.note(item, item.itemIndex);
		if ((item.cart ?? []).length < 2) return;
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
		return this.indexesOf(Way.derivedKey, Way.ownKey);
	}

	/** Indexes of those that carried none. */
	get keyless(): number[] {
		return this.indexesOf(Way.keyless);
	}

	/** Whether a new run would give some of them another key. */
	get hasDerivedKeys(): boolean {
		return this.ways.includes(Way.derivedKey);
	}

	private indexesOf(...ways: number[]): number[] {
		return [...this.ways.keys()].filter((itemIndex) => ways.includes(this.ways[itemIndex] ?? 0));
	}
}

/** What became of the items of a run that failed. */
export interface Passage {
	/** Items after the first of these are not sent. */
	failures: Failure[];
	done: Passed;
	/** Indexes of items. */
	notSent: number[];
}

/** n8n keeps no output of a node that failed: its error tells the operator what became of each item. */
export function withWhereabouts(
	{ node, operation }: RunContext,
	error: NodeError,
	{ failures, done, notSent }: Passage,
): NodeError {
	if (!movesMoney(operation)) return error;
	const sentences = [
		closed(error.description),
		(failures.length > 1 || operation.cart) && `All that failed: ${failuresText(failures)}.`,
		...doneTexts(node, { failures, done, notSent }),
		notSent.length > 0 && notSentText(node, { failures, done, notSent }),
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
		const extId = extIdText(failure.call);
		const item = `item ${itemRanges([failure.call.itemIndex])}`;
		const known = byKind.get(kind) ?? [];
		byKind.set(kind, [...known, extId === undefined ? item : `${item} with ext_id ${extId}`]);
	}
	return [...byKind].map(([kind, items]) => `${kind}: ${items.join(', ')}`).join('; ');
}

function kindOf({ error, call }: Failure): string {
	const { outcome = outcomeOf(error) } = call;
	const code = error instanceof PartnerApiError ? ` (${error.code})` : '';
	const isKeyed = outcome === 'unknown' && extIdText(call) !== undefined;
	return `${outcomeWord(outcome, call)}${code}${isKeyed ? ', repeat only with the same ext_id' : ''}`;
}

/** What was carried out must not be ordered again by the way in which the operator goes on. */
function doneTexts(node: IExecuteFunctions, passage: Passage): string[] {
	const { keyed, keyless, hasDerivedKeys } = passage.done;
	const texts: string[] = [];
	if (keyed.length > 0) {
		texts.push(
			`Carried out before it: ${keyedText(passage)}. Use Retry on this execution rather than a new run, which may order them again.`,
		);
	}
	if (node.getMode() === 'integrated' && hasDerivedKeys) {
		texts.push('To retry the workflow that called this one is such a new run.');
	}
	if (keyless.length > 0) {
		texts.push(
			`Carried out before it, without an ext_id: item ${itemRanges(keyless)}. Retry would do that again, as a new run would: repeat the rest without them.`,
		);
	}
	return texts;
}

/** Of an item that is here and among the rest as well, only some orders are done. */
function keyedText({ done, failures, notSent }: Passage): string {
	const rest = new Set([...failures.map(({ call }) => call.itemIndex), ...notSent]);
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

function notSentText(node: IExecuteFunctions, { failures, done, notSent }: Passage): string {
	const failed = failures.map(({ call }) => call.itemIndex);
	const begun = new Set([...done.keyed, ...done.keyless, ...failed]);
	const whole = notSent.filter((itemIndex) => !begun.has(itemIndex));
	const rest = notSent.filter((itemIndex) => begun.has(itemIndex));
	const items = [
		whole.length > 0 && `item ${itemRanges(whole)}`,
		rest.length > 0 && `further orders of item ${itemRanges(rest)}`,
	];
	const text = items.filter(Boolean).join(', ');
	return isRetry(node)
		? `Not sent by this try: ${text}; an earlier one may have carried that out.`
		: `Not sent: ${text}.`;
}
