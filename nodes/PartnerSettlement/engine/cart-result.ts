import type { z } from 'zod';

import {
	type LocalErrorCode,
	outcomeOfStatus,
	PartnerApiError,
	type schemas,
} from '../../../partner-api';
import type { CartEntry } from '../catalog/item-call';
import { fateOf, hasFailedStatus, hasPlacedStatus } from './document-status';
import { isNoError } from './output';
import type { RunContext } from './run-context';
import { anotherOrder } from './same-order';

export type CartAnswer = z.infer<typeof schemas.batchSchema>;
export type CartResult = CartAnswer['results'][number];

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
export function recordIn({ status, body }: CartResult): unknown {
	return fateOf(body) === 'untold' ? { status } : body;
}

/** A failure stands in `error` (section 7, rule 8); but a result may also tell of one as an answer of its own would. */
function failureIn(entry: CartEntry, result: CartResult): PartnerApiError | undefined {
	const { error, body } = result;
	const statuses = failedStatuses(result);
	if (!error && isNoError(body?.error) && statuses.length === 0) return undefined;
	const isPlaced = hasPlacedStatus({ status: result.status }) || hasPlacedStatus(body);
	// An error in the body alone does not tell whether the order was made.
	const isOpen = isPlaced || (statuses.length > 0 ? statuses.some(leavesOpen) : !error);
	const refusedIfNone = !isOpen && !saysRefused(result, statuses) && showsOrder(entry, result);
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
function failedStatuses({ status, body }: CartResult): number[] {
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
