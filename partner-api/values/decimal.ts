import Big from 'big.js';

import { InputError } from '../errors';
import { refuseSlip } from './slips';

/** Section 1, rule 4: amounts are decimal strings of this form. More digits are no amount, and some calculators fail. */
const DECIMAL_PATTERN = /^-?\d{1,100}(\.\d{1,100})?$/;

/** Whether a text is a decimal string as the API document defines it (section 1, rule 4). */
export function isDecimal(text: string): boolean {
	return DECIMAL_PATTERN.test(text);
}

/**
 * Checks an amount and hands it on as typed: no digit is added, dropped or rounded.
 *
 * @param value a decimal string; a JavaScript number is taken only where its digits are certain
 * @param label what to call the amount in an error, e.g. a parameter's display name
 * @returns the amount as a USDT decimal string, byte for byte what was given
 * @throws InputError when it is not a decimal string (section 1, rule 4) or not positive
 */
export function positiveAmount(value: unknown, label: string): string {
	const amount = decimalString(value, label);
	if (!new Big(amount).gt(0)) throw new InputError(`${label} must be more than 0, not ${amount}`);
	return amount;
}

/** As `positiveAmount`, but 0 is one as well. */
export function nonNegative(value: unknown, label: string): string {
	const amount = decimalString(value, label);
	if (amount.startsWith('-')) throw new InputError(`${label} must not be less than 0`);
	return amount;
}

/**
 * Checks a decimal and hands it on as typed.
 *
 * @throws InputError when it is not a decimal string (section 1, rule 4)
 */
export function decimalString(value: unknown, label: string): string {
	const text = typeof value === 'number' ? exactDigits(value, label) : value;
	if (typeof text !== 'string' || !isDecimal(text)) {
		if (typeof text === 'string') refuseSlip(text, label);
		const given = typeof text === 'string' ? `, not ${JSON.stringify(text.slice(0, 40))}` : '';
		throw new InputError(
			`${label} must be a decimal such as 12.50${given}`,
			'Use digits with a point, without spaces, thousands separators or a currency sign.',
		);
	}
	return text;
}

/**
 * A number that stands for an id, as text.
 *
 * @throws InputError when it is so large that its digits may have been rounded
 */
export function exactText(value: number, label: string): string {
	if (Number.isSafeInteger(value)) return String(value);
	throw inexact(value, label);
}

/** A double holds up to 15 significant decimal digits for certain; beyond that the operator's digits may be lost. */
function exactDigits(value: number, label: string): string {
	const digits = String(value);
	const significant = digits.replace(/^-?0*\.?0*|\./g, '').length;
	if (!isDecimal(digits) || significant > 15) throw inexact(value, label);
	return digits;
}

function inexact(value: number, label: string): InputError {
	return new InputError(
		`${label} is a number that is not exact: ${String(value)}`,
		'Enter it as text, so that every digit arrives.',
	);
}
