import { createHash } from 'node:crypto';

import { exactText } from './decimal';
import { InputError } from '../errors';

/** Section 1, rule 8. */
const MAX_CHARACTERS = 128;

/** What stays the same when a run is tried again, and differs for everything else. */
export interface ExtIdSource {
	/** What stays the same over Retry On Fail, Retry from the UI and after a crash. It is only hashed. */
	run: string;
	node: string;
	/** Which order of the run. */
	which: readonly (string | number)[];
	resource: string;
	operation: string;
}

/**
 * Derives an idempotency key (`ext_id`, section 1, rule 8) for one order of one run.
 *
 * @returns `n8n-<resource>-<operation>-` and 128 bits of a SHA-256, in hex
 */
export function deriveExtId({ run, node, which, resource, operation }: ExtIdSource): string {
	// JSON keeps the parts apart, so that no two lists of parts read alike.
	const parts = JSON.stringify([run, node, which, resource, operation]);
	const digest = createHash('sha256').update(parts).digest('hex').slice(0, 32);
	return `n8n-${resource}-${operation}-${digest}`;
}

/**
 * Checks an idempotency key that an operator chose (section 1, rule 8).
 *
 * @param value 1 to 128 characters, counted as code points
 * @param label the parameter's display name
 * @returns the key, without the blank space around it
 * @throws InputError when it is empty, too long, or cut within a character
 */
export function checkExtId(value: unknown, label: string): string {
	const given = typeof value === 'number' ? exactText(value, label) : value;
	// With the blank or line break that a paste brings along, it would be another order.
	const key = typeof given === 'string' ? given.trim() : '';
	if (key === '') {
		throw new InputError(
			`${label} is empty`,
			'Give one that is the same whenever this item is tried again, such as your invoice number.',
		);
	}
	if (/\p{Surrogate}/u.test(key)) {
		throw new InputError(
			`${label} holds half a character`,
			'A text was cut within an emoji, for instance. Cut it elsewhere: keys that differ in that alone would arrive as the same.',
		);
	}
	// One code point has two units at most.
	if (key.length > 2 * MAX_CHARACTERS || Array.from(key).length > MAX_CHARACTERS) {
		throw new InputError(`${label} has more than ${String(MAX_CHARACTERS)} characters`);
	}
	return key;
}
