import { setImmediate as nextTurn } from 'node:timers/promises';

import {
	decimalString,
	InputError,
	SpendingGuard,
	stringifyJson,
	timesPrice,
} from '../../../partner-api';
import { type Order, RunItem, type RunContext } from './item-call';

/** An item ready to be sent, or why it cannot be. */
export type Prepared = { item: RunItem } | { item?: RunItem; error: unknown };

/**
 * Reads and checks all items of a run that spends before the first of them is sent: a mistake in the last one must not
 * leave the others paid, for a corrected run would pay them again.
 */
export async function prepareAll(run: RunContext, count: number): Promise<Prepared[]> {
	const prepared: Prepared[] = [];
	for (let itemIndex = 0; itemIndex < count; itemIndex += 1) {
		// Each in a turn of its own: n8n takes its time for expressions.
		await nextTurn();
		prepared.push(prepare(run, itemIndex));
	}
	const guard = new SpendingGuard();
	return refuseRepeated(prepared).map((one) => ('error' in one ? one : guarded(guard, one.item)));
}

function prepare(run: RunContext, itemIndex: number): Prepared {
	try {
		const item = new RunItem(run, itemIndex);
		refuseBlindRetry(run, item);
		return { item };
	} catch (error) {
		return { error };
	}
}

/** Retry On Fail runs the whole node again: whatever carries no ext_id would be done twice, also for items that succeeded. */
function refuseBlindRetry({ node }: RunContext, item: RunItem): void {
	if (!item.movesMoney || item.extId !== undefined || node.getNode().retryOnFail !== true) return;
	throw new InputError(
		'Retry On Fail is on, and this call carries no ext_id by which the API would know a repeat',
		'Turn Retry On Fail off in the settings of this node, or put an ext_id into the body.',
	);
}

/** The same ext_id for the same order is a repeat, which does no harm. For another one it would be lost in the first. */
function refuseRepeated(prepared: Prepared[]): Prepared[] {
	const orders = new Map<string, Set<string>>();
	for (const { item } of prepared) {
		for (const { extId, body } of item?.orders() ?? []) {
			if (extId === undefined) continue;
			const known = orders.get(extId) ?? new Set();
			orders.set(extId, known.add(stringifyJson(body)));
		}
	}
	const isRepeated = (extId: string | undefined) =>
		extId !== undefined && (orders.get(extId)?.size ?? 0) > 1;
	return prepared.map((one) => {
		const extId = one.item
			?.orders()
			.map((order) => order.extId)
			.find(isRepeated);
		if (extId === undefined) return one;
		const error = new InputError(
			`The ext_id ${extId} stands for different orders in this run`,
			'Give each order an ext_id of its own, such as its order number.',
		);
		return { ...one, error };
	});
}

function guarded(guard: SpendingGuard, item: RunItem): Prepared {
	const { maximumPerItem, maximumPerRun } = item.options;
	if (maximumPerItem === undefined && maximumPerRun === undefined) return { item };
	try {
		const limits = { perItem: maximumPerItem, perRun: maximumPerRun };
		for (const order of item.orders()) guard.admit(costOf(order, item.options.price), limits);
		return { item };
	} catch (error) {
		return { item, error };
	}
}

/** The amount that is moved, else the price of what is bought. */
function costOf({ body }: Order, price: string | undefined): string | undefined {
	const { amount, quantity = 1 } = body;
	if (amount !== undefined) return decimalString(amount, 'Amount');
	if (price === undefined || typeof quantity !== 'number') return undefined;
	return timesPrice(price, quantity);
}
