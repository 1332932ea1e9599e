import type { ApiCall, RecipientKey } from '../../../partner-api';
import type { ItemCall } from '../definition/item-call';
import type { Order } from '../definition/order';
import type { RunContext } from './context';

/** One input item of a run: its parameters, read and checked, and its orders. */
export interface RunItem extends Pick<ItemCall, 'options' | 'values' | 'extId' | 'revealsSecrets'> {
	readonly run: RunContext;
	readonly itemIndex: number;
	/** Its request, if it is sent by itself. */
	readonly request: ApiCall;
	/** Empty for a read; several for a batch. */
	readonly orders: readonly Order[];
	/** The public key that encrypts its secrets. */
	readonly encryptTo?: RecipientKey;
	/** Whether to wait until the order is ready. */
	readonly waits: boolean;
	/** How many entries of a list become items. */
	readonly limit: number;
}

/**
 * One order, or a read, and its input items. Only a screening has several: those with the same content. The options of the
 * first apply to them all.
 */
export interface Job {
	/** Absent if its parameters are wrong; for a read, also until its turn. */
	item?: RunItem;
	/** For a read: reads its parameters when its turn comes. */
	read?: () => RunItem;
	/** Absent for a read. */
	order?: Order;
	error?: Error;
	/** An earlier call of a tool may have placed it. */
	mayBeOrderedByTool?: boolean;
	/** The first input item. */
	itemIndex: number;
	/** The rest; absent if there is none, because there may be very many jobs. */
	others?: number[];
}

/** All items that a job is for, in their order. */
export function itemsOf({ itemIndex, others = [] }: Job): number[] {
	return [itemIndex, ...others];
}

/** Any thrown value, as an error. */
export function asError(thrown: unknown): Error {
	return thrown instanceof Error ? thrown : new Error(String(thrown));
}
