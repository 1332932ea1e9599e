import { InputError } from '../errors';
import { checkAddress } from './check-address';

/** Nothing but zeros: nobody has its key. It is found in examples. */
const NOBODY = 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb';

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
