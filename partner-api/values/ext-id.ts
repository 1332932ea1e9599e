import { exactText } from './decimal';
import { checkIdentifier } from './slips';
import { InputError } from '../errors';

/** Section 1, rule 8. */
const MAX_CHARACTERS = 128;

/**
 * Checks an operator's custom key (section 1, rule 8).
 *
 * @param value 1 to 128 characters, counted as code points
 * @param label the parameter's display name
 * @returns the key, without the blank space around it
 * @throws InputError if it is empty or too long, and as `checkIdentifier`
 */
export function checkExtId(value: unknown, label: string): string {
	const given = typeof value === 'number' ? exactText(value, label) : value;
	// With a blank or line break from a paste, the key would belong to another order.
	const key = typeof given === 'string' ? given.trim() : '';
	if (key === '') {
		throw new InputError(
			`${label} is empty`,
			'Enter one that stays the same when this item is retried, such as your invoice number.',
		);
	}
	// A code point has at most two units.
	if (key.length > 2 * MAX_CHARACTERS || Array.from(key).length > MAX_CHARACTERS) {
		throw new InputError(`${label} has more than ${String(MAX_CHARACTERS)} characters`);
	}
	return checkIdentifier(key, label);
}
