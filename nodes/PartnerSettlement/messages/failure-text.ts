import { type FailureOutcome, InputError, type PartnerApiError } from '../../../partner-api';
import {
	CODE_MEANING,
	isLocalCode,
	KEY_CONFLICT,
	LOCAL_MEANING,
	NO_CALLBACK_URL,
	NOT_FOR_AGENTS,
	STATUS_MEANING,
	tokenMeaning,
} from './failure-meanings';

/** The facts about a call that a sentence on the money needs. */
export interface MoneyContext {
	/** Whether it is more than a read, so that the operator must know its outcome. */
	changesState: boolean;
	/** The idempotency key, if it is one order that has one. */
	extId?: string;
	/** The key belongs to another order, and nothing was ordered now. */
	isKeyTaken?: boolean;
	/** The key may belong to another order. */
	mayBeTaken?: boolean;
	/** Nothing was sent in this run. */
	sentNothing?: boolean;
	/** An earlier run may have placed an order with this custom key, and no lookup was made. */
	mayBeEarlier?: boolean;
	/** An AI agent reads it. */
	isTool?: boolean;
}

/** The facts about a call that the text of an error needs. */
export interface FailureContext extends MoneyContext {
	/** The call in the editor's words, e.g. "Withdrawal: Create". */
	call: string;
	/** Its outcome, if a lookup knows more than the error. */
	outcome?: FailureOutcome;
	/** The result of the lookup in words. */
	detail?: string;
	/** The order number to suggest instead of one that is taken. */
	ownNumber?: string;
	/** The scope it needs (section 5.3), if the document shows one. */
	scope?: string;
	/** The function (section 4.9), if the document only names it. */
	named?: string;
	/** Its body can be replaced under Options. */
	hasBody?: boolean;
}

const URL_FIELD = { api: 'API URL', base: 'Base URL' };
/** An assertion is dated 5 s back and lives 60 s (section 5.1). */
const [MAX_AHEAD_SECONDS, MAX_BEHIND_SECONDS] = [5, 55];
/** Characters of the scopes that are shown: a token may have scopes of any length. */
const MAX_SCOPES = 500;
/** The step for an AI agent after an unknown outcome. */
const CALL_AGAIN = 'call this tool again with the same arguments, before you reply';
/** The agent must not find another way to place an order that a person did not allow. */
const TELL = 'Do not order it in any other way: tell the person who asked.';
const OVER = 'Outcome unknown: this order has ended.';
const OVER_FOR_AGENT =
	"Outcome unknown: this order has ended, and its status doesn't say whether you were charged.";

/**
 * Puts a failed call into words for an operator.
 *
 * @param error from the client
 * @param context the call that failed
 * @returns the message, a line that says what happened, with the stable code; the description, which says what became of
 *   the money, what to do, and the API's words
 */
export function failureText(error: PartnerApiError, context: FailureContext) {
	const { phase, base } = error.details;
	const { outcome = error.outcome, changesState, extId, isKeyTaken } = context;
	const isExchange = phase === 'token';
	const field = base ? URL_FIELD[base] : 'API URL or Base URL';
	// The order is known to exist. Only its cost is unknown.
	const hasEnded = error.is('ended_otherwise');
	const advice =
		(hasEnded ? undefined : takenText(context)) ??
		(isExchange ? skewText(error) : undefined) ??
		meaning(error, context)
			.replace('{url}', `${field} in the credential`)
			// A function, because a dollar sign has a meaning in a plain replacement text.
			.replace('{scope}', () => scopeText(error, context));
	const over = context.isTool ? OVER_FOR_AGENT : OVER;
	const money = hasEnded ? over : moneyText(outcome, context);
	// If money is at stake, its sentence comes first.
	const sentences = changesState ? [money, advice] : [advice, money];
	const isOpen = outcome === 'unknown' && changesState && !isKeyTaken && !hasEnded;
	// An AI agent may get, and a list of executions may show, only the message.
	const again = context.isTool ? CALL_AGAIN : `repeat only with ext_id ${extId ?? ''}`;
	const repeat = isOpen && extId !== undefined ? `; ${again}` : '';
	return {
		message: `${context.call}: ${outcomeWord(outcome, context)} (${error.code})${repeat}`,
		description: [...sentences, wordsText(error, context)].filter(Boolean).join(' '),
	};
}

/**
 * A failed read as one text, for places where n8n shows only a message: the credential's test, and the HTTP Request
 * node.
 */
export function asOneText(
	error: PartnerApiError,
	context: Pick<FailureContext, 'call' | 'scope'>,
): InputError {
	const { message, description } = failureText(error, { changesState: false, ...context });
	return new InputError(`${message}. ${description}`);
}

/** What became of the money. */
export function moneyText(outcome: FailureOutcome, context: MoneyContext): string {
	const { changesState, extId, isKeyTaken, mayBeTaken, sentNothing, mayBeEarlier, isTool } =
		context;
	if (!changesState && outcome !== 'not_sent') return 'This call spends nothing.';
	const word = capital(outcomeWord(outcome, context));
	const tell = isTool && changesState ? ` ${TELL}` : '';
	if (isKeyTaken) return `${word}.${tell}`;
	if (outcome !== 'unknown') {
		return `${word}: ${mayBeEarlier ? 'this attempt spent nothing' : 'nothing was spent'}.${tell}`;
	}
	if (mayBeTaken && !isTool) {
		return `${word}: the API shows an order for ext_id ${extId ?? ''}.`;
	}
	const known = isTool ? CALL_AGAIN : `repeat with ext_id ${extId ?? ''}`;
	const repeat = extId === undefined ? 'check before you repeat it' : known;
	if (sentNothing) {
		return `${word}: this attempt sent nothing, but an earlier one may have; ${repeat}.`;
	}
	return extId === undefined
		? `${word}: it may have been carried out, so ${repeat}.`
		: `${word}: ${repeat}. That finds the order, or places it if there is none.`;
}

