import type { IExecuteFunctions } from 'n8n-workflow';

import {
	attempt,
	type CallLimits,
	type JsonObject,
	judgeDocument,
	type LocalErrorCode,
	type LookupVerdict,
	openOrders,
	PartnerApiError,
	type PartnerSettings,
	schemas,
} from '../../../partner-api';
import type { Operation } from '../catalog/operation';
import { withOneSpelling } from '../catalog/screened-address';
import { fateOf } from './document-status';
import { type DocumentLookup, getDocument, shownDocument } from './order-document';
import { echoesOf } from './same-order';
import { isRetryByHand } from './tries';

/** How an order is looked up, in the name of which run. */
export interface Lookup extends DocumentLookup {
	node: IExecuteFunctions;
	settings: PartnerSettings;
	operation: Operation;
}

/** An order as it was sent. */
export interface SentOrder {
	extId: string;
	/** The key is the operator's own, and may have been used for another order. */
	hasOwnKey: boolean;
	/** What is ordered, by the API's names. */
	fields: JsonObject;
	/** Whether its secrets may come out. */
	revealsSecrets: boolean;
	/** Sends it once more. @throws PartnerApiError */
	replay: (limits: CallLimits) => Promise<unknown>;
}

const ANOTHER: LocalErrorCode = 'another_order';
const NO_CODES = new Set<string>(['html_answer', 'no_error_code'] satisfies LocalErrorCode[]);
const NOT_SHOWN = 'Document: Get shows no order with this ext_id';
const OTHERWISE =
	"Document: Get's answer does not show this ext_id, so it tells nothing of the order";
const FAILED = 'Document: Get shows this order as one that failed';

/**
 * Finds out what became of an order whose answer was lost, in this try or one before it, or which is refused now and may
 * have been placed in an execution before this one: a screening by its documented replay (section 4.7, rule 4),
 * everything else by its document.
 *
 * @param error what the call failed with
 * @returns the order, if it is certain to be this one
 * @throws PartnerApiError the same failure, with what the lookup said, where it is still not known: of a retry, the outcome
 *   then is; of a new run with the operator's own key, the refusal stands
 */
export async function findLostOrder(
	error: PartnerApiError,
	order: SentOrder,
	lookup: Lookup,
): Promise<unknown> {
	const { node, settings, operation } = lookup;
	const isOpen = openOrders.has(settings, order.extId);
	const refusal = isOpen ? undefined : refusalInDoubt(error, order, lookup);
	const failure = isOpen || (refusal && isRetryByHand(node)) ? error.afterLoss() : error;
	if (failure.outcome !== 'unknown' && !refusal) throw failure;
	if (failure.code === 'cancelled') throw failure;
	return operation.effect === 'screen'
		? await replayed(failure, order, lookup)
		: await lookedUp(failure, order, lookup, refusal);
}

/**
 * A refusal that shows the order is one only where there is none. The execution before a retry may have placed the order,
 * and any run one with a key of the operator's own. A screening that exists is answered with 200 (section 4.7, rule 2), so
 * that its refusal leaves nothing open.
 */
function refusalInDoubt(
	error: PartnerApiError,
	{ hasOwnKey }: SentOrder,
	{ node, operation }: Lookup,
): PartnerApiError | undefined {
	if (error.details.refusedIfNone) {
		return error.with({ outcome: 'refused', refusedIfNone: undefined });
	}
	const isInDoubt = (isRetryByHand(node) || hasOwnKey) && operation.effect !== 'screen';
	return isInDoubt && error.outcome === 'refused' ? error : undefined;
}

async function replayed(failure: PartnerApiError, order: SentOrder, lookup: Lookup) {
	// One that answered with another check would do so again.
	if (isRefusal(failure) || failure.code === ANOTHER) throw failure;
	const answer = await sendAgain(order, lookup);
	if (answer instanceof PartnerApiError) throw unresolved(failure, answer);
	return answer;
}

