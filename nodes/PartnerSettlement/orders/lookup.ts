import {
	ASSUMPTIONS,
	type CallLimits,
	type Differences,
	InputError,
	type LocalErrorCode,
	PartnerApiError,
	type PartnerClient,
	redactSecrets,
	resultOrFailure,
	schemas,
	unknownOutcome,
} from '../../../partner-api';
import { errorCodeOf, errorIn, recordIn } from '../definition/envelope';
import { scalarText } from '../definition/fields';
import { directCall } from '../definition/operation';
import { isLocalCode } from '../messages/failure-meanings';
import { callName } from '../messages/node-error';
import { documentGet } from '../operations/document/get';
import { callLimitsOf } from '../run/call-options';
import type { RunItem } from './item';
import { snakeCase } from './kinds';
import {
	allStatuses,
	cameToNothing,
	differenceText,
	holdsFailure,
	MAX_SHOWN,
	newIdsIn,
	type Order,
	sentFieldsIn,
	showsOrder,
	showsWhatWasSent,
	STANDS,
	statusOf,
	unseenIn,
} from './order';
import type { Finding } from './settle';

/** What a lookup found. */
export interface Lookup {
	finding: Finding;
	/** The record that it shows, as it may come out. */
	record?: unknown;
	/** For the operator; absent where there is nothing to say. */
	detail?: string;
}

const NOT_THE_API = new Set<string>(['html_answer', 'no_error_code'] satisfies LocalErrorCode[]);
const FORBIDDEN = 403;
const NOT_FOUND = 404;
/**
 * Codes that say of a document, an order or a key that there is none (section 7, rule 9: the codes are not shown). A path
 * that the API does not know gives a 404 as well, so `not_found` alone proves nothing.
 */
const NO_SUCH_ORDER = ASSUMPTIONS.no_order.value;
const { ofCall: OF_CALL, none: IS_NONE } = ASSUMPTIONS.call_status.value;

/** What tells an operator which order a record is of (section 6.4). */
const TELLING = [
	...['status', 'document_status', 'kind', 'type', 'amount', 'debit_amount', 'currency'],
	...['to_address', 'offer_id', 'quantity', 'card_id'],
];

const NONE: Lookup = { finding: 'none', detail: 'a lookup shows no order with this ext_id' };
export const unclear = (detail: string): Lookup => ({ finding: 'unclear', detail });

/** The document of an order (section 1, rule 10). @throws PartnerApiError */
export async function getDocument(
	client: PartnerClient,
	extId: string,
	limits: CallLimits,
): Promise<unknown> {
	try {
		return await client.call(directCall(documentGet, { body: { ext_id: extId } }), limits);
	} catch (error) {
		throw asFailure(error);
	}
}

/** The order may exist: whatever is wrong with what is read of it must not make it fail. */
export function asFailure(error: unknown): PartnerApiError {
	if (error instanceof PartnerApiError) return error;
	const detail = error instanceof InputError ? error.message : undefined;
	return unknownOutcome('unexpected_answer', detail);
}

/** Asks the API by its idempotency key what became of an order. */
export async function lookUp(
	{ run, options, revealsSecrets }: RunItem,
	order: Order,
): Promise<Lookup> {
	const { extId } = order;
	if (extId === undefined || run.signal.aborted) return { finding: 'unclear' };
	const document = await resultOrFailure(getDocument(run.client, extId, callLimitsOf(options)));
	if (saysNone(document, run.settings.differences)) return NONE;
	if (document instanceof PartnerApiError) return judgeFailedLookup(document);
	const lookup = judgeDocument(document, order);
	if (lookup.finding !== 'this_order' && lookup.finding !== 'came_to_nothing') return lookup;
	return { ...lookup, record: shownDocument(document, revealsSecrets) };
}

