import type { z } from 'zod';

import {
	isJsonObject,
	type LocalErrorCode,
	outcomeOfStatus,
	PartnerApiError,
	type schemas,
} from '../../../partner-api';
import type { CartEntry } from '../catalog/item-call';
import { isScreening } from '../catalog/screened-address';
import {
	fateOf,
	hasDoneStatus,
	hasFailedStatus,
	hasOpenStatus,
	hasPlacedStatus,
	otherStatusOf,
} from './document-status';
import { isNoError } from './output';
import type { RunContext } from './run-context';
import { anotherOrder } from './same-order';

export type CartAnswer = z.infer<typeof schemas.batchSchema>;
export type CartResult = CartAnswer['results'][number];

/** What a result says. */
interface ToldResult {
	status?: unknown;
	body?: Readonly<Record<string, unknown>> | null;
	error?: unknown;
}

/** What the record of an order that was made may be known by (sections 2.2, 2.3, 2.6, 4.9 and 6.4). */
const RECORD_IDS = [
	'id',
	'withdrawal_id',
	'esim_id',
	'card_id',
	'purchase_id',
	'order_id',
	'ref_id',
] as const;

const CONFLICT = 409;

/** What a result (section 2.8) says of the order it should be of. */
export function judgeResult(
	run: RunContext,
	entry: CartEntry,
	result: CartResult,
): CartResult | PartnerApiError {
	const failure = failureIn(entry, result);
	// A refusal may show the order that its key was used for before.
	const echoes = failure && ['ext_id'];
	return anotherOrder(result.body, entry.body, run, echoes) ?? failure ?? result;
}

/** What a result without a failure shows of its order: the record, or where that tells nothing, only its own status. */
export function recordIn({ status, body }: ToldResult): unknown {
	return fateOf(body) === 'untold' ? { status } : body;
}

/**
 * The record that a result shows; one that tells nothing, with what the status of the result tells: not that it is done, by
 * which only the result may be meant.
 */
export function recordWithStatus({ status, body }: ToldResult): Readonly<Record<string, unknown>> {
	const own = { status };
	const tells = fateOf(body) === 'untold' && fateOf(own) !== 'untold' && !hasDoneStatus(own);
	return { ...body, ...(tells && own) };
}

/**
 * What tells of a failure in the answer to a cart of which no result is held against its order: results, or the answer
 * itself where it has none. A screening that failed is a result of its own (section 2.6).
 */
export function failuresIn(answer: unknown): ToldResult[] {
	if (!isJsonObject(answer)) return [];
	if (!Array.isArray(answer.results)) return hasFailedStatus(answer) ? [answer] : [];
	return answer.results
		.map(toldIn)
		.filter(
			(result) => tellsError(result) || (!screens(result) && hasFailedStatus(recordIn(result))),
		);
}

/** As `otherStatusOf`, also of a result of a cart, and of the answer to one. */
export function otherStatusIn(answer: unknown): string | undefined {
	const results = isJsonObject(answer) && Array.isArray(answer.results) ? answer.results : [];
	return [answer, ...results]
		.filter((one: unknown) => !screens(toldIn(one)))
		.flatMap((one: unknown) => [toldIn(one).body, one])
		.map(otherStatusOf)
		.find((status) => status !== undefined);
}

/** Whether a result shows the record of a screening. */
function screens({ body }: ToldResult): boolean {
	return body?.network !== undefined && isScreening(body);
}

/** A result in an answer that nothing was checked of. */
function toldIn(result: unknown): ToldResult {
	if (!isJsonObject(result)) return {};
	const { status, body, error } = result;
	const record = isJsonObject(body) ? body : undefined;
	return { status, body: record, error: isNoError(error) ? record?.error : error };
}

function tellsError(result: ToldResult): boolean {
	const { error, body } = result;
	return !isNoError(error) || !isNoError(body?.error) || failedStatuses(result).length > 0;
}

/** A failure stands in `error` (section 7, rule 8); but a result may also tell of one as an answer of its own would. */
function failureIn(entry: CartEntry, result: CartResult): PartnerApiError | undefined {
	const { error, body } = result;
	const statuses = failedStatuses(result);
	if (!tellsError(result)) return undefined;
	const own = { status: result.status };
	// An error in the body alone does not tell whether the order was made.
	const isUntold = statuses.length > 0 ? statuses.some(leavesOpen) : !error;
	const isOpen = hasOpenStatus(own) || hasPlacedStatus(body) || isUntold;
	// Of a result, `done` may mean that it was dealt with, and the order refused.
	const mayBeMade =
		hasDoneStatus(own) || (!saysRefused(result, statuses) && showsOrder(entry, result));
	const refusedIfNone = !isOpen && mayBeMade;
	const noCode: LocalErrorCode = 'no_error_code';
	return new PartnerApiError({
		code: textIn(error) ?? textIn(body?.error) ?? noCode,
		outcome: isOpen || refusedIfNone ? 'unknown' : 'refused',
		phase: 'call',
		refusedIfNone: refusedIfNone || undefined,
		apiMessage: textIn(body?.message),
	});
}

/**
 * The document does not show the values of `status` (section 4.8): one that is an HTTP status says of an order what it says
 * of one that is sent by itself.
 */
function failedStatuses({ status, body }: ToldResult): number[] {
	return [status, body?.status, body?.http_status].map(Number).filter((code) => code >= 400);
}

function leavesOpen(status: number): boolean {
	return outcomeOfStatus(status) === 'unknown';
}

/**
 * By a status, so that an id may well be that of the refused request. A conflict may be with the very order that its key
 * stands for.
 */
function saysRefused({ status, body }: CartResult, statuses: readonly number[]): boolean {
	if (hasFailedStatus(body)) return true;
	return !statuses.includes(CONFLICT) && (statuses.length > 0 || hasFailedStatus({ status }));
}

/** Whatever went wrong with it, the order may be made: it is shown with its key and an id that the API gave it. */
function showsOrder({ extId, body: sent }: CartEntry, { body }: CartResult): boolean {
	const isThis = body?.ext_id === extId;
	return isThis && RECORD_IDS.some((name) => sent[name] === undefined && (body[name] ?? '') !== '');
}

function textIn(value: unknown): string | undefined {
	return typeof value === 'string' && value !== '' ? value : undefined;
}
