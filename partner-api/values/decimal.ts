import Big from 'big.js';

import { InputError } from '../errors';
import { requireNoSlip } from './slips';

/**
 * Section 1, rule 4: amounts are decimal strings of this form. A text with more digits is not an amount, and some
 * software fails on it.
 */
const DECIMAL_PATTERN = /^-?\d{1,100}(\.\d{1,100})?$/;

/** Whether a text is a decimal string as the API document defines it (section 1, rule 4). */
export function isDecimal(text: string): boolean {
	return DECIMAL_PATTERN.test(text);
}

/**
 * Checks a positive decimal, such as an amount or hours, and returns it as typed: no digit is added, dropped or rounded.
 *
 * @param value a decimal string; a JavaScript number only if its digits are certain
 * @param label what to call it in an error, e.g. a parameter's display name
 * @returns a decimal string, byte for byte as given
 * @throws InputError if it is not a decimal string (section 1, rule 4) or not positive
 */
export function positiveAmount(value: unknown, label: string): string {
	const amount = decimalString(value, label);
	if (!new Big(amount).gt(0)) throw new InputError(`${label} must be more than 0, not ${amount}`);
	return amount;
}

/** Like `positiveAmount`, but accepts 0. */
export function nonNegative(value: unknown, label: string): string {
	const amount = decimalString(value, label);
	if (amount.startsWith('-')) throw new InputError(`${label} must not be less than 0`);
	return amount;
}

/**
 * Checks a decimal and returns it as typed.
 *
 * @throws InputError if it is not a decimal string (section 1, rule 4)
 */
export function decimalString(value: unknown, label: string): string {
	const text = typeof value === 'number' ? exactDigits(value, label) : value;
	if (typeof text !== 'string' || !isDecimal(text)) {
		if (typeof text === 'string') requireNoSlip(text, label);
		const given = typeof text === 'string' ? `, not ${JSON.stringify(text.slice(0, 40))}` : '';
		throw new InputError(
			`${label} must be a decimal such as 12.50${given}`,
			'Use digits with a point, without spaces, thousands separators or a currency sign.',
		);
	}
	return text;
}

/**
 * A numeric ID, as text.
 *
 * @throws InputError if it is so large that its digits may have been rounded
 */
export function exactText(value: number, label: string): string {
	if (Number.isSafeInteger(value)) return String(value);
	throw inexact(value, label);
}

/** A double holds up to 15 significant decimal digits for certain; any further digits may be lost. */
function exactDigits(value: number, label: string): string {
	const digits = String(value);
	const significant = digits.replace(/^-?0*\.?0*|\./g, '').length;
	if (!isDecimal(digits) || significant > 15) throw inexact(value, label);
	return digits;
}

function inexact(value: number, label: string): InputError {
	return new InputError(
		`${label} is a number that may have lost digits: ${String(value)}`,
		'Enter it as text, to keep every digit.',
	);
}
