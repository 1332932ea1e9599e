/** The resources in the order of the editor's list, with their display names. */
export const RESOURCES = {
	accessToken: 'Access Token',
	apiCall: 'API Call',
	balance: 'Balance',
	batch: 'Batch',
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
	webhook: 'Webhook',
	withdrawal: 'Withdrawal',
} as const;

export type ResourceName = keyof typeof RESOURCES;
