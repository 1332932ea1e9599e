import { isJsonObject, type LocalErrorCode, PartnerApiError } from '../../../partner-api';
import { STOPS_WHEN_SHORT } from '../catalog/operation';
import type { Failure } from './failures';
import type { RunItem } from './run-item';

const SHORT = 'insufficient_balance';
const STOPPED: LocalErrorCode = 'stopped_spending';

/** Keeps a run from spending on once the balance did not cover an item. */
export class SpendingStop {
	private isShort = false;
	/** Indexes of the items that were not sent because of it, and that no earlier try is known to have sent. */
	readonly held: number[] = [];

	/** @returns PartnerApiError `stopped_spending`, not sent; undefined where the item may be sent */
	refusalOf({ options, run }: RunItem): PartnerApiError | undefined {
		const stops = options.stopWhenShort ?? STOPS_WHEN_SHORT[run.operation.effect];
		if (!this.isShort || !stops) return undefined;
		return new PartnerApiError({ code: STOPPED, outcome: 'not_sent', phase: 'call' });
	}

	/** Takes note of items that were not sent because of it; any other failure is left out. */
	noteHeld({ error }: Failure, indexes: readonly number[]): void {
		const isStopped = error instanceof PartnerApiError && error.code === STOPPED;
		if (!isStopped || error.outcome !== 'not_sent') return;
		for (const index of indexes) this.held.push(index);
	}

	/** Takes note of what is shown of an order that came to nothing. */
	noteRecord(record: unknown): void {
		if (isJsonObject(record) && record.error === SHORT) this.isShort = true;
	}

	/** Takes note of a failure. */
	note(error: unknown): void {
		if (isShort(error)) this.isShort = true;
	}
}

/** Whether the balance did not cover it (section 7). */
export function isShort(error: unknown): boolean {
	return error instanceof PartnerApiError && error.code === SHORT;
}