/** Whether the API tells by one of the credential's codes that there is no such order, whatever the HTTP status. */
export function saysNone(answer: unknown, { noOrder }: Differences): boolean {
	if (!(answer instanceof PartnerApiError)) {
		const error = errorIn(answer);
		return (
			typeof error === 'string' && noOrder.includes(error.trim()) && tellingText(answer) === ''
		);
	}
	const { code, details } = answer;
	// A token exchange that fails may have the same code, and says nothing of an order.
	return details.phase === 'call' && !isLocalCode(code) && noOrder.includes(code.trim());
}

/** What a failed lookup says of its order. */
export function judgeFailedLookup(failure: PartnerApiError): Lookup {
	const { code, details } = failure;
	if (!refuses(failure, NOT_FOUND)) {
		const needs = lacksScope(failure) ? ', which needs the scope document:read' : '';
		return unclear(`looking the order up failed (${codeOf(failure)})${needs}`);
	}
	// A token exchange that fails says nothing of an order.
	if (details.phase === 'call' && NO_SUCH_ORDER.test(snakeCase(code))) return NONE;
	const detail = `the lookup gave HTTP 404 (${code}), as an unknown path does`;
	return unclear(`${detail}, so ask the provider of the API whether the order exists`);
}

/** The code of a failure, and what this package itself has against the call or its response. */
export function codeOf({ code, details }: PartnerApiError): string {
	const isOwn = code === ('unexpected_answer' satisfies LocalErrorCode);
	return isOwn && details.detail ? `${code}: ${details.detail}` : code;
}

/** Whether a call may have failed for want of a scope. */
export function lacksScope({ code, details }: PartnerApiError): boolean {
	return code === 'missing_scope' || details.status === FORBIDDEN;
}

/** Whether the API itself, and not something in between, refuses a call with one of these statuses. */
export function refuses({ code, details }: PartnerApiError, ...statuses: number[]): boolean {
	return statuses.includes(details.status ?? 0) && !NOT_THE_API.has(code);
}

/**
 * Whether a document is that of an order: it carries the key, and every identifying field that it shows is the one that was
 * sent. It has to show the amount that was ordered. A custom key may be that of an order of another kind. With
 * one, the document has to prove that it is of this order.
 */
export function judgeDocument(document: unknown, order: Order): Lookup {
	const contradiction = contradictionIn(document, order);
	if (contradiction) return contradiction;
	const unseen = unseenIn(document, order);
	if (unseen !== undefined || (order.hasCustomKey && !showsWhatWasSent(document, order))) {
		const shown = tellingText(document);
		const what = unseen ?? 'enough of it';
		const detail = `the lookup shows an order with this ext_id${shown && ` (${shown})`}`;
		return unclear(`${detail}, but not ${what}`);
	}
	if (cameToNothing(document, order)) {
		const detail = `the lookup shows this order as ${allStatuses(document).join(', ')}: it came to nothing`;
		return { finding: 'came_to_nothing', detail };
	}
	const statuses = allStatuses(document);
	const [status = ''] = statuses;
	// Unless its statuses say that the order stands, nobody knows what the error did to it. A code may be what was bought.
	const isCodeOfCall = tellsOfError(document) && (status === '' || OF_CALL.test(status));
	const stands = statusOf(document) !== '' && statuses.every((one) => STANDS.has(one));
	const isError = isCodeOfCall || (errorIn(document) !== undefined && !stands);
	if (isError || holdsFailure(document, order))
		return unclear('the lookup shows it, and a failure in it');
	return { finding: 'this_order' };
}

/** What a record tells an operator of its order, such as `status pending, amount 25`; empty where that is nothing. */
export function tellingText(response: unknown): string {
	const record = recordIn(response);
	const shown = (name: string) => scalarText(record?.[name])?.slice(0, MAX_SHOWN);
	return TELLING.flatMap((name) => (shown(name) ? `${name} ${shown(name)}` : [])).join(', ');
}

function nothingIn(document: unknown): string {
	const shown = tellingText(document);
	return `the lookup shows this ext_id, and nothing that proves an order${shown && ` (${shown})`}`;
}

