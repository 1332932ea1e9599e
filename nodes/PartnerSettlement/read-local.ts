import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { readDeliveryCounts } from '../delivery-counts';
import type { Operation } from './definition/operation';
import { accountRecord, BUDGETS, hasBudget, roomOf, toUsdt } from './limits/budget/account-record';
import { countedIn, type Snapshot, sumOf, type Window } from './limits/budget/spending-record';
import { toNodeError } from './messages/node-error';
import { readCredential } from './run/context';

const NOT_COUNTED = {
	...{ maximum: null, spent: null, left: null, next_free_at: null, next_free: null },
	...{ orders: {}, since: null, counted_in: null },
};

/**
 * Runs an operation that makes no call and reads n8n's own state: Budget: Get, Webhook: Get Status.
 *
 * @throws NodeOperationError if the credential cannot be read, or a store does not respond
 */
export async function readLocal(
	node: IExecuteFunctions,
	operation: Operation,
): Promise<INodeExecutionData[]> {
	const credential = await readCredential(node, operation);
	const pairedItem = node.getInputData().map((_, item) => ({ item }));
	try {
		const records =
			operation.resource === 'budget'
				? await readBudgets(node, credential)
				: [await readDeliveryCounts(node, credential.redisUrl)];
		return records.map((json) => ({ json: { ...json }, pairedItem }));
	} catch (error) {
		throw toNodeError(node.getNode(), error, { operation });
	}
}

/**
 * @returns for each window: `window` (`24h`, `30d`), `maximum`, `spent` and `left` (USDT decimal strings; null without a
 *   maximum), `next_free` from `next_free_at` on, `orders` by kind, `since` and `counted_in`. Without a budget, `orders`
 *   is empty, and all others except `window` are null
 */
async function readBudgets(
	node: IExecuteFunctions,
	credential: Awaited<ReturnType<typeof readCredential>>,
): Promise<IDataObject[]> {
	const { settings } = credential;
	if (!hasBudget(settings)) {
		const message =
			'The credential has no budget, so nothing is counted. Enter Maximum per 24 Hours or Maximum per 30 Days in it.';
		node.addExecutionHints({ message, location: 'outputPane' });
		return BUDGETS.map(({ window }) => ({ window, ...NOT_COUNTED }));
	}
	const { record, place } = await accountRecord(credential);
	const snapshot = await record.read();
	return BUDGETS.map(({ name, window, length }) => {
		const { [name]: max } = settings.policy;
		const found = budgetOf(snapshot, { length, max: roomOf(max ?? '0') });
		const left = max === undefined ? null : found.left;
		const since = new Date(snapshot.since).toISOString();
		return { window, maximum: max ?? null, ...found, left, since, counted_in: place };
	});
}

function budgetOf(snapshot: Snapshot, window: Window & { length: number }) {
	const counted = countedIn(snapshot, window);
	const spent = sumOf(counted);
	const kinds: Record<string, number> = {};
	for (const { kind } of counted) kinds[kind] = (kinds[kind] ?? 0) + 1;
	const ended = counted.filter(({ isUnderWay, cost }) => !isUnderWay && cost > 0);
	const next = Math.min(...ended.map(({ at }) => at));
	const free = sumOf(ended.filter(({ at }) => at === next));
	return {
		spent: toUsdt(spent),
		left: toUsdt(Math.max(window.max - spent, 0)),
		next_free_at: ended.length > 0 ? new Date(next + window.length).toISOString() : null,
		next_free: ended.length > 0 ? toUsdt(free) : null,
		orders: kinds,
	};
}
