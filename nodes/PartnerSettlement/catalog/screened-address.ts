import { type Chain, checkAddress, InputError, isAddress, oneSpelling } from '../../../partner-api';
import { OPTIONS } from './options';
import type { ItemCall } from './item-call';

const CHAINS: Record<string, Chain> = { tron_usdt: 'TRON', eth: 'Ethereum', btc: 'Bitcoin' };

/** The network that stands for the one that the address tells. */
export const DETECT = 'auto';

type Values = ItemCall['values'];

/**
 * The values as they are sent: with the network that the address tells, where it is to be detected.
 *
 * @throws InputError for an address that is of no network known here
 */
export function withNetwork(values: Values): Values {
	const { network, address } = values;
	if (network !== DETECT || typeof address !== 'string') return values;
	const detected = detectNetwork(address);
	if (detected !== undefined) return { ...values, network: detected };
	throw new InputError(
		'Address: which network it is of cannot be told; choose Network',
		'Copy the address again from where it came from, as a character may be wrong or missing.',
	);
}

/** The network that an address tells by how it is written; undefined where it tells none. */
export function detectNetwork(address: string): string | undefined {
	return Object.entries(CHAINS).find(([, chain]) => isAddress(chain, address))?.[0];
}

/** @throws InputError for an address that cannot be one of the network, unless the operator wants no check */
export function checkScreenedAddress({
	values,
	options,
}: Pick<ItemCall, 'values' | 'options'>): void {
	const screened = screenedAddress(values);
	if (!screened || !options.checkAddress) return;
	const { displayName } = OPTIONS.checkAddress;
	const otherwise = `If you are certain of it, turn off ${displayName} under Options.`;
	checkAddress(screened.chain, screened.address, 'Address', otherwise);
}

/** The values with the address in the one spelling by which it is known again. */
export function withOneSpelling(values: Values): Values {
	const screened = screenedAddress(values);
	return screened ? { ...values, address: oneSpelling(screened.chain, screened.address) } : values;
}

/** Whether an order is a screening: nothing else that is ordered names an `address` (section 4.7). */
export function isScreening({ address }: { readonly address?: unknown }): boolean {
	return address !== undefined;
}

/**
 * The fields that tell which screening it is. Where Validate Address is off, an address may be written in a way that is not
 * known here, such as TRON's in hex: a response that writes it in another way may be about the same.
 */
export function screeningIdentifying(sent: Values): string[] {
	const screened = screenedAddress(withOneSpelling(sent));
	const isKnown = screened !== undefined && isAddress(screened.chain, screened.address);
	return isKnown ? ['network', 'address'] : ['network'];
}

function screenedAddress({
	network,
	address,
}: Values): { chain: Chain; address: string } | undefined {
	const chain = typeof network === 'string' ? CHAINS[network.toLowerCase()] : undefined;
	return chain && typeof address === 'string' ? { chain, address } : undefined;
}