/** Why a document is not that of the order, whatever else it shows; undefined where nothing speaks against it. */
export function contradictionIn(document: unknown, order: Order): Lookup | undefined {
	const record = recordIn(document);
	if (!record || record.ext_id !== order.extId)
		return unclear('the lookup does not show this ext_id, so it tells nothing');
	const difference = differenceText(document, order);
	if (difference === undefined)
		return showsMoreThanKey(document, order) ? undefined : unclear(nothingIn(document));
	const detail = `the lookup shows another order with this ext_id: ${difference}`;
	// An automatic key is this node's own: it may be this order, written otherwise.
	return { finding: order.hasCustomKey ? 'taken' : 'unclear', detail };
}

/**
 * Whether a document shows more of the order than its key, which may be only that which was asked for. An error, or a status
 * such as `not_found`, may be the lookup's. Then the document has to show what was sent. Where the order failed, an ID will do,
 * or both statuses that say so.
 */
function showsMoreThanKey(document: unknown, order: Order): boolean {
	const record = recordIn(document) ?? {};
	const statuses = allStatuses(document).filter((one) => !OF_CALL.test(one) || meansNone(one));
	if (meansNone(statuses[0] ?? '')) return false;
	if (sentFieldsIn(document, order).length > 0) return true;
	if (tellsOfError(document) || statuses.some(meansNone)) {
		const hasId = newIdsIn(record, order).some((name) => name !== 'ref_id');
		const own = hasId ? [statuses[0]] : [record.status, record.document_status];
		return own.every((status = '') => cameToNothing({ status }, order));
	}
	// A type may be that of the response.
	const rest = { ...record, status: null, document_status: null, kind: null, type: null };
	const isShown = tellingText(rest) !== '' || showsOrder(rest, { ...order, extId: undefined });
	return isShown || statuses.length > 0;
}

/** Whether a response shows an order, by its key or an ID, as one that failed; a failure alone may be the call's. */
export function showsFailed(response: unknown, order: Order): boolean {
	const record = recordIn(response) ?? {};
	const isShown = record.ext_id === order.extId || newIdsIn(record, order).length > 0;
	return isShown && cameToNothing(record, order);
}

/** Whether a response tells of an error; that in a document may be the lookup's. */
export function tellsOfError(document: unknown): boolean {
	return errorIn(document) !== undefined || errorCodeOf(recordIn(document) ?? {}) !== undefined;
}

/** Whether a status says of an order that there is none. */
function meansNone(status: string): boolean {
	return IS_NONE.test(status) || NO_SUCH_ORDER.test(snakeCase(status));
}

/**
 * The API itself says that the key is another order's, and what a document shows may be the same for both.
 *
 * @param mayBeRepeat an attempt before may have placed it: only a lookup that differs tells that it is another's
 */
export function afterKeyConflict(
	lookup: Lookup,
	{ hasCustomKey }: Order,
	mayBeRepeat: boolean,
): Lookup {
	const { finding, record, detail } = lookup;
	if (finding === 'none' || finding === 'came_to_nothing') return lookup;
	// An automatic key is this node's own: it may be this order, written otherwise.
	if (!hasCustomKey) return { ...lookup, finding: 'unclear' };
	const text = tellingText(record);
	const shown = text && ` (${text})`;
	if (mayBeRepeat && finding !== 'taken') {
		const same = `the lookup shows an order that looks the same${shown}; read it with ${callName(documentGet)}`;
		return { finding: 'unclear', record, detail: finding === 'this_order' ? same : detail };
	}
	return { finding: 'taken', detail: detail ?? `the lookup shows the other order${shown}` };
}

/**
 * A document as Document: Get gives it, whichever operation looked it up. Its fields are not shown (section 2.10), and it
 * may hold more secrets than the response to the order.
 *
 * @param document an object
 * @param revealsSecrets whether the operator asked for them
 */
export function shownDocument(document: unknown, revealsSecrets: boolean): Record<string, unknown> {
	const redacted = () => redactSecrets(document, 'goods');
	return schemas.recordSchema.parse(revealsSecrets ? document : redacted());
}
