import type { JsonObject } from '../../../partner-api';
import { isScreening, screeningIdentifying } from './screened-address';

const IDENTIFYING = [
	'ext_id',
	'offer_id',
	'to_address',
	'card_id',
	'plan_id',
	'iccid',
	'esim_id',
	'<svc>_product_id',
];

/**
 * The fields that tell which order it is, where a body may hold any kind of order. A withdrawal's response shows its amount
 * (section 2.2). That of a card's top-up may show what the card was credited with.
 *
 * @param order the body
 * @returns names of the document; `<svc>` stands for the service code
 */
export function anyOrderIdentifying(order: JsonObject): string[] {
	const ofWithdrawal = order.to_address === undefined ? [] : ['amount'];
	const ofScreening = isScreening(order) ? screeningIdentifying(order) : [];
	return [...IDENTIFYING, ...ofWithdrawal, ...ofScreening];
}
