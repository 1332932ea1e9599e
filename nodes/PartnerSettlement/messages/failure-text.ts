import {
	type ApiCall,
	type LocalErrorCode,
	type FailureOutcome,
	type PartnerApiError,
	scopesCover,
} from '../../../partner-api';
import {
	CODE_MEANING,
	LOCAL_MEANING,
	NO_CALLBACK_URL,
	OF_A_RESPONSE,
	SAME_SCREENING,
	STATUS_MEANING,
	TOKEN_STATUS_MEANING,
} from './failure-meanings';

/** What a sentence on the money needs to know of the call. */
export interface MoneyContext {
	/** Whether it creates or moves something, so that the operator must know where the money is. */
	changesState: boolean;
	/** The idempotency keys of its orders; none where one of them has no key. */
	extIds?: readonly string[];
	/** A key belongs into the body of its order: the item has several. */
	inBody?: boolean;
	/** What it does to send the call again. */
	retrySafety?: ApiCall['retrySafety'];
	/** A replay of the key is written down (sections 3.2, 4.3 and 4.7). */
	isReplayDocumented?: boolean;
	/** What the last attempt said of the order: whatever that is, an attempt before it may have placed it. */
	last?: string;
	/** A run before this one may have made the call, and nothing was looked up. */
	isRetry?: boolean;
	/** It failed at the token exchange, which was sent itself. */
	isExchange?: boolean;
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
	/** What is available, where it could be asked for: USDT decimal string. */
	availableBalance?: string;
	/** The credential's field with the address that was called. */
	urlField: string;
	/** How long a response was waited for, such as "10 seconds"; absent where the option Timeout says it. */
	timeLimit?: string;
	/** Whether it orders a screening. */
	screens?: boolean;
}

/** A failed call in words for an operator. */
export interface FailureText {
	/** One line: what happened, with the stable code. */
	message: string;
	/** What it means, what became of the money, what to do next. */
	description: string;
}

/** Above this, a clock that is off is worth a word: an assertion lives 60 s (section 5.1). */
const NOTABLE_SKEW_SECONDS = 10;

/** The document shows no codes of the token exchange; a response that speaks of the kid is taken at its word. */
const KID_IN_CODE = /kid|key_?id/i;
const KID_IN_TEXT = /\b(kid|key[ _-]?id)\b/i;
const UNKNOWN_KID =
	'The API does not know this Key ID, or it was revoked. Check Key ID and Partner ID against your onboarding.';

/** Who waited for it may have no Timeout to set: the test of a credential, for one. */
const TOKEN_TIMEOUT = 'No access token came in time. Check {url} and the network.';

/**
 * Puts a failed call into words for an operator.
 *
 * @param error what the client threw
 * @param given the call it threw for
 */
export function failureText(error: PartnerApiError, given: FailureContext): FailureText {
	const { code, status, apiMessage, phase } = error.details;
	const { outcome = error.outcome } = given;
	const isExchange = phase === 'token';
	const context = { ...given, isExchange };
	const field = isExchange ? 'API URL' : context.urlField;
	const money = moneyText(outcome, context);
	const sentences = [
		// First where money is at stake: nothing else is read before that is known.
		context.changesState && money,
		meaning(error)
			// By functions: in a plain replacement text a dollar sign has a meaning.
			.replace('{url}', () => `${field} in the credential`)
			.replace('{balance}', () => balanceText(context))
			.replace('{scope}', () => scopeText(context))
			.replace('{refusal}', () => refusalText(context))
			.replace('{screening}', () => (context.screens ? SAME_SCREENING : ''))
			.replace('{limit}', () => context.timeLimit ?? 'the Timeout (set under Options)')
			.replace('{retry}', () => waitText(error.details.retryAfterSeconds)),
		skewText(error),
		!context.changesState && money,
		apiMessage && `The API says: ${sentence(apiMessage)}`,
		...[error.details.detail, given.detail].map(
			(detail) => detail && `Detail: ${sentence(detail)}`,
		),
		status && `${isExchange ? 'The token exchange gave ' : ''}HTTP ${String(status)}.`,
	];
	return {
		message: `${context.call}: ${outcomeWord(outcome, context)} (${code})${retryKeyText(outcome, context)}`,
		description: sentences.filter(Boolean).join(' ').replace(/ {2,}/g, ' '),
	};
}

/** What became of the money, and what to do about it. */
export function moneyText(outcome: FailureOutcome, context: MoneyContext): string {
	const { changesState, isRetry } = context;
	if (outcome === 'unknown' && changesState) return unknownText(context);
	if (!changesState && outcome !== 'not_sent') return 'This call spends nothing.';
	const word = capital(outcomeWord(outcome, context));
	if (!changesState || !isRetry) return `${word}: nothing was spent.`;
	return `${word}: nothing was spent by this run, but a run before it may have done this. ${retryText(context)}`;
}

function unknownText(context: MoneyContext): string {
	const key = keyText(context);
	if (key === undefined) {
		return 'Outcome unknown: it may have been carried out. Check before you repeat it.';
	}
	if (context.isKeyTaken) {
		return `${capital(wordNow(context))}: this run ordered nothing. If the other order is the one you mean, it exists already.`;
	}
	const why = WHY_UNKNOWN[context.last ?? ''] ?? '';
	return `Outcome unknown: ${why}repeat with ext_id ${key}. ${promiseText(context)}`;
}

const WHY_UNKNOWN: Record<string, string> = {
	never_sent: 'it was not sent now, but an earlier attempt may have placed it. Only ',
	refused: 'it was refused now, but an earlier attempt may have placed it. Only ',
};

