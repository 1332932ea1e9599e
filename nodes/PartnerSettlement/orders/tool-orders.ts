import type { Failure } from '../messages/node-error';
import type { RunContext } from '../run/context';

/** What the calls of a tool have ordered in this execution, or may have, by the idempotency key. */
export type ToolOrders = Record<string, { cost: string; isDone?: boolean }>;

/** n8n keeps it with the execution, so that a Retry knows it. A node that is no tool has none. */
export function toolOrders({ node, isTool }: RunContext): ToolOrders {
	if (!isTool) return {};
	const context = node.getContext('node') as { toolOrders?: ToolOrders };
	return (context.toolOrders ??= {});
}

/** Takes note of a call that ordered nothing, so that it does not count. An earlier one with the same number may have. */
export function noteNotOrdered(run: RunContext, call: Failure['call']): void {
	const { extId = '', outcome, isKeyTaken } = call;
	const orders = toolOrders(run);
	if (outcome !== 'unknown' && isKeyTaken !== true && orders[extId]?.isDone !== true) {
		delete orders[extId];
	}
}

/** Takes note that an order is done, and says in the model's words whether this call has placed it. */
export function noteForAgent(run: RunContext, extId: string): string {
	const orders = toolOrders(run);
	const { cost = '0', isDone } = orders[extId] ?? {};
	orders[extId] = { cost, isDone: true };
	return isDone
		? 'Not ordered again: an earlier call with the same arguments placed this order. It is one order.'
		: 'Ordered once. Another call with the same arguments is this same order, and orders nothing more.';
}