/** @param refusal what is true where there is certainly no such order */
async function lookedUp(
	failure: PartnerApiError,
	order: SentOrder,
	lookup: Lookup,
	refusal: PartnerApiError | undefined,
) {
	const document = await attempt(getDocument(lookup, order.extId));
	if (refusal && document instanceof PartnerApiError && saysNone(document)) {
		throw refusal.with({ detail: NOT_SHOWN });
	}
	if (document instanceof PartnerApiError) throw unresolved(failure, document);
	const echoes = echoesOf(order.fields, lookup);
	const verdict = judgeDocument(document, order.fields, order.extId, echoes, withOneSpelling);
	if (!verdict.isShown) throw doubtful(failure, OTHERWISE);
	if (verdict.differing.length > 0) throw failure.with({ detail: anotherText(verdict, order) });
	const fate = fateOf(document);
	const isRefused = refusal !== undefined || wasRefused(failure);
	// Of an order that is refused now, no success can be made of such a document.
	if (isRefused && fate === 'failed') {
		throw (refusal ?? failure).with({ detail: FAILED });
	}
	const stands = isRefused ? fate === 'placed' : fate !== 'doubtful';
	if (stands && verdict.isSame && tellsKind(order, lookup)) {
		return shownDocument(document, order.revealsSecrets);
	}
	// The key is taken, so a repeat places nothing; its answer tells whose it is.
	const answer = isRefusal(failure) ? failure : await sendAgain(order, lookup);
	const told = answer instanceof PartnerApiError ? 'doubtful' : fateOf(answer);
	// Where the repeat tells nothing of it, what the document says stands, if it is certain that it is about this order.
	const isFailed = told === 'untold' && fate === 'failed';
	const isOpen = told === 'untold' && (fate === 'doubtful' || (isFailed && !verdict.isSame));
	if (told === 'doubtful' || isOpen) {
		throw failure.afterLoss().with({ detail: perhapsText(document) });
	}
	if (!isFailed) return answer;
	return {
		...schemas.recordSchema.parse(answer),
		...shownDocument(document, order.revealsSecrets),
	};
}

/** As patiently as the operator wants any call made. */
async function sendAgain(order: SentOrder, { limits }: Lookup): Promise<unknown> {
	return await attempt(order.replay(limits));
}

/** Only a withdrawal goes to an address; and a key that was made here is that of one operation, but a cart has any. */
function tellsKind({ hasOwnKey, fields }: SentOrder, { operation }: Lookup): boolean {
	const isOfOneKind = !hasOwnKey && operation.cart === undefined;
	return isOfOneKind || fields.to_address !== undefined;
}

/** The last try was refused, whatever became of those before it. */
function wasRefused({ outcome, details }: PartnerApiError): boolean {
	return (details.afterLoss ?? outcome) === 'refused';
}

/** ... and would be again. */
function isRefusal(error: PartnerApiError): boolean {
	return wasRefused(error) && !error.isRateLimit;
}

/** The API says so itself, and not something in between. */
function saysNone({ code, details }: PartnerApiError): boolean {
	return details.status === 404 && !NO_CODES.has(code);
}

function unresolved(failure: PartnerApiError, error: PartnerApiError): PartnerApiError {
	if (error.code === 'cancelled') return doubtful(failure);
	if (saysNone(error)) return failure.with({ detail: NOT_SHOWN });
	return doubtful(failure, `looking the order up failed too (${error.code})`);
}

/** What is refused may have been placed before. */
function doubtful(failure: PartnerApiError, detail = failure.details.detail): PartnerApiError {
	return failure.with({ detail, mayBeEarlier: wasRefused(failure) || undefined });
}

/** A key that was made here is not the operator's to change: with a new one the order may be placed twice. */
function anotherText({ differing }: LookupVerdict, { hasOwnKey }: SentOrder): string {
	const fields = differing.join(', ');
	return hasOwnKey
		? `Document: Get shows another order under this ext_id, it differs in ${fields}. Compare the two: if it is not the order of this item, that one was not placed and needs an ext_id of its own`
		: `Document: Get shows an order with this ext_id that differs in ${fields}. Compare the two before you order anything again`;
}

function perhapsText(document: unknown): string {
	const record = schemas.recordSchema.parse(document);
	const told = ['status', 'error'].flatMap((name) => {
		const value = record[name];
		return typeof value === 'string' && value !== '' ? `${name} ${value}` : [];
	});
	const shown = told.length > 0 ? ` (${told.join(', ')})` : '';
	return `Document: Get shows an order with this ext_id${shown}, but not enough of it to be sure that this one was placed`;
}