/** What to do about a key that belongs, or may belong, to another order. */
function takenText(context: FailureContext): string | undefined {
	const { isKeyTaken, mayBeTaken, ownNumber, isTool } = context;
	if (!isKeyTaken && !mayBeTaken) return undefined;
	if (isTool) return '';
	const such = ownNumber === undefined ? '' : `, such as ${ownNumber}`;
	return mayBeTaken
		? `It may be your order with different details, so compare it first (Document: Get). Use another number only for a second order${such}.`
		: `An order with this number exists, perhaps yours with different details. It can't be changed. Use another number${such || ' only for a second order'}.`;
}

/** The API's words and the other facts, in one sentence. */
function wordsText({ details }: PartnerApiError, context: FailureContext): string {
	const { apiMessage, detail, status, phase } = details;
	const said = apiMessage && `the API says: ${apiMessage}`;
	const gave = phase === 'token' ? 'the token exchange returned HTTP' : 'HTTP';
	const words = [said, detail, context.detail, status && `${gave} ${String(status)}`]
		// Without the lookbehind, each of many dots would be tried as the first.
		.map((text = '') =>
			String(text)
				.trim()
				.replace(/(?<![.;])[.;]+$/, ''),
		)
		.filter(Boolean);
	return words.length === 0 ? '' : capital(sentence(words.join('; ')));
}

function meaning({ code, details }: PartnerApiError, context: FailureContext): string {
	const { isTool, outcome } = context;
	const { status = 0, phase, apiMessage = '' } = details;
	if (isTool && (NOT_FOR_AGENTS.has(code) || NOT_FOR_AGENTS.has(status))) return '';
	// With another key, an order that may exist would be placed again.
	if (code === KEY_CONFLICT && outcome === 'unknown') return '';
	const isToken = phase === 'token';
	const known = apiMessage.toLowerCase().includes(NO_CALLBACK_URL) ? NO_CALLBACK_URL : code;
	if (!isToken && Object.hasOwn(CODE_MEANING, known)) return CODE_MEANING[known] ?? '';
	const byStatus = isToken
		? tokenMeaning(status, `${code} ${apiMessage}`)
		: (elsewhereMeaning(status, context) ?? STATUS_MEANING[status]);
	if (isLocalCode(code)) {
		return code === 'no_error_code' && byStatus ? byStatus : LOCAL_MEANING[code];
	}
	if (byStatus) return byStatus;
	return status >= 500
		? 'The API is having problems: retry later.'
		: 'The API did not accept the request: ask its provider what the code means.';
}

/** The meaning of a refusal if the document only names the call: its path and its fields are assumed. */
function elsewhereMeaning(status: number, { call, named, hasBody }: FailureContext) {
	if (hasBody && (status === 400 || status === 422)) {
		return `The API does not accept the fields of this call, which are assumed. Check the values. If a field is missing, fill in Body under Options of ${call}.`;
	}
	if (named === undefined || ![404, 405, 501].includes(status)) return undefined;
	return `There is no such record, or this call has another path. Check the ID, or enter the path as calls.${named} in API Differences of the credential.`;
}

/** The outcome in a few words. */
export function outcomeWord(outcome: FailureOutcome, context: MoneyContext): string {
	if (context.isKeyTaken) {
		return 'nothing was spent because the order number (ext_id) is taken';
	}
	if (outcome === 'not_sent') return 'not sent';
	if (outcome === 'refused') return 'refused';
	return context.changesState ? 'outcome unknown' : 'no usable response';
}

/** With its first letter capitalized. */
export function capital(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}

function scopeText({ details }: PartnerApiError, { scope }: FailureContext): string {
	const { grantedScopes } = details;
	if (scope === undefined) return 'ask the provider of the API';
	const scopes = grantedScopes?.join(', ').slice(0, MAX_SCOPES);
	const granted = scopes === undefined ? '' : `; granted: ${scopes || 'none'}`;
	return `it needs the scope ${scope}${granted}`;
}

/** Says that the clock is off, if that can be why an assertion is refused (section 5.1). */
function skewText({ details }: PartnerApiError): string | undefined {
	const { clockSkewSeconds: skew = 0, status = 0 } = details;
	const isWrong = skew >= MAX_AHEAD_SECONDS || skew <= -MAX_BEHIND_SECONDS;
	if (!isWrong || ![400, 401, 422].includes(status)) return undefined;
	const direction = skew > 0 ? 'ahead of' : 'behind';
	return `The clock of this machine is ${String(Math.abs(skew))} seconds ${direction} the API's: correct it.`;
}

/** Adds the full stop if it is missing. */
function sentence(text: string): string {
	return text.trim().replace(/[^.!?…]$/, '$&.');
}

/** Items as n8n counts them, from 0 on: `item 1`, `items 0, 2 to 4`. */
export function itemNames(indexes: readonly number[]): string {
	const sorted = [...new Set(indexes)].sort((left, right) => left - right);
	const ranges: [number, number][] = [];
	for (const index of sorted) {
		const last = ranges.at(-1);
		if (last?.[1] === index - 1) last[1] = index;
		else ranges.push([index, index]);
	}
	const texts = ranges.map(([from, to]) =>
		from === to ? String(from) : `${String(from)} to ${String(to)}`,
	);
	return `${sorted.length > 1 ? 'items' : 'item'} ${texts.join(', ')}`;
}
