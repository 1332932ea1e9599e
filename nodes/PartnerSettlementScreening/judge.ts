import Big from 'big.js';
import { z } from 'zod';

import {
	type Dialect,
	ENTRIES,
	isDecimal,
	isJsonObject,
	type JsonValue,
	readAnswer,
	redactText,
} from '../../partner-api';
import { COMPLETED, PROCESSING, withOneSpelling } from '../PartnerSettlement/definition/screening';
import { AGE_RULE, comparable, LIST_VERDICTS, RULES, type Rules, type SortedField } from './rules';

/** The outputs of the gate, in their order, with the editor's names. */
export const OUTPUTS = {
	clear: 'Clear',
	review: 'Review',
	block: 'Block',
	unresolved: 'Unresolved',
} as const;
export type Verdict = keyof typeof OUTPUTS;

export const VERDICTS = Object.keys(OUTPUTS) as Verdict[];

/** The gate's verdict on one item. */
export interface Judgement {
	verdict: Verdict;
	/** Why, in plain words, the most serious first; never empty. */
	reasons: string[];
}

/** The result of one aspect of the record, and why. */
interface Finding {
	verdict: Verdict;
	reason: string;
}

/** Section 2.6. Any field may be missing, or of any type. */
type CheckRecord = Readonly<Record<string, unknown>>;

/** The fields as sent: `network`, `address` and, if a new screening was asked for, `refresh`. */
export type Asked = Readonly<Record<string, JsonValue | undefined>>;

/** The most serious first: a certain block comes before an unclear result. */
const WEIGHT: readonly Verdict[] = ['block', 'unresolved', 'review', 'clear'];

const HOUR_MS = 60 * 60 * 1000;
/** With Refresh, an older record is assumed to be that of a retried `ext_id` (section 4.7, rule 4). */
const NEW_FOR_MS = 24 * HOUR_MS;
/** The API's clock may be ahead of this machine's by this much. */
const CLOCK_SKEW_MS = 5 * 60 * 1000;
/** Section 1, rule 5: UTC, with a Z at the end. */
const TIME = z.string().datetime();

const MAX_QUOTED = 200;

/**
 * Judges the record of a screening (section 2.6). It is clear only if every single aspect of it is.
 *
 * @param record the API's response, not trusted in any way
 */
export function judge(record: unknown, asked: Asked, rules: Rules, dialect: Dialect): Judgement {
	if (!isJsonObject(record)) return unresolved('The response contains no screening.');
	// A record of another address says nothing about this one, not even with a sanctions hit.
	const { network, address } = record;
	if (isShown(network) && network.toLowerCase() !== asked.network) {
		return unresolved('The record is for another network.');
	}
	// Case makes no difference if the chain says so: in Ethereum's digits, but not in base58.
	const spelled = (text: JsonValue | undefined) =>
		withOneSpelling({ network: asked.network, address: text }).address;
	if (isShown(address) && spelled(address) !== spelled(asked.address)) {
		return unresolved('The record is for another address.');
	}
	const isSilent = !isShown(network) || !isShown(address);
	return weigh([
		...(isSilent ? [found('unresolved', 'The record does not show its network and address.')] : []),
		...findStale(record, asked),
		...findAge(record, rules),
		findStatus(record),
		findError(record, dialect),
		findSanctions(record),
		findScore(record, rules),
		findSeverity(record, rules),
		findCategory(record, rules),
	]);
}

function weigh(findings: Finding[]): Judgement {
	const weight = ({ verdict }: Finding) => WEIGHT.indexOf(verdict);
	const sorted = [...findings].sort((left, right) => weight(left) - weight(right));
	const verdict = sorted[0]?.verdict ?? 'unresolved';
	const telling = sorted.filter((one) => verdict === 'clear' || one.verdict !== 'clear');
	return { verdict, reasons: telling.map(({ reason }) => reason) };
}

function unresolved(reason: string): Judgement {
	return { verdict: 'unresolved', reasons: [reason] };
}

function found(verdict: Verdict, reason: string): Finding {
	return { verdict, reason };
}

/** Whether the record is an old one although a new one was asked for. */
function findStale({ cached, created_at: createdAt }: CheckRecord, { refresh }: Asked): Finding[] {
	const age = isText(createdAt) ? Math.abs(Date.now() - Date.parse(createdAt)) : Infinity;
	if (refresh !== true || (cached === false && age < NEW_FOR_MS)) return [];
	const reason =
		'Refresh is on, but the record was on file already (cached, or more than a day old). For a new screening, use another ext_id.';
	return [found('unresolved', reason)];
}

/**
 * Whether the screening is as new as the credential requires, by the record's own time. One that is too old is unresolved,
 * because a new one is better than a person's opinion.
 */
function findAge(record: CheckRecord, { maximumAge }: Rules): Finding[] {
	if (maximumAge === undefined) return [];
	const at = [record.completed_at, record.created_at].find(
		(time) => !isMissing(time) && time !== '',
	);
	const age = Date.now() - Date.parse(TIME.safeParse(at).data ?? '');
	const isNew = age >= -CLOCK_SKEW_MS && age <= Number(maximumAge) * HOUR_MS;
	const rule = `${AGE_RULE} (${maximumAge} hours)`;
	if (isNew) return [found('clear', `The screening is not older than ${rule}.`)];
	const reason = `The time of the screening, ${quoted(at)}, is not within ${rule}. For a new one, turn on Refresh under Options. If it is on, use another ext_id.`;
	return [found('unresolved', reason)];
}

