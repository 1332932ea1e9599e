import type { FailureOutcome, PartnerApiError } from '../../../partner-api';
import {
	CODE_MEANING,
	isLocalCode,
	LOCAL_MEANING,
	NO_CALLBACK_URL,
	STATUS_MEANING,
	tokenMeaning,
} from './failure-meanings';

/** What a sentence on the money needs to know of the call. */
export interface MoneyContext {
	/** Whether it creates or moves something, so that the operator must know where the money is. */
	changesState: boolean;
	/** The idempotency key, where it is one order that has one. */
	extId?: string;
	/** The key belongs to another order, and nothing was ordered now. */
	isKeyTaken?: boolean;
}

/** What the text of an error needs to know of the call. */
export interface FailureContext extends MoneyContext {
	/** The call in the editor's words, e.g. "Withdrawal: Create". */
	call: string;
	/** What became of it, where a lookup knows more than the error. */
	outcome?: FailureOutcome;
	/** What the lookup said. */
	detail?: string;
	/** The scope it needs (section 5.3), where the document shows one. */
	scope?: string;
	/** The scopes the token carries, where they could be read. */
	grantedScopes?: readonly string[];
	/** The credential's field with the address that was called. */
	urlField: string;
}

/** A failed call in words for an operator. */
export interface FailureText {
	/** One line: what happened, with the stable code. */
	message: string;
	/** What it means, what became of the money, what to do next. */
	description: string;
}

const TAKEN =
	'If that order is the one you mean, it exists already. For a new order, use another number.';

/** Above this, a clock that is off is worth a word: an assertion lives 60 s (section 5.1). */
const NOTABLE_SKEW_SECONDS = 5;

/**
 * Puts a failed call into words for an operator.
 *
 * @param error what the client threw
 * @param context the call it threw for
 */
export function failureText(error: PartnerApiError, context: FailureContext): FailureText {
	const { code, status, apiMessage, phase, detail } = error.details;
	const { outcome = error.outcome } = context;
	const isExchange = phase === 'token';
	const field = isExchange ? 'API URL' : context.urlField;
	const money = moneyText(outcome, context);
	const details = [detail, context.detail].map((text) => text && `Detail: ${sentence(text)}`);
	const sentences = context.isKeyTaken
		? [money, ...details, TAKEN]
		: [
				// First where money is at stake: nothing else is read before that is known.
				context.changesState && money,
				meaning(error)
					.replace('{url}', `${field} in the credential`)
					// By a function: in a plain replacement text a dollar sign has a meaning.
					.replace('{scope}', () => scopeText(context)),
				isExchange && skewText(error),
				!context.changesState && money,
				apiMessage && `The API says: ${sentence(apiMessage)}`,
				...details,
				status && `${isExchange ? 'The token exchange gave ' : ''}HTTP ${String(status)}.`,
			];
	const { extId, isKeyTaken } = context;
	const isOpen = outcome === 'unknown' && context.changesState && !isKeyTaken;
	// The message is all that an AI agent, or a list of executions, may show.
	const repeat = isOpen && extId !== undefined ? `; repeat only with ext_id ${extId}` : '';
	return {
		message: `${context.call}: ${outcomeWord(outcome, context)} (${code})${repeat}`,
		description: sentences.filter(Boolean).join(' '),
	};
}

/** What became of the money, and what to do about it. */
export function moneyText(outcome: FailureOutcome, context: MoneyContext): string {
	const { changesState, extId, isKeyTaken } = context;
	if (!changesState && outcome !== 'not_sent') return 'This call spends nothing.';
	const word = capital(outcomeWord(outcome, context));
	if (outcome !== 'unknown') return `${word}: nothing was spent.`;
	if (isKeyTaken) return `${word}.`;
	return extId === undefined
		? `${word}: it may have been carried out, now or before. Check before you repeat it.`
		: `${word}: repeat with ext_id ${extId}. An attempt may have placed the order, and the API knows it by its ext_id.`;
}

function meaning({ code, details }: PartnerApiError): string {
	const { status = 0, phase, apiMessage = '' } = details;
	const isToken = phase === 'token';
	const known = apiMessage.toLowerCase().includes(NO_CALLBACK_URL) ? NO_CALLBACK_URL : code;
	if (!isToken && Object.hasOwn(CODE_MEANING, known)) return CODE_MEANING[known] ?? '';
	const byStatus = isToken ? tokenMeaning(status, `${code} ${apiMessage}`) : STATUS_MEANING[status];
	if (isLocalCode(code)) {
		return code === 'no_error_code' && byStatus ? byStatus : LOCAL_MEANING[code];
	}
	if (byStatus) return byStatus;
	return status >= 500
		? 'The API is in trouble at the moment. Try again later.'
		: 'The API did not accept the request. Ask its provider what the code means.';
}

/** The outcome in a few words. */
export function outcomeWord(outcome: FailureOutcome, context: MoneyContext): string {
	if (outcome === 'not_sent') return 'not sent';
	if (outcome === 'refused') return 'refused';
	if (context.isKeyTaken)
		return 'nothing was spent, the order number (ext_id) belongs to another order';
	return context.changesState ? 'outcome unknown' : 'no usable response';
}

function capital(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}

function scopeText({ scope, grantedScopes }: FailureContext): string {
	if (scope === undefined) return 'Ask the provider of the API to allow it.';
	const granted = grantedScopes ? `; granted are: ${grantedScopes.join(', ') || 'none'}` : '';
	return `Needed is the scope ${scope}${granted}.`;
}

/** Says that the clock is off. */
function skewText({ details }: PartnerApiError): string | undefined {
	const { clockSkewSeconds: skew = 0 } = details;
	if (Math.abs(skew) < NOTABLE_SKEW_SECONDS) return undefined;
	const direction = skew > 0 ? 'ahead of' : 'behind';
	return `The clock of this machine is ${String(Math.abs(skew))} seconds ${direction} the API's: set it right.`;
}

/** With the full stop that it may lack. */
export function sentence(text: string): string {
	return text.trim().replace(/[^.!?…]$/, '$&.');
}

/** Items as an operator counts them, from 1 on: `1, 3 to 5`. */
export function itemRanges(indexes: readonly number[]): string {
	const ranges: [number, number][] = [];
	for (const index of [...new Set(indexes)].sort((left, right) => left - right)) {
		const last = ranges.at(-1);
		if (last?.[1] === index - 1) last[1] = index;
		else ranges.push([index, index]);
	}
	return ranges
		.map(([from, to]) =>
			from === to ? String(from + 1) : `${String(from + 1)} to ${String(to + 1)}`,
		)
		.join(', ');
}
