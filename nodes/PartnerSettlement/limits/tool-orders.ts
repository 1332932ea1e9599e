import Big from 'big.js';

import type { Age } from '../definition/order';
import type { RunContext } from '../run/context';
import { contextOf } from '../run/n8n-retry';
import type { RunItem } from '../run/run-item';

/**
 * The orders of a tool in this execution, including possible ones, by `nameOf()`: the highest cost of a call (USDT decimal
 * string), and how many calls may have placed it.
 */
type ToolOrders = Record<string, { cost: string; calls: number; isDone?: boolean } | undefined>;

/** Every object has members such as `__proto__` and `constructor`, which an order number must not reach. */
function nameOf(extId: string): string {
	return `order ${extId}`;
}

/** n8n keeps these orders with the execution, so a Retry knows them. */
function toolOrders({ node }: RunContext): ToolOrders {
	const context: { toolOrders?: ToolOrders } = contextOf(node) ?? {};
	return (context.toolOrders ??= {});
}

/**
 * The cost of a tool's other calls. A call with the same key is the same order, and counts at the highest cost under that
 * key.
 *
 * @param costs of this call, by the idempotency key
 * @returns USDT
 */
export function costOfOtherCalls(run: RunContext, costs: ReadonlyMap<string, string>): Big {
	let sum = new Big(0);
	const ofThisCall = new Map([...costs].map(([extId, cost]) => [nameOf(extId), cost]));
	for (const [name, order] of Object.entries(toolOrders(run))) {
		const more = new Big(order?.cost ?? 0).minus(ofThisCall.get(name) ?? 0);
		if (more.gt(0)) sum = sum.plus(more);
	}
	return sum;
}

/** Whether an earlier call of a tool has placed an order, or may have. */
export function mayBeOrderedByTool(run: RunContext, extId: string | undefined): boolean {
	return run.isTool && extId !== undefined && toolOrders(run)[nameOf(extId)] !== undefined;
}

/** Notes the orders that a call is about to place. */
export function noteCall(run: RunContext, costs: ReadonlyMap<string, string>): void {
	const orders = toolOrders(run);
	for (const [extId, cost] of costs) {
		const name = nameOf(extId);
		const { cost: before = '0', calls = 0, isDone } = orders[name] ?? {};
		orders[name] = { cost: new Big(cost).gt(before) ? cost : before, calls: calls + 1, isDone };
	}
}

/** Notes that a call has not placed an order. It does not count, unless another call may have. */
export function noteNotOrdered(run: RunContext, extId: string): void {
	const orders = toolOrders(run);
	const name = nameOf(extId);
	const { calls = 0, ...order } = orders[name] ?? { cost: '0' };
	orders[name] = calls > 1 ? { ...order, calls: calls - 1 } : undefined;
}

/**
 * Notes that an order is done.
 *
 * @param age of the order: an earlier run may have placed it
 * @returns a note for the model that says whether this call has placed it
 */
export function noteForAgent({ run, orders: [own] }: RunItem, extId: string, age?: Age): string {
	const orders = toolOrders(run);
	const order = (orders[nameOf(extId)] ??= { cost: '0', calls: 1 });
	const isRepeat = order.isDone === true || age === 'there';
	const isOpen = age === 'open' && own?.key === 'own';
	order.isDone = true;
	return isRepeat
		? 'Not ordered again: an earlier call or run placed this order. It is one order.'
		: `Ordered once${isOpen ? ', now or in an earlier run' : ''}. Until you reply, another call with the same arguments is this same order, and orders nothing more.`;
}
