import { type Chain, chainOf, checkAddress, oneSpelling } from '../../../partner-api';
import type { ItemCall } from './item-call';

const CHAINS: Record<string, Chain> = { tron_usdt: 'TRON', eth: 'Ethereum', btc: 'Bitcoin' };

/** The choice that detects the network from the address. */
export const DETECT = 'auto';

/** The states of a screening that the document names (section 3.1). */
export const PROCESSING = 'processing';
export const COMPLETED = 'completed';
export const FAILED = 'failed';

type Values = ItemCall['values'];

/**
 * The values as they are sent, with the detected network if that was chosen.
 *
 * @throws InputError if the address is on no known network, or not on the chosen one
 */
export function withNetwork(values: Values): Values {
	const { network, address } = values;
	if (typeof address !== 'string') return values;
	// The form of an address shows its network, if it has one.
	const told = () => Object.entries(CHAINS).find(([, chain]) => chain === chainOf(address))?.[0];
	const detected = network === DETECT ? told() : network;
	checkAddress(chainNamed(detected), address, 'Address');
	return { ...values, network: detected };
}

/** The values with the address in its one canonical spelling. */
export function withOneSpelling(values: Values): Values {
	const { network, address } = values;
	const chain = chainNamed(network);
	if (!chain || typeof address !== 'string') return values;
	const spelled = oneSpelling(chain, address);
	return spelled === address ? values : { ...values, address: spelled };
}

function chainNamed(network: unknown): Chain | undefined {
	return typeof network === 'string' ? CHAINS[network.toLowerCase()] : undefined;
}
