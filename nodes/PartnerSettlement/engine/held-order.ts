import { openOrders, type PartnerApiError } from '../../../partner-api';
import { limitsOf } from './call-options';
import type { RunItem } from './item-call';
import { findLostOrder } from './lost-order';
import { mayRunAgain } from './tries';

/**
 * In the place of an order that is not to be sent: the same one of an earlier try, which is looked up where there may be
 * one.
 *
 * @param stop why it is not to be sent
 * @returns the order, if it is certain to be this one
 * @throws PartnerApiError `stop`, with what the lookup said where there was one
 */
export async function heldOrder(item: RunItem, stop: PartnerApiError): Promise<unknown> {
	const { extId, ownExtId, run, options } = item;
	if (!item.isKeyed || extId === undefined) throw stop;
	const order = {
		extId,
		hasOwnKey: ownExtId !== undefined,
		fields: item.sentFields(),
		replay: async () => await item.send(),
	};
	const found = await findLostOrder(stop, order, { ...run, limits: limitsOf(options) });
	openOrders.settle(run.settings, extId, mayRunAgain(run.node));
	item.wasLookedUp = true;
	return found;
}
