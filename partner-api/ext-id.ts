import { createHash } from 'node:crypto';

import { exactText } from './decimal';
import { InputError } from './errors';
import { holdsHalfCharacter } from './half-character';

/** Section 1, rule 8. */
const MOST_CHARACTERS = 128;

/** What stays the same when a run is tried again, and differs for everything else. */
export interface ExtIdSource {
	/** The run's own secret, the same over Retry On Fail, Retry from the UI and after a crash. It is only hashed. */
	run: string;
	nodeId: string;
	/** Which pass of a loop. */
	pass: number;
	itemIndex: number;
	resource: string;
	operation: string;
	/** What is ordered, where that alone tells one order from another: an AI agent may call again at any time. */
	content?: string;
}

/**
 * Derives an idempotency key (`ext_id`, section 1, rule 8) for one item of one run.
 *
 * @returns `n8n-<resource>-<operation>-` and 128 bits of a SHA-256, in hex
 */
export function deriveExtId(source: ExtIdSource): string {
	const { run, nodeId, pass, itemIndex, resource, operation, content } = source;
	const which = content === undefined ? [pass, itemIndex] : [content];
	// JSON keeps the parts apart, so that no two lists of parts read alike.
	const parts = JSON.stringify([run, nodeId, ...which, resource, operation]);
	const digest = createHash('sha256').update(parts).digest('hex').slice(0, 32);
	return `n8n-${resource}-${operation}-${digest}`;
}

/**
 * A key of the operator's own for one of several orders, by what is ordered: whatever comes or goes beside it, that keeps it.
 *
 * @param content what is ordered, as text
 * @returns the key, `-` and 64 bits of a SHA-256, in hex
 */
export function contentExtId(key: string, content: string): string {
	return `${key}-${createHash('sha256').update(content).digest('hex').slice(0, 16)}`;
}

/**
 * Checks an idempotency key that an operator chose (section 1, rule 8).
 *
 * @param value 1 to 128 characters, counted as code points
 * @param label the parameter's display name
 * @param added what comes behind it, where it is one for several orders
 * @returns the key, with what comes behind it
 * @throws InputError when it is empty, too long, or cut within a character
 */
export function checkExtId(value: unknown, label: string, added = ''): string {
	const text = typeof value === 'number' ? exactText(value, label) : value;
	if (typeof text !== 'string' || text.trim() === '') {
		throw new InputError(
			`${label} is empty`,
			'Give an id that is the same whenever this item is tried again, such as your order number.',
		);
	}
	if (holdsHalfCharacter(text)) {
		throw new InputError(
			`${label} holds half a character`,
			'A text was cut within an emoji, for instance. Cut it elsewhere: keys that differ in that alone would arrive as the same.',
		);
	}
	const length = Array.from(text).length;
	const most = MOST_CHARACTERS - added.length;
	if (length > most) {
		throw new InputError(
			`${label} has ${String(length)} characters, ${String(most)} is the most`,
			added === ''
				? undefined
				: `An ext_id has ${String(MOST_CHARACTERS)} at the most, and ${String(added.length)} come behind this one to tell the orders of a batch apart.`,
		);
	}
	return text + added;
}

/** What a call was sent with. */
export interface SentKeys {
	/** The idempotency key. */
	extId?: string;
	/** In its place, where it was a cart of several orders. */
	extIds?: readonly string[];
	/** The orders of an item each had one: as the item's key it would be that of its first order. */
	belongsInBody?: boolean;
	/** It, or those behind it, would get others if not all orders of the item were there: those of orders before them. */
	goesByPlace?: boolean;
}

/** The key of a call, or all keys of a cart, for a sentence. */
export function extIdText({ extId, extIds }: SentKeys): string | undefined {
	return extIds?.join(', ') ?? extId;
}

/** As `extIdText`, and where it goes when it is not that of the whole item. */
export function keyText(keys: SentKeys): string | undefined {
	const extId = extIdText(keys);
	return extId !== undefined && keys.belongsInBody
		? `${extId}, put as ext_id into the body of that order in Items`
		: extId;
}
