import { type DialectName, differencesOf } from '../../dev/sandbox/dialects';
import type { Differences } from '../../dev/sandbox/dialects/dialect';

/** What only a person can know: to find it out, the check would have to pay, to change something, or to see an order fail. */
export const ONLY_A_PERSON: Record<DialectName, readonly string[]> = {
	'as-shown': [],
	resources: ['card_topup', 'card_freeze', 'webhook_register'],
	wrapped: ['failedStatuses', 'terminalStatuses'],
};

/** API Differences of a credential for a dialect: what Setup: Check suggests, and what only a person can know. */
export function suggestedAndKnown(dialect: DialectName, suggestion: Differences): Differences {
	const isKnown = ([name]: [string, unknown]) => ONLY_A_PERSON[dialect].includes(name);
	const { calls = {}, ...others } = differencesOf(dialect);
	return {
		...suggestion,
		...Object.fromEntries(Object.entries(others).filter(isKnown)),
		calls: {
			...suggestion.calls,
			...Object.fromEntries(Object.entries(calls).filter(isKnown)),
		},
	};
}
