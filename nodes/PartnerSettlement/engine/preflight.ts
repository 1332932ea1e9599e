import { setImmediate as nextTurn } from 'node:timers/promises';

import {
	compareDecimals,
	decimalString,
	InputError,
	SpendingGuard,
	stringifyJson,
	sumDecimals,
	timesPrice,
} from '../../../partner-api';
import { changesState } from '../catalog/operation';
import { isRotation, textOf } from '../catalog/request-rules';
import { asError } from './as-error';
import { type Order, RunItem } from './run-item';
import { itemsOf, type Job, type Prepared, sharedKey } from './jobs';
import type { RunContext } from './run-context';
import { failureOf } from './run-state';
import { itemRanges } from './item-ranges';

/**
 * Reads and checks all items of a run that spends before the first of them is sent: a mistake in the last one must not
 * leave the others paid, for a corrected run would pay them again.
 *
 * @returns the calls to make, in the order of their first items; unread where the run spends nothing
 * @throws NodeOperationError for the first item that cannot be sent, unless the run continues
 */
export async function prepareAll(run: RunContext): Promise<Job[]> {
	const input = run.node.getInputData();
	if (!changesState(run.operation)) {
		return input.map((_, itemIndex): Job => ({ itemIndex }));
	}
	const jobs: Job[] = [];
	const shared = new Map<string, Job>();
	for (const itemIndex of input.keys()) {
		// Each in a turn of its own: n8n takes its time for expressions.
		await nextTurn();
		const prepared = prepare(run, itemIndex);
		const key = prepared.item && keyToShare(prepared.item);
		const known = key === undefined ? undefined : shared.get(key);
		if (known) {
			(known.others ??= []).push(itemIndex);
			continue;
		}
		const job: Job = { ...prepared, itemIndex };
		if (key !== undefined) shared.set(key, job);
		jobs.push(job);
	}
	refuseRepeated(run, jobs);
	const guard = new SpendingGuard();
	const counted = new Set<string>();
	for (const job of jobs) guardSpending(guard, counted, job);
	await refuseAll(run, jobs);
	return jobs;
}

/** Unless the run continues, one item that cannot be sent keeps all of them from being sent. */
async function refuseAll(run: RunContext, jobs: readonly Job[]): Promise<void> {
	if (run.continues) return;
	const refused = jobs.filter(({ error }) => error !== undefined);
	const [first] = refused;
	if (!first) return;
	const { nodeError, call } = await failureOf(run, first.itemIndex, first.error, first.item);
	const items = run.node.getInputData().length;
	const mistaken = itemRanges(refused.flatMap(itemsOf));
	const byThisTry = call.isRetry || call.outcome === 'unknown' ? ' by this try' : '';
	const sentences = [
		nodeError.description,
		refused.length > 1 && `Items with a mistake: ${mistaken}.`,
		items > 1 && `None of the ${String(items)} items was sent${byThisTry}.`,
	];
	nodeError.description = sentences.filter(Boolean).join(' ');
	throw nodeError;
}

function prepare(run: RunContext, itemIndex: number): Prepared {
	try {
		const item = new RunItem(run, itemIndex);
		run.derivesKeys = run.derivesKeys === true || item.hasDerivedKey;
		refuseBlindRetry(run, item);
		return { item };
	} catch (error) {
		return { error: asError(error) };
	}
}

/** Retry On Fail runs the whole node again: whatever carries no ext_id would be done twice, also for items that succeeded. */
function refuseBlindRetry({ node, operation }: RunContext, item: RunItem): void {
	if (!item.changesState || item.isKeyed || node.getNode().retryOnFail !== true) return;
	// A setting is no order: it has no key.
	const takesKey = operation.effect !== 'change' && !isRotation(item.request.path);
	const orKey = takesKey ? ', or put an ext_id into the body' : '';
	throw new InputError(
		'Retry On Fail is on, and this call carries no ext_id by which the API would know a repeat',
		`Turn Retry On Fail off in the settings of this node${orKey}.`,
	);
}

