import { type DialectName, differencesOf } from '../../dev/sandbox/dialects';
import type { Differences } from '../../dev/sandbox/dialects/dialect';

/**
 * The points that only a person can know. To find them out, the check would have to guess a path, pay, or see an order
 * fail. The check finds how a list is paged once it knows the path.
 */
const ONLY_A_PERSON: Record<DialectName, readonly string[]> = {
	'as-shown': [],
	resources: ['calls', 'pages'],
	wrapped: ['failedStatuses', 'terminalStatuses'],
};

/**
 * API Differences of a credential for a dialect: the check's suggestion, and the points that only a person can know.
 */
export function suggestedAndKnown(dialect: DialectName, suggestion: Differences): Differences {
	const known = Object.entries(differencesOf(dialect)).filter(([name]) =>
		ONLY_A_PERSON[dialect].includes(name),
	);
	return { ...suggestion, ...Object.fromEntries(known) };
}
