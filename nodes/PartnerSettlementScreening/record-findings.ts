import { isNoError } from '../PartnerSettlement/engine/output';
import { COMPLETED, FAILED, PROCESSING } from '../PartnerSettlement/operations/kyt/statuses';
import type { Finding } from './verdicts';

/** Section 2.6. The rest of the answer is the gate's to doubt. */
export type CheckRecord = Readonly<Record<string, unknown>>;

const MOST_QUOTED = 100;
/** The document's field, and one that it does not list: neither belongs into a finished screening. */
const ERROR_FIELDS = ['error_code', 'error'];

/** Whether the screening is finished (section 3.1). */
export function findStatus({ status }: CheckRecord): Finding {
	if (status === COMPLETED) return { verdict: 'clear', reason: 'The screening is completed.' };
	return { verdict: 'unresolved', reason: statusReason(status) };
}

function statusReason(status: unknown): string {
	if (status === PROCESSING) {
		return `The screening was still processing when it was looked at last. Screen it again with its ext_id: that costs nothing.`;
	}
	if (typeof status !== 'string') return 'The record has no status.';
	return status === FAILED
		? 'The screening failed.'
		: `The status of the screening is ${quoted(status)}, not ${quoted(COMPLETED)}.`;
}

/** Whether the record tells of an error, whatever its status. */
export function findError(record: CheckRecord): Finding {
	const error = ERROR_FIELDS.map((name) => record[name]).find((value) => !isNoError(value));
	if (error === undefined) return { verdict: 'clear', reason: 'The record tells of no error.' };
	return { verdict: 'unresolved', reason: `The record tells of an error: ${quoted(error)}.` };
}

/** Whether the address is on a sanctions list. A record that does not say so has said nothing. */
export function findSanctions({ sanctions_hit: hit }: CheckRecord): Finding {
	if (hit === true) {
		return { verdict: 'block', reason: 'The address is on a sanctions list (sanctions_hit).' };
	}
	if (hit === false) return { verdict: 'clear', reason: 'There is no sanctions hit.' };
	return {
		verdict: 'unresolved',
		reason: 'The record does not say whether the address is on a sanctions list (sanctions_hit).',
	};
}

/** Whether the record lacks a field: a field that comes as null says no more than one that does not come. */
export function isMissing(value: unknown): value is undefined | null {
	return value === undefined || value === null;
}

/** A value of the record, which came as JSON, for a reason. */
export function quoted(value: unknown): string {
	const text = JSON.stringify(value);
	return text.length > MOST_QUOTED ? `${text.slice(0, MOST_QUOTED)}...` : text;
}
