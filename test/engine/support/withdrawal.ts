import { TRON } from '../../support/addresses';

/** A withdrawal of the amount that the item names, tried once. */
export const WITHDRAWAL = {
	resource: 'withdrawal',
	operation: 'create',
	currency: 'USDT',
	network: 'TRON',
	amount: '={{ $json.amount }}',
	toAddress: TRON,
	extIdMode: 'auto',
	options: { retries: 0 },
};