/** The orders of a run that carry one ext_id, and the items they are of. */
interface SameKey {
	orders: Order['same'][];
	indexes: number[];
}

/** The same ext_id for the same order is a repeat, which does no harm. For another one it would be lost in the first. */
function refuseRepeated({ hints }: RunContext, jobs: readonly Job[]): void {
	const keys = new Map<string, SameKey>();
	for (const { item, itemIndex } of jobs) {
		for (const { extId, same } of item?.orders() ?? []) {
			if (extId === undefined) continue;
			const known = keys.get(extId) ?? { orders: [], indexes: [] };
			known.orders.push(same);
			known.indexes.push(itemIndex);
			keys.set(extId, known);
		}
	}
	const repeated = [...keys].filter(([, { indexes }]) => indexes.length > 1);
	if (repeated.length === 0) return;
	const differing = new Set(
		repeated.filter(([, { orders }]) => areDifferent(orders)).map(([extId]) => extId),
	);
	for (const job of jobs) {
		const extIds = job.item?.orders().map(({ extId }) => extId ?? '') ?? [];
		const extId = extIds.find((key) => differing.has(key));
		if (extId === undefined) continue;
		job.error = new InputError(
			`The ext_id ${extId} stands for different orders in this run`,
			'Give each order an ext_id of its own, such as its order number.',
		);
	}
	for (const [extId, { indexes }] of repeated) {
		if (differing.has(extId)) continue;
		hints.add(
			`The ext_id ${extId} comes ${indexes.length} times with the same order (item ${itemRanges(indexes)}): it is placed once.`,
		);
	}
}

function areDifferent(orders: readonly Order['same'][]): boolean {
	return new Set(orders.map((same) => stringifyJson(same))).size > 1;
}

/** None for an item that its own limit forbids: it is refused by itself, and has no others refused with it. */
function keyToShare(item: RunItem): string | undefined {
	const key = sharedKey(item);
	const { maximumPerItem, price } = item.options;
	if (key === undefined || maximumPerItem === undefined) return key;
	const cost = costOf(item.orders(), price);
	return cost !== undefined && compareDecimals(cost, maximumPerItem) <= 0 ? key : undefined;
}

/** An item costs what its orders cost together; an order that is repeated is placed, and paid, once. */
function guardSpending(guard: SpendingGuard, counted: Set<string>, job: Job): void {
	const { item, error } = job;
	if (!item?.changesState || error !== undefined) return;
	const { maximumPerItem, maximumPerRun, price } = item.options;
	if (maximumPerItem === undefined && maximumPerRun === undefined) return;
	try {
		const limits = { perItem: maximumPerItem, perRun: maximumPerRun };
		const orders = uncounted(item.orders(), counted);
		if (orders.length === 0) return;
		guard.admit(costOf(orders, price), limits);
		for (const { extId } of orders) {
			if (extId !== undefined) counted.add(extId);
		}
	} catch (refusal) {
		job.error = asError(refusal);
	}
}

/** The orders whose keys were not counted before; of several with one key the first. */
function uncounted(orders: readonly Order[], counted: ReadonlySet<string>): Order[] {
	const seen = new Set(counted);
	return orders.filter(({ extId }) => {
		if (extId === undefined) return true;
		const isNew = !seen.has(extId);
		seen.add(extId);
		return isNew;
	});
}

/** @returns undefined where that of one of them is not known */
function costOf(orders: readonly Order[], price: string | undefined): string | undefined {
	const costs = orders.map((order) => costOfOne(order, price));
	return costs.includes(undefined) ? undefined : sumDecimals(costs.map((cost) => cost ?? '0'));
}

/** The amount that is moved, else the price of what is bought, so many times. */
function costOfOne({ body }: Order, price: string | undefined): string | undefined {
	const { amount = price, quantity = 1 } = body;
	if (amount === undefined) return undefined;
	return timesPrice(decimalString(amount, 'Amount'), textOf(quantity));
}
