import { isJsonObject } from '../../partner-api';
import { findError, findSanctions, findStatus } from './record-findings';
import type { Rules } from './rules';
import { findScore } from './score-finding';
import { type Asked, findOtherSubject, findStale } from './subject';
import { findCategory, findSeverity } from './value-findings';
import type { Finding, Verdict } from './verdicts';

/** What the gate says of one item. */
export interface Judgement {
	verdict: Verdict;
	/** Why, the weightiest first; never empty. */
	reasons: string[];
}

/** The weightiest first: what blocks for certain goes before what is not known. */
const WEIGHT: readonly Verdict[] = ['block', 'unresolved', 'review', 'clear'];

/**
 * Judges the record of a screening (section 2.6). It is clear only when every single aspect of it is.
 *
 * @param record what the API answered; nothing is taken for granted of it
 * @param asked what was to be screened; a record proves nothing where that is not known
 */
export function judge(record: unknown, asked: Asked | undefined, rules: Rules): Judgement {
	if (!asked) {
		return { verdict: 'unresolved', reasons: ['What was to be screened could not be read.'] };
	}
	if (!isJsonObject(record)) {
		return { verdict: 'unresolved', reasons: ['The answer holds no record of a screening.'] };
	}
	// Nothing in a record of something else says anything of this address, not even a hit.
	const other = findOtherSubject(record, asked);
	if (other) return { verdict: other.verdict, reasons: [other.reason] };

	const stale = findStale(record, asked);
	return weigh([
		...(stale ? [stale] : []),
		findStatus(record),
		findError(record),
		findSanctions(record),
		findScore(record, rules),
		findSeverity(record, rules),
		findCategory(record, rules),
	]);
}

function weigh(findings: Finding[]): Judgement {
	const sorted = findings.sort(
		(left, right) => WEIGHT.indexOf(left.verdict) - WEIGHT.indexOf(right.verdict),
	);
	const verdict = sorted[0]?.verdict ?? 'unresolved';
	const telling = sorted.filter((finding) => verdict === 'clear' || finding.verdict !== 'clear');
	return { verdict, reasons: telling.map(({ reason }) => reason) };
}
