import { type CheckRecord, isMissing, quoted } from './record-findings';
import { CATEGORY_LISTS, type ListNames, RULES, SEVERITY_LISTS } from './rule-parameters';
import { comparable, type Rules, type ValueLists } from './rules';
import type { Finding } from './verdicts';

/** Looks the severity up in the operator's lists: its values are not documented, so none is clear by itself. */
export function findSeverity(
	{ severity }: CheckRecord,
	{ severities, requireSeverity }: Rules,
): Finding {
	if (!isMissing(severity)) return findValue('severity', severity, severities, SEVERITY_LISTS);
	return requireSeverity
		? {
				verdict: 'review',
				reason: `The record has no severity, and ${RULES.requireSeverity} is on.`,
			}
		: { verdict: 'clear', reason: 'The record has no severity.' };
}

/** Looks the main risk up. A record without one names no risk. */
export function findCategory(
	{ dominant_risk_category: category }: CheckRecord,
	{ categories }: Rules,
): Finding {
	if (!isMissing(category) && category !== '') {
		return findValue('dominant risk category', category, categories, CATEGORY_LISTS);
	}
	return { verdict: 'clear', reason: 'The record has no dominant risk category.' };
}

function findValue(name: string, value: unknown, lists: ValueLists, names: ListNames): Finding {
	if (typeof value !== 'string') {
		return { verdict: 'unresolved', reason: `The ${name} is no text: ${quoted(value)}.` };
	}
	const verdict = lists.get(comparable(value));
	if (verdict === undefined) {
		const [clear, review, block] = [names.clear, names.review, names.block].map(
			(list) => RULES[list],
		);
		return {
			verdict: 'review',
			reason: `The ${name} ${quoted(value)} is in none of your lists: put it into ${clear}, ${review} or ${block}.`,
		};
	}
	return { verdict, reason: `The ${name} ${quoted(value)} is in ${RULES[names[verdict]]}.` };
}
