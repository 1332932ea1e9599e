import { exactText } from './decimal';
import { checkIdentifier } from './slips';
import { InputError } from '../errors';

/** Section 1, rule 8. */
const MAX_CHARACTERS = 128;

/**
 * Checks an idempotency key that an operator chose (section 1, rule 8).
 *
 * @param value 1 to 128 characters, counted as code points
 * @param label the parameter's display name
 * @returns the key, without the blank space around it
 * @throws InputError when it is empty or too long, and as `checkIdentifier`
 */
export function checkExtId(value: unknown, label: string): string {
	const given = typeof value === 'number' ? exactText(value, label) : value;
	// With the blank or line break that a paste brings along, it would be another order.
	const key = typeof given === 'string' ? given.trim() : '';
	if (key === '') {
		throw new InputError(
			`${label} is empty`,
			'Enter one that stays the same when this item is tried again, such as your invoice number.',
		);
	}
	// One code point has two units at most.
	if (key.length > 2 * MAX_CHARACTERS || Array.from(key).length > MAX_CHARACTERS) {
		throw new InputError(`${label} has more than ${String(MAX_CHARACTERS)} characters`);
	}
	return checkIdentifier(key, label);
}
