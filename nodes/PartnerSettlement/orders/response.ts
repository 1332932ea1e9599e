import {
	type CallResult,
	isJsonObject,
	type LocalErrorCode,
	PartnerApiError,
	shapeProblem,
	unknownOutcome,
} from '../../../partner-api';
import { documentedRecord, errorIn, innermostIn, recordIn } from '../definition/envelope';
import { responseOf } from '../definition/operation';
import type { RunItem } from './item';
import {
	cameToNothing,
	differenceText,
	holdsFailure,
	type Order,
	showsOrder,
	showsOtherAmount,
} from './order';
import type { LastAttempt } from './settle';

/** Small words, such as `insufficient_balance` (section 7). */
const STABLE_CODE = /^[a-z]{1,60}(?:_[a-z]{1,60}){0,10}$/;

/** What the last attempt of a call says of an order: its record, where a 2xx shows it by its key, an id or a status. */
export type Judgement = { last: 'this_order'; record: unknown } | NotShown;

/** Why no response shows the order. */
export interface NotShown {
	last: LastAttempt;
	failure: PartnerApiError;
	/** An attempt of this call ended as unknown, or a batch's result has an unknown code. What a 2xx leaves open, `last` says. */
	mayBeDone: boolean;
	/** What a 2xx shows in its place. */
	record?: unknown;
}

/** A sanctions hit must not be lost over anything else in its record. */
export function isSanctionsHit({ last, record }: NotShown): boolean {
	return last === 'unknown' && isJsonObject(record) && record.sanctions_hit === true;
}

/** What the response to an order says of it. */
export function judgeResponse(
	item: RunItem,
	order: Order,
	{ response: whole, failure, mayBeDone }: CallResult,
): Judgement {
	if (failure) return { last: failure.outcome, mayBeDone, failure };
	const { operation } = item.run;
	const response = documentedRecord(operation, whole);
	// These two are held against the document's shape; other orders are known by their fields.
	if (order.extId === undefined || operation.effect === 'screen') {
		const misshapen = shapeProblem(responseOf(operation), response);
		if (misshapen) {
			return { last: 'unknown', mayBeDone, failure: misshapen, record: innermostIn(response) };
		}
	}
	const tellsNoError = errorIn(response) === undefined;
	if (order.extId === undefined) return judgementOf(response, mayBeDone, undefined, tellsNoError);
	if (operation.effect !== 'screen') return judgeRecord(order, response, mayBeDone);
	// The document shows the shape of a screening, and lets more fields in, such as a message.
	const difference = differenceText(response, order, {});
	const isPlain = cameToNothing(response, order) || !holdsFailure(response, order);
	return judgementOf(response, mayBeDone, difference, tellsNoError && isPlain);
}

/** What a record in the place of an order's says of it. */
export function judgeRecord(order: Order, record: unknown, mayBeDone: boolean): Judgement {
	const isShown = showsOrder(record, order);
	const judgement = judgementOf(record, mayBeDone, differenceText(record, order), isShown);
	if (judgement.last !== 'this_order' || !showsOtherAmount(record, order)) return judgement;
	const failure = unknownOutcome(
		'unexpected_answer',
		'the response shows another amount or quantity',
	);
	return { last: 'unknown', mayBeDone, failure, record };
}

function judgementOf(
	record: unknown,
	mayBeDone: boolean,
	difference: string | undefined,
	isShown: boolean,
): Judgement {
	if (difference !== undefined) {
		const failure = unknownOutcome('another_order', difference);
		return { last: 'another_order', mayBeDone, failure, record };
	}
	if (isShown) return { last: 'this_order', record };
	return { last: 'unknown', mayBeDone, failure: noOrderShown(record), record };
}

function noOrderShown(response: unknown): PartnerApiError {
	const error = errorIn(response);
	const { message, error: told } = recordIn(response) ?? {};
	// What was bought may stand in a field of another name, such as `code`.
	const isCode = typeof error === 'string' && (error === told || STABLE_CODE.test(error));
	return new PartnerApiError({
		code: isCode ? error : ('unexpected_answer' satisfies LocalErrorCode),
		outcome: 'unknown',
		phase: 'call',
		apiMessage: typeof message === 'string' ? message : undefined,
		detail: error === undefined ? 'the response shows no order' : 'the response tells of an error',
	});
}
