import { InputError } from './errors';
import { checkRecipient } from './values/addresses';
import { nonNegative, positiveAmount } from './values/decimal';
import { type JsonObject, readJsonObject } from './values/json';

/** The limits in the credential. No workflow can lift them. */
export interface SpendingPolicy {
	/** If set, a withdrawal needs a certificate: no older than these hours (a decimal string), and by these rules. */
	clearance?: { hours: string; rules: JsonObject };
	/** The maximum cost of one order: USDT decimal string. */
	maximumPerOrder?: string;
	/** The part of `available_balance` that orders must leave: USDT decimal string. */
	keepAtLeast?: string;
	/** The maximum cost of orders over rolling 24 hours, and over 30 days: USDT decimal strings. */
	maximumPerDay?: string;
	maximumPerMonth?: string;
	/** The TRON addresses that withdrawals may go to; absent: any. */
	allowedRecipients?: readonly string[];
}

/** The fields as they were typed; an empty one sets no limit. */
interface Fields extends Record<Exclude<keyof SpendingPolicy, 'clearance'>, string> {
	clearanceHours: string;
	clearanceRules?: unknown;
}

/** The fields as the credential shows them. */
const LIMITS = {
	clearanceHours: 'Withdrawals Need a Clearance (Hours)',
	clearanceRules: 'Clearance Rules',
	maximumPerOrder: 'Maximum per Order (USDT)',
	keepAtLeast: 'Keep at Least (USDT)',
	maximumPerDay: 'Maximum per 24 Hours (USDT)',
	maximumPerMonth: 'Maximum per 30 Days (USDT)',
	withdrawalFee: 'Withdrawal Fee (USDT)',
	allowedRecipients: 'Allowed Recipients',
} as const;
const MAXIMA = ['maximumPerOrder', 'maximumPerDay', 'maximumPerMonth'] as const;
export const CLEARANCE_RULES = LIMITS.clearanceRules;
const RECIPIENTS = LIMITS.allowedRecipients;

/** @throws InputError if an expression removes a limit: only an empty field means "no limit" */
export function requireWholeLimits(credential: Readonly<Record<string, unknown>>): void {
	for (const [name, displayName] of Object.entries(LIMITS)) {
		// Several expressions in one field may give only blanks.
		const value = credential[name] ?? ' ';
		const isBlank = typeof value === 'string' && /^\s+$/.test(value);
		// The result of an expression may be a number, or an object of rules.
		const mayBeRead =
			typeof value === 'string' || Number.isFinite(value) || name === 'clearanceRules';
		if ((mayBeRead && !isBlank) || !Object.hasOwn(credential, name)) continue;
		throw new InputError(
			`The credential's ${displayName} is an expression without a readable value`,
			'Switch the field to Fixed. Only an empty field means that there is no limit.',
		);
	}
}

/**
 * Reads the limits of a credential.
 *
 * @throws InputError that names the field by its display name
 */
export function readSpendingPolicy(given: Fields): SpendingPolicy {
	const { keepAtLeast: floor, allowedRecipients: recipients } = given;
	const maxima = MAXIMA.filter((name) => given[name] !== '').map((name) => [
		name,
		positiveAmount(given[name], LIMITS[name]),
	]);
	return {
		...readClearance(given),
		...(Object.fromEntries(maxima) as SpendingPolicy),
		...(floor !== '' && { keepAtLeast: nonNegative(floor, LIMITS.keepAtLeast) }),
		...(recipients !== '' && { allowedRecipients: readRecipients(recipients) }),
	};
}

/** The fee of a withdrawal, which the document does not show (section 8). It is not a limit, but it counts in each limit. */
export function readWithdrawalFee(fee: string): string | undefined {
	return fee === '' ? undefined : nonNegative(fee, LIMITS.withdrawalFee);
}

/** @throws InputError if only one of the two fields is filled in: withdrawals would go unchecked, or not at all */
function readClearance({ clearanceHours: hours, clearanceRules: rules }: Fields): SpendingPolicy {
	const hasRules = (typeof rules === 'string' ? rules.trim() : (rules ?? '')) !== '';
	if (hours === '' && !hasRules) return {};
	if (hours === '' || !hasRules) {
		throw new InputError(
			`${LIMITS.clearanceHours} and ${CLEARANCE_RULES} of the credential go together`,
			'Fill in both, or neither.',
		);
	}
	const checked = positiveAmount(hours, LIMITS.clearanceHours);
	return { clearance: { hours: checked, rules: readJsonObject(rules, CLEARANCE_RULES) } };
}

/** Separated by commas, blanks or line breaks. */
function readRecipients(text: string): string[] {
	const addresses = text.split(/[\s,]+/).filter(Boolean);
	if (addresses.length === 0) throw new InputError(`${RECIPIENTS} contains no address`);
	return addresses.map((address) =>
		checkRecipient(address, `${RECIPIENTS}: ${address.slice(0, 50)}`),
	);
}

/** Whether a credential limits orders: then only calls with a known maximum cost are sent. */
export function hasSpendingPolicy({ policy }: { policy: SpendingPolicy }): boolean {
	return Object.keys(policy).length > 0;
}
