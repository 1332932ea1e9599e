import type { PartnerApiError } from '../../../partner-api';
import type { RunItem } from './run-item';

/**
 * In the place of an order that is not to be sent: the same one of an earlier try, which is looked up where there may be
 * one.
 *
 * @param stop why it is not to be sent
 * @returns the order, if it is certain to be this one
 * @throws PartnerApiError `stop`, with what the lookup said where there was one
 */
export async function heldOrder(item: RunItem, stop: PartnerApiError): Promise<unknown> {
	if (!item.isKeyed || item.extId === undefined) throw stop;
	return await item.lookUp(stop, item.extId, async () => await item.send());
}
