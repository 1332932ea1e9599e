import { bitcoinSpelling } from './bitcoin';
import { ethereumSpelling } from './ethereum';
import type { Chain } from './finding';

/**
 * One spelling for all that a chain takes for the same address: the case of Ethereum's digits, and capitals throughout
 * in bech32, say nothing. The case of base58 does.
 */
export function oneSpelling(chain: Chain, address: string): string {
	if (chain === 'Ethereum') return ethereumSpelling(address);
	return chain === 'Bitcoin' ? bitcoinSpelling(address) : address;
}
