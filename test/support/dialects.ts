import { type DialectName, differencesOf } from '../../dev/sandbox/dialects';
import type { Differences } from '../../dev/sandbox/dialects/dialect';

/**
 * What only a person can know: to find it out, the check would have to guess a path, to pay, or to see an order fail. It finds
 * the pages of a list once it is told its path.
 */
const ONLY_A_PERSON: Record<DialectName, readonly string[]> = {
	'as-shown': [],
	resources: ['calls', 'pages'],
	wrapped: ['failedStatuses', 'terminalStatuses'],
};

/** API Differences of a credential for a dialect: what Setup: Check suggests, and what only a person can know. */
export function suggestedAndKnown(dialect: DialectName, suggestion: Differences): Differences {
	const known = Object.entries(differencesOf(dialect)).filter(([name]) =>
		ONLY_A_PERSON[dialect].includes(name),
	);
	return { ...suggestion, ...Object.fromEntries(known) };
}
