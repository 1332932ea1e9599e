import { InputError } from '../errors';
import { readBitcoin } from './bitcoin';
import { readEthereum } from './ethereum';
import type { Chain, Finding } from './finding';
import { readTron } from './tron';

const READERS: Record<Chain, (address: string) => Finding | undefined> = {
	TRON: readTron,
	Ethereum: readEthereum,
	Bitcoin: readBitcoin,
};

const NAMES: Record<Chain, string> = {
	TRON: 'a TRON address',
	Ethereum: 'an Ethereum address',
	Bitcoin: 'a Bitcoin address',
};

const FORMS: Record<Chain, string> = {
	TRON: 'It has 34 characters and begins with T.',
	Ethereum: 'It is 0x and 40 hexadecimal digits.',
	Bitcoin: 'It begins with bc1, 1 or 3.',
};

const COPY_AGAIN = 'Copy it again from where it came from.';

/** Why an address cannot be used. */
interface Problem {
	/** Goes behind what the address is called. */
	what: string;
	hint: string;
}

/**
 * Checks an address before money is spent on it: by its checksum, and that it is one of this chain's main network.
 *
 * @param label the parameter's display name
 * @param otherwise what else the operator can do
 * @returns the address as given
 * @throws InputError that says what it is instead
 */
export function checkAddress(
	chain: Chain,
	address: string,
	label: string,
	otherwise?: string,
): string {
	const problem = problemOf(chain, address);
	if (!problem) return address;
	const hint = [problem.hint, otherwise].filter(Boolean).join(' ');
	throw new InputError(`${label} ${problem.what}`, hint);
}

/** Whether a text is an address of the chain, of its main network or a test network. */
export function isAddress(chain: Chain, text: string): boolean {
	const found = READERS[chain](text);
	return found !== undefined && found.fault === undefined;
}

function problemOf(chain: Chain, address: string): Problem | undefined {
	const found = READERS[chain](address);
	if (found?.isTest) {
		const hint = 'Give an address of the main network.';
		return { what: `is ${NAMES[chain]} of a test network`, hint };
	}
	if (found) {
		const { fault } = found;
		return fault === undefined
			? undefined
			: { what: `is not ${NAMES[chain]}: ${fault}`, hint: COPY_AGAIN };
	}
	return (
		elsewhere(chain, address) ?? {
			what: `is not ${NAMES[chain]}`,
			hint: `${FORMS[chain]} ${COPY_AGAIN}`,
		}
	);
}

/** An address of another chain. */
function elsewhere(chain: Chain, address: string): Problem | undefined {
	for (const read of Object.values(READERS)) {
		const found = read(address);
		if (!found) continue;
		const verb = found.fault === undefined ? 'is' : 'looks like';
		return {
			what: `${verb} ${NAMES[found.chain]}; Network is ${chain}`,
			hint: 'Choose the Network it belongs to, or give another address.',
		};
	}
	return undefined;
}
