/** The resources with their display names, by which the editor sorts them. */
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
