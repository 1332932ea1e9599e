import { compareDecimals, isDecimal, isLongNumber } from '../../partner-api';
import { type CheckRecord, isMissing, quoted } from './record-findings';
import { RULES } from './rule-parameters';
import type { Rules } from './rules';
import type { Finding } from './verdicts';

/** Holds the risk score against the operator's thresholds. That a higher score means more risk is inferred. */
export function findScore(
	{ risk_score: given }: CheckRecord,
	{ reviewFromScore: review, blockFromScore: block }: Rules,
): Finding {
	if (isMissing(given)) {
		return { verdict: 'unresolved', reason: 'The record has no risk score (risk_score).' };
	}
	const score = readScore(given);
	if (score === undefined) {
		return {
			verdict: 'unresolved',
			reason: `The risk score is no number of at least 0: ${quoted(given)}.`,
		};
	}
	if (block !== undefined && compareDecimals(score, block) >= 0) {
		return { verdict: 'block', reason: reached(score, 'blockFromScore', block) };
	}
	if (review === undefined) {
		return {
			verdict: 'review',
			reason: `The risk score is ${score}, and ${RULES.reviewFromScore} is not set: no score is taken for clear until it is.`,
		};
	}
	return compareDecimals(score, review) >= 0
		? { verdict: 'review', reason: reached(score, 'reviewFromScore', review) }
		: {
				verdict: 'clear',
				reason: `The risk score ${score} is below ${RULES.reviewFromScore} (${review}).`,
			};
}

/**
 * A number, or the digits of one that a double cannot hold (partner-api keeps them as text). Any other text is none: the
 * document has a number (section 2.6). So is one below 0: it would pass under every threshold, and may stand for "not known".
 */
function readScore(value: unknown): string | undefined {
	const isNumber = typeof value === 'number' ? Number.isFinite(value) : isDigits(value);
	const digits = String(value);
	return isNumber && !digits.startsWith('-') ? digits : undefined;
}

function isDigits(value: unknown): boolean {
	return typeof value === 'string' && isDecimal(value) && isLongNumber(value);
}

function reached(
	score: string,
	rule: 'reviewFromScore' | 'blockFromScore',
	threshold: string,
): string {
	return `The risk score ${score} reaches ${RULES[rule]} (${threshold}).`;
}