/** What makes a retry safe. */
function promiseText({ retrySafety, isReplayDocumented }: MoneyContext): string {
	if (isReplayDocumented)
		return 'If the order exists, the API returns it and charges nothing more.';
	return retrySafety === 'idempotent'
		? 'The API knows an order by its ext_id, and is not to make a second one.'
		: 'The order is looked up then, and sent only if there is none.';
}

function retryText(context: MoneyContext): string {
	const key = keyText(context);
	return key === undefined
		? 'Check before you repeat it.'
		: `Repeat it only with ext_id ${key}, or look it up with Document: Get.`;
}

/** The keys of a call, and where they go where the item has several orders. */
function keyText({ extIds = [], inBody }: MoneyContext): string | undefined {
	if (extIds.length === 0) return undefined;
	const keys = extIds.join(', ');
	return inBody ? `${keys}, put as ext_id into the body of that order in Items` : keys;
}

function meaning(error: PartnerApiError): string {
	const { code, status, phase } = error.details;
	const isToken = phase === 'token';
	if (isToken && code === 'timeout') return TOKEN_TIMEOUT;
	const known = namesCallbackUrl(error) ? NO_CALLBACK_URL : code;
	if (!isToken && Object.hasOwn(CODE_MEANING, known)) return CODE_MEANING[known] ?? '';
	const byStatus = (isToken ? TOKEN_STATUS_MEANING : STATUS_MEANING)[status ?? 0];
	const isOurs = status === undefined || OF_A_RESPONSE.has(code);
	if (isOurs && Object.hasOwn(LOCAL_MEANING, code)) {
		const local = LOCAL_MEANING[code as LocalErrorCode];
		return code === 'no_error_code' && byStatus ? byStatus : local;
	}
	if (isRefusedExchange(error) && namesKid(error)) return UNKNOWN_KID;
	if (byStatus) return byStatus;
	return status !== undefined && status >= 500
		? 'The API is in trouble at the moment. {retry}'
		: 'The API did not accept the request. Ask its provider what the code means.';
}

function namesCallbackUrl({ details: { apiMessage = '' } }: PartnerApiError): boolean {
	return apiMessage.toLowerCase().includes(NO_CALLBACK_URL);
}

/** A refusal that stays: something in the assertion is wrong, or who sent it. */
function isRefusedExchange({
	details: { phase, status = 0 },
	isTransient,
}: PartnerApiError): boolean {
	return phase === 'token' && status >= 400 && !isTransient;
}

function namesKid({ details: { code, apiMessage = '' } }: PartnerApiError): boolean {
	return KID_IN_CODE.test(code) || KID_IN_TEXT.test(apiMessage);
}

/** The message is all that an AI agent, or a list of executions, may show. */
function retryKeyText(outcome: FailureOutcome, context: FailureContext): string {
	const key = keyText(context);
	const isOpen = outcome === 'unknown' && context.changesState && !context.isKeyTaken;
	return isOpen && key !== undefined ? `; repeat only with ext_id ${key}` : '';
}

/** The outcome in a few words. */
export function outcomeWord(outcome: FailureOutcome, context: MoneyContext): string {
	if (outcome === 'not_sent') return notSent(context);
	if (outcome === 'refused') return 'refused';
	if (context.isKeyTaken) return `${wordNow(context)}, the ext_id belongs to another order`;
	return context.changesState ? 'outcome unknown' : 'no usable response';
}

/** What became of an order in this run, whatever an earlier one did. */
function wordNow({ last }: MoneyContext): string {
	return last === 'never_sent' ? 'not sent' : 'refused';
}

/** What was not sent: where only the exchange went out, that is told apart from it. */
function notSent({ isExchange, changesState }: MoneyContext): string {
	if (!isExchange) return 'not sent';
	return changesState ? 'order not sent' : 'call not sent';
}

function capital(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}

function scopeText({ scope, grantedScopes }: FailureContext): string {
	if (scope === undefined) return 'Ask the provider of the API to allow it.';
	const granted = grantedScopes ? `; granted are: ${grantedScopes.join(', ') || 'none'}` : '';
	return `Needed is the scope ${scope}${granted}.`;
}

function refusalText(context: FailureContext): string {
	const { scope, grantedScopes = [] } = context;
	if (scope === undefined || !scopesCover(grantedScopes, scope)) {
		return `the scope is missing, or your contract is blocked or inactive. ${scopeText(context)}`;
	}
	return `the scope ${scope} is there (granted are: ${grantedScopes.join(', ')}), so your contract is blocked or inactive, or it does not cover this. Ask the provider of the API.`;
}

function balanceText({ availableBalance: available }: FailureContext): string {
	return available === undefined ? '' : `: ${available} USDT are available`;
}

function waitText(seconds: number | undefined): string {
	return seconds === undefined ? 'Try again later.' : `Try again in ${String(seconds)} seconds.`;
}

function skewText(error: PartnerApiError): string | undefined {
	const { clockSkewSeconds: skew } = error.details;
	if (!isRefusedExchange(error) || skew === undefined) return undefined;
	if (Math.abs(skew) < NOTABLE_SKEW_SECONDS) return undefined;
	return clockText(skew);
}

/**
 * Says that the clock is off.
 *
 * @param skewSeconds by how much this machine's is ahead of the API's
 */
export function clockText(skewSeconds: number): string {
	const direction = skewSeconds > 0 ? 'ahead' : 'behind';
	return `The clock of this machine is ${String(Math.abs(skewSeconds))} seconds ${direction} of the API's: set it right.`;
}

function sentence(text: string): string {
	return /[.!?]$/.test(text) ? text : `${text}.`;
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
