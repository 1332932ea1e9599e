/** An address of TRON that is one. */
export const GOOD_ADDRESS = 'TCzq6m2zxnQkrZrf8cqYcK6bbXQYAfWYKC';

/** A withdrawal of the amount that the item names, tried once. */
export const WITHDRAWAL = {
	resource: 'withdrawal',
	operation: 'create',
	currency: 'USDT',
	network: 'TRON',
	amount: '={{ $json.amount }}',
	toAddress: GOOD_ADDRESS,
	extIdMode: 'auto',
	options: { retries: 0 },
};
