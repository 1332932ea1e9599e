import type { INodeProperties } from 'n8n-workflow';

/** The resources with their display names, by which the editor sorts them. */
export const RESOURCES = {
	accessToken: 'Access Token',
	apiCall: 'API Call',
	balance: 'Balance',
	batch: 'Batch',
	budget: 'Budget',
	card: 'Card',
	cardProduct: 'Card Product',
	depositAddress: 'Deposit Address',
	document: 'Document',
	esim: 'eSIM',
	esimOffer: 'eSIM Offer',
	giftCard: 'Gift Card',
	giftOffer: 'Gift Offer',
	kyt: 'KYT Screening',
	ledger: 'Ledger',
	setup: 'Setup',
	webhook: 'Webhook',
	withdrawal: 'Withdrawal',
} as const;

export type ResourceName = keyof typeof RESOURCES;

/** The two parameters that set the idempotency key. */
export const EXT_ID_MODE = {
	displayName: 'When Run Again',
	name: 'extIdMode',
	/** The first words of each choice, which also name it elsewhere. */
	automatic: 'Automatic',
	custom: 'My Order Number',
};
export const EXT_ID = { displayName: 'Order Number (ext_id)', name: 'extId' };

/** Whether to wait until an order is finished. */
export const WAIT_UNTIL_READY = { displayName: 'Wait Until Ready', name: 'waitUntilReady' };

/** The public key that encrypts a card's secrets. */
export const ENCRYPT_TO = { displayName: 'Encrypt Secrets To', name: 'encryptTo' };

/** The first n8n whose runs have a signature. Keys derived from it survive a crash. */
export const AUTOMATIC_SINCE = '2.14';

/** The two parameters for how much of a list is wanted; the engine reads them by these definitions. */
export const RETURN_ALL = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
} as const satisfies INodeProperties;

export const LIMIT = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 50,
	description: 'Max number of results to return',
	displayOptions: { show: { returnAll: [false] } },
} satisfies INodeProperties;
