import { locator } from '../../definition/choices';
import { isJsonObject } from '../../../../partner-api';
import { isEmpty } from '../../definition/fields';
import { documented, GET, type Operation } from '../../definition/operation';

export const giftCardGet: Operation = {
	resource: 'giftCard',
	...GET,
	action: 'Get a gift card',
	description: 'Get a bought gift card with its codes, which are masked unless you reveal them',
	section: '4.9',
	endpoint: documented('GET', 'api', '/partner/gift-cards/{purchase_id}'),
	scope: 'gift:read',
	fields: [
		locator('purchase_id', {
			required: true,
			list: 'searchBought',
			placeholder: 'e.g. gift-7f3a',
			description: 'The purchase to read. Gift Card: Purchase returns its purchase_id',
		}),
	],
	secrets: true,
};

/** False only if a gift card shows its `epin` or codes (section 6.5), and all of them are empty. */
export function hasCodes(giftCard: unknown): boolean {
	const { epin, codes } = isJsonObject(giftCard) ? giftCard : {};
	const listed = Array.isArray(codes)
		? codes.flatMap((code) => (isJsonObject(code) ? Object.values(code) : code))
		: codes;
	const shown = [epin, listed].filter((one) => one !== undefined).flat();
	return (epin === undefined && codes === undefined) || !shown.every(isEmpty);
}
