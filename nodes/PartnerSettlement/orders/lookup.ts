import pMap from 'p-map';

import {
	type Answer,
	type Asked,
	type CallLimits,
	type Dialect,
	PartnerApiError,
	pause,
	redactSecrets,
	resultOrFailure,
} from '../../../partner-api';
import { directCall } from '../definition/operation';
import type { Order } from '../definition/order';
import { isWithdrawal } from '../limits/spending-limits';
import { isLocalCode } from '../messages/failure-meanings';
import { documentGet } from '../operations/document/get';
import { callLimitsOf } from '../run/call-options';
import type { RunItem } from '../run/run-item';
import type { Lookup } from './decide';
import { lookupOf, saysNone } from './match';

/** The result of a lookup. */
export interface Found {
	lookup: Lookup;
	answer?: Answer;
	/** The record that it shows, in the form that the node may output. */
	record?: Record<string, unknown>;
	/** For the operator; absent if there is nothing to say. */
	detail?: string;
}

/** An order to look up. */
export interface Question {
	item: RunItem;
	order: Order;
	/** The time from which "there is none" counts, by the wall clock in milliseconds. */
	noneFrom: number;
	isBehindRefusal?: boolean;
}

export const NOT_MADE: Found = { lookup: 'not_made' };
const NO_ANSWER: Found = { lookup: 'no_answer' };
const [FORBIDDEN, NOT_FOUND] = [403, 404];
/** The maximum number of orders of a batch that are looked up at once. */
const AT_ONCE = 8;
/** Seconds between two lookups that find nothing; doubled up to the longest. */
const [FIRST_WAIT, LONGEST_WAIT] = [1, 8];

/**
 * Looks orders up at the API, by their keys (section 1, rule 10). A document may appear late: a missing one is looked up
 * again until `noneFrom`, together with all others.
 *
 * @returns the results, in the sequence of the orders
 */
export async function lookUp(questions: readonly Question[]): Promise<Found[]> {
	const found: Found[] = [];
	let askedAt = 0;
	for (let wait = FIRST_WAIT; ;) {
		const isEarly = (place: number) => (questions[place]?.noneFrom ?? 0) > askedAt;
		// A document may still show an earlier attempt, which came to nothing.
		const mayChange = ({ lookup }: Found) => lookup === 'none' || lookup === 'came_to_nothing';
		const open = [...questions.keys()].filter(
			(place) => !found[place] || (mayChange(found[place]) && isEarly(place)),
		);
		const [first] = open.flatMap((place) => questions[place] ?? []);
		if (!first) return found;
		if (found.length > 0) {
			const left = Math.max(
				0,
				...open.map((place) => (questions[place]?.noneFrom ?? 0) - Date.now()),
			);
			const { signal } = first.item.run;
			const rested = await resultOrFailure(pause(Math.min(wait, left / 1000), signal, 'unknown'));
			if (rested instanceof PartnerApiError) {
				for (const place of open) found[place] = NO_ANSWER;
				return found;
			}
			wait = Math.min(wait * 2, LONGEST_WAIT);
		}
		// A response that takes long shows what was there when it was asked for.
		askedAt = Date.now();
		await pMap(
			open,
			async (place) => {
				const question = questions[place];
				if (question) found[place] = await ask(question);
			},
			{ concurrency: AT_ONCE },
		);
	}
}

async function ask({ item, order, isBehindRefusal }: Question): Promise<Found> {
	const { run, options } = item;
	const { dialect } = run.settings;
	const { extId } = order;
	if (extId === undefined || run.signal.aborted) return NO_ANSWER;
	const asked = await askDocument(run, extId, callLimitsOf(options));
	const { answer, failure } = asked;
	const areas: Order['areas'] = isWithdrawal(order.fields) ? ['withdrawal'] : order.areas;
	const none: Found = dialect.noDocument.some((area) => areas?.includes(area) !== false)
		? { lookup: 'no_answer', detail: 'the API keeps no documents for such orders' }
		: { lookup: 'none', detail: 'a lookup shows no order with this ext_id' };
	if (isNone(asked, dialect)) return none;
	if (failure) return { lookup: 'no_answer', detail: failedLookupText(failure) };
	const { record } = answer;
	if (Object.keys(record).length === 0)
		return { lookup: 'no_answer', detail: 'the lookup returned no record' };
	const { says, detail } = lookupOf(answer, order, dialect, isBehindRefusal);
	return { lookup: says, answer, record: shownDocument(record, item), detail };
}

export async function askDocument(
	{ client }: RunItem['run'],
	extId: string,
	limits: CallLimits,
): Promise<Asked> {
	const call = directCall(documentGet, { body: { ext_id: extId } });
	return await client.ask(call, limits);
}

/** Whether a lookup says that there is no such order (rule 5 of docs/guarantees.md). */
export function isNone({ answer, failure }: Asked, dialect: Dialect): boolean {
	const isEmpty = answer?.isEmpty ?? failure?.is('empty_answer');
	if (isEmpty) return saysNone('empty', dialect);
	// A failed token exchange says nothing about an order.
	const isOfApi = failure?.details.phase === 'call' && !isLocalCode(failure.code);
	const { extId, ids: [id] = [], status, statusWord = '', error } = answer ?? {};
	// A record with a key or an ID, and a status, is an order: the error is its own, for example its supplier's.
	const isOrder = (extId ?? id) !== undefined && statusWord !== '' && status !== 'failed';
	const told = isOrder ? statusWord : (error?.code ?? statusWord);
	return saysNone(isOfApi ? failure.code : told, dialect);
}

/** Why a lookup failed, for the operator. */
function failedLookupText(failure: PartnerApiError): string {
	const needs = lacksScope(failure) ? '; it needs the scope document:read' : '';
	const why = `the lookup failed (${codeOf(failure)})${needs}`;
	if (failure.details.status !== NOT_FOUND || isLocalCode(failure.code)) return why;
	return `${why}: if this code means "no such order", add it to noOrder in API Differences`;
}

/** The code of a failure, and this package's own objection to the call or its response. */
export function codeOf({ code, details }: PartnerApiError): string {
	const { detail = code } = details;
	return isLocalCode(code) && detail !== code ? `${code}: ${detail}` : code;
}

/** Whether a call may have failed because of a missing scope. */
export function lacksScope(failure: PartnerApiError): boolean {
	return failure.is('missing_scope') || failure.details.status === FORBIDDEN;
}

/**
 * A document as Document: Get returns it, whichever operation looked it up. The API document does not show its fields
 * (section 2.10), and it may hold more secrets than the response to the order.
 *
 * @param item if its secrets are revealed, or encrypted later, they stay
 */
export function shownDocument(
	document: object,
	{ revealsSecrets, encryptTo }: Pick<RunItem, 'revealsSecrets' | 'encryptTo'>,
): Record<string, unknown> {
	const shown = revealsSecrets || encryptTo ? document : redactSecrets(document, 'goods');
	return shown as Record<string, unknown>;
}
