import type { IDataObject } from 'n8n-workflow';

import { maskSecrets } from '../../partner-api';
import { type Failure, failedItem } from '../PartnerSettlement/engine/failures';
import type { RunItem } from '../PartnerSettlement/engine/run-item';
import { toItem } from '../PartnerSettlement/engine/output';
import { judge, type Judgement } from './judge';
import type { Plan } from './plans';

/** What the gate adds to an item. */
export interface Screening extends Judgement {
	/** The API's record, as KYT Screening: Screen gives it; null where there is none. */
	record: IDataObject | null;
	/** The idempotency key under which it was ordered; null where none was made. */
	ext_id: string | null;
	/** Why there is no record, as On Error: Continue gives it: what happened, and what became of the money. */
	failure?: IDataObject;
}

/**
 * @param plan what this item asked for, and by which rules it is judged
 * @param item what the answer was given to
 */
export function screeningOf(
	plan: Plan | undefined,
	{ itemIndex, extId }: Pick<RunItem, 'itemIndex' | 'extId'>,
	answer: unknown,
): Screening {
	if (!plan) return withoutResult();
	return {
		...judge(answer, plan.asked, plan.rules),
		record: toItem(maskSecrets(answer, { isOfNoCard: true }), itemIndex, extId).json,
		ext_id: extId ?? null,
	};
}

/** A screening that could not be made, or whose outcome is not known. */
export function failedScreening(failure: Failure): Screening {
	const { message, description } = failure.nodeError;
	return {
		...withoutResult(message, description),
		ext_id: failure.call.extId ?? null,
		failure: failedItem(failure).json,
	};
}

/** @param why in the words of the operator */
export function withoutResult(...why: unknown[]): Screening {
	const reasons = ['There is no result of a screening.', ...why.filter(isFilled)];
	return { verdict: 'unresolved', reasons, record: null, ext_id: null };
}

function isFilled(value: unknown): value is string {
	return typeof value === 'string' && value !== '';
}
