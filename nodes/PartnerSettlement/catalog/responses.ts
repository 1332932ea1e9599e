/** Where a response may tell of the error of an order that failed (section 6.4). */
export const ERROR_NOTICE =
	'An error that the answer holds comes out as failure.error, because n8n takes an error at the top of an item for a failure of this node.';

/** Names that hold a secret in a card's record, beside those that hold one anywhere (section 4.9). */
export const CARD_SECRETS = ['number', 'pin'];

/** Names that hold a secret in a gift card's record (section 4.9). */
export const GIFT_SECRETS = [
	'code',
	'number',
	'pin',
	'serial',
	'serialnumber',
	'voucher',
	'vouchers',
];

/** Where a response may be the record of anything. */
export const RECORD_SECRETS = [...new Set([...CARD_SECRETS, ...GIFT_SECRETS])];

/** Counts what the calls of a run came to. */
export interface RunSummary {
	/** @param items how many items the call was for */
	noteResponse(response: unknown, items: number): void;
	/** Takes note of a call that failed or was not sent. */
	noteFailure(items: number): void;
	/** For the operator. */
	text(): string;
}
