import { InputError } from './errors';
import { checkRecipient } from './values/addresses';
import { decimalString, positiveAmount } from './values/decimal';

/** The limits of a credential, which no workflow can lift. */
export interface SpendingPolicy {
	/** The most that one order may cost: USDT decimal string. */
	maximumPerOrder?: string;
	/** What orders must leave of `available_balance`: USDT decimal string. */
	keepAtLeast?: string;
	/** The TRON addresses that withdrawals may go to; absent: any. */
	allowedRecipients?: readonly string[];
}

const KEEP_AT_LEAST = 'Keep at Least (USDT)';
const RECIPIENTS = 'Allowed Recipients';

/**
 * Reads the limits of a credential.
 *
 * @param given the fields as they were typed; an empty one sets no limit
 * @throws InputError that names the field by its display name
 */
export function readSpendingPolicy(
	given: Readonly<Record<keyof SpendingPolicy, string>>,
): SpendingPolicy {
	const { maximumPerOrder: max, keepAtLeast: floor, allowedRecipients: recipients } = given;
	return {
		...(max !== '' && { maximumPerOrder: positiveAmount(max, 'Maximum per Order (USDT)') }),
		...(floor !== '' && { keepAtLeast: readFloor(floor) }),
		...(recipients !== '' && { allowedRecipients: readRecipients(recipients) }),
	};
}

function readFloor(value: string): string {
	const floor = decimalString(value, KEEP_AT_LEAST);
	if (floor.startsWith('-')) throw new InputError(`${KEEP_AT_LEAST} must not be less than 0`);
	return floor;
}

/** Separated by commas, blanks or lines. */
function readRecipients(text: string): string[] {
	const addresses = text.split(/[\s,]+/).filter(Boolean);
	if (addresses.length === 0) throw new InputError(`${RECIPIENTS} holds no address`);
	return addresses.map((address) =>
		checkRecipient(address, `${RECIPIENTS}: ${address.slice(0, 50)}`),
	);
}

/** Whether a credential limits what may be ordered: then only what can be bounded is sent. */
export function hasSpendingPolicy({ policy }: { policy: SpendingPolicy }): boolean {
	return Object.keys(policy).length > 0;
}

/** Names of headers and query parameters by which some servers take a GET for another method. */
const METHOD_OVERRIDE = /^_?(?:x[-_])?(?:http[-_])?method(?:[-_]override)?$/i;

/** Whether a header or a query parameter of this name may turn a GET into another method. */
export function overridesMethod(name: string): boolean {
	return METHOD_OVERRIDE.test(name.trim());
}
