import { type Chain, checkAddress, oneSpelling } from '../../../../partner-api';
import type { ItemCall } from '../../catalog/item-call';

const CHAINS: Record<string, Chain> = { tron_usdt: 'TRON', eth: 'Ethereum', btc: 'Bitcoin' };

type Values = ItemCall['values'];

/** @throws InputError for an address that cannot be one of the network, unless the operator wants no check */
export function checkScreenedAddress({
	values,
	options,
}: Pick<ItemCall, 'values' | 'options'>): void {
	const screened = screenedAddress(values);
	if (!screened || !options.checkAddress) return;
	const otherwise = 'If you are certain of it, turn off Check Address under Options.';
	checkAddress(screened.chain, screened.address, 'Address', otherwise);
}

/** The values with the address in the one spelling by which it is known again. */
export function withOneSpelling(values: Values): Values {
	const screened = screenedAddress(values);
	return screened ? { ...values, address: oneSpelling(screened.chain, screened.address) } : values;
}

function screenedAddress({
	network,
	address,
}: Values): { chain: Chain; address: string } | undefined {
	const chain = typeof network === 'string' ? CHAINS[network.toLowerCase()] : undefined;
	return chain && typeof address === 'string' ? { chain, address } : undefined;
}
