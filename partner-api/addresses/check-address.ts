import { InputError } from '../errors';
import { type Chain, READERS } from './chains';

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

/** Nothing but zeros: nobody has its key. It is found in examples. */
const NOBODY = 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb';

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

/**
 * Checks the address that a withdrawal goes to (section 4.3).
 *
 * @param label the parameter's display name
 * @returns the address as given
 * @throws InputError for what is no TRON address, or one that nobody can spend from
 */
export function checkRecipient(address: string, label: string): string {
	if (address === NOBODY) {
		throw new InputError(
			`${label} is the address of nobody`,
			'What is sent to it is lost. Give the address of the recipient.',
		);
	}
	return checkAddress('TRON', address, label);
}

/** Whether a text is an address of the chain, of its main network or a test network. */
export function isAddress(chain: Chain, text: string): boolean {
	const found = READERS[chain](text);
	return found !== undefined && found.fault === undefined;
}

function problemOf(chain: Chain, address: string): Problem | undefined {
	const name = NAMES[chain];
	const found = READERS[chain](address);
	if (found?.isTest) {
		const hint = 'Give an address of the main network.';
		return { what: `is ${name} of a test network`, hint };
	}
	if (found?.fault) return { what: `is not ${name}: ${found.fault}`, hint: COPY_AGAIN };
	if (found) return undefined;
	const others = Object.values(READERS).map((read) => read(address));
	const other = others.find((finding) => finding !== undefined);
	if (!other) return { what: `is not ${name}`, hint: `${FORMS[chain]} ${COPY_AGAIN}` };
	const verb = other.fault === undefined ? 'is' : 'looks like';
	return {
		what: `${verb} ${NAMES[other.chain]}; Network is ${chain}`,
		hint: 'Choose the Network it belongs to, or give another address.',
	};
}