/** Whether the screening is finished (section 3.1). */
function findStatus({ status }: CheckRecord): Finding {
	if (status === COMPLETED) return found('clear', 'The screening is completed.');
	const reason =
		status === PROCESSING
			? 'The screening was still processing when it was last read. To check again for free, enter its ext_id as Order Number under Options.'
			: `The status of the screening is ${quoted(status)}, not ${quoted(COMPLETED)}.`;
	return found('unresolved', reason);
}

/**
 * A finished screening has neither `error_code` (section 2.6) nor `error`, unless API Differences say that it is none.
 */
function findError(record: CheckRecord, dialect: Dialect): Finding {
	const { error_code: code, error } = record;
	const isTold = dialect.error !== ENTRIES.error.default;
	const isNone = isTold && !readAnswer({ error }, dialect).error;
	const values = isNone ? [code] : [code, error];
	const shown = values.find((value) => !isMissing(value) && value !== '' && value !== false);
	if (shown === undefined) return found('clear', 'The record shows no error.');
	return found('unresolved', `The record shows an error: ${quoted(shown)}.`);
}

/** A record must say that there is no hit. A hit may also be in an object in it, or in a list of objects. */
function findSanctions(record: CheckRecord): Finding {
	const { sanctions_hit: hit } = record;
	const isHit = (one: unknown) => isJsonObject(one) && one.sanctions_hit === true;
	if (hit === true) return found('block', 'The address is on a sanctions list (sanctions_hit).');
	if (Object.values(record).flat().some(isHit))
		return found('block', 'An object in the record shows a sanctions hit (sanctions_hit).');
	if (hit === false) return found('clear', 'There is no sanctions hit.');
	return found(
		'unresolved',
		'The record does not say whether the address is on a sanctions list (sanctions_hit).',
	);
}

/** Compares the risk score with the operator's thresholds. It is assumed that a higher score means more risk. */
function findScore({ risk_score: given }: CheckRecord, rules: Rules): Finding {
	const { reviewFromScore: review, blockFromScore: block } = rules;
	if (isMissing(given)) return found('unresolved', 'The record has no risk score (risk_score).');
	const isDigits = isText(given) && isDecimal(given);
	const isNumber = typeof given === 'number' && Number.isFinite(given);
	// A score below 0 would pass under every threshold.
	if (!(isDigits || isNumber) || Number(given) < 0) {
		return found('unresolved', `The risk score is not a number of at least 0: ${quoted(given)}.`);
	}
	const score = String(given);
	const text = `The risk score ${score}`;
	if (block !== undefined && new Big(score).gte(block)) {
		return found('block', `${text} reaches ${RULES.blockFromScore} (${block}).`);
	}
	// The document has a number (section 2.6).
	if (isDigits)
		return found('unresolved', `The risk score is text, not a number: ${quoted(given)}.`);
	const unset = `The risk score is ${score}, but ${RULES.reviewFromScore} is not set. Until it is, no score is clear.`;
	if (review === undefined) return found('review', unset);
	return new Big(score).gte(review)
		? found('review', `${text} reaches ${RULES.reviewFromScore} (${review}).`)
		: found('clear', `${text} is below ${RULES.reviewFromScore} (${review}).`);
}

function findSeverity({ severity }: CheckRecord, rules: Rules): Finding {
	if (!isMissing(severity)) return findValue('severity', severity, rules, 'Severities');
	return rules.requireSeverity
		? found('review', `The record has no severity, and ${RULES.requireSeverity} is on.`)
		: found('clear', 'The record has no severity.');
}

/** A record without a category names no risk. */
function findCategory({ dominant_risk_category: category }: CheckRecord, rules: Rules): Finding {
	return isMissing(category) || category === ''
		? found('clear', 'The record has no dominant risk category.')
		: findValue('dominant risk category', category, rules, 'Categories');
}

/** Looks a value up in the operator's lists. The document lists no values, so none is clear by itself. */
function findValue(name: string, value: unknown, rules: Rules, field: SortedField): Finding {
	if (!isText(value)) return found('unresolved', `The ${name} is not text: ${quoted(value)}.`);
	const verdict = LIST_VERDICTS.find((one) => rules[`${one}${field}`].includes(comparable(value)));
	if (verdict !== undefined) {
		return found(verdict, `The ${name} ${quoted(value)} is in ${RULES[`${verdict}${field}`]}.`);
	}
	return found(
		'review',
		`The ${name} ${quoted(value)} is in none of your lists (${RULES[`block${field}`]}, ${RULES[`review${field}`]}, ${RULES[`clear${field}`]}).`,
	);
}

/** A null field says no more than a missing one. */
function isMissing(value: unknown): value is undefined | null {
	return value === undefined || value === null;
}

function isShown(value: unknown): value is string {
	return isText(value) && value !== '';
}

function isText(value: unknown): value is string {
	return typeof value === 'string';
}

/** A value of the record, quoted for a reason: it came as JSON and may have any length. */
function quoted(value: unknown): string {
	return redactText(JSON.stringify(value ?? null), MAX_QUOTED);
}
