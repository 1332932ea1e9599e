import type { WebhookEvent } from '../../partner-api';
import { ALL_EVENTS } from './trigger-properties';

/** What the operator chose in the trigger's panel. */
export interface Selection {
	events: readonly string[];
	/** Empty: any. */
	statuses: readonly string[];
	includeTestPing: boolean;
	/** Seconds; 0 is off. */
	maximumAge: number;
}

const TEST_PING = 'test.ping';

/**
 * Whether an event starts a run. One that does not is acknowledged all the same, or it would be sent again and again.
 *
 * @param event a verified event
 * @param selection what the operator chose
 * @param nowMs the present time in milliseconds
 */
export function isSelected(event: WebhookEvent, selection: Selection, nowMs: number): boolean {
	if (event.event === TEST_PING) return selection.includeTestPing;
	const { events, statuses, maximumAge } = selection;
	if (!events.includes(ALL_EVENTS) && !events.includes(event.event)) return false;
	if (statuses.length > 0 && !includesText(statuses, textOf(event.data.status))) return false;
	const occurredMs = Date.parse(event.occurred_at);
	// A time that cannot be read is no reason to lose an event.
	if (maximumAge === 0 || Number.isNaN(occurredMs)) return true;
	return (nowMs - occurredMs) / 1000 <= maximumAge;
}

/** The document lists no statuses (section 6.4), and so not how they are written. */
function includesText(list: readonly string[], text: string): boolean {
	return list.some((one) => one.toLowerCase() === text.toLowerCase());
}

/** Nor does it show their type. */
function textOf(status: unknown): string {
	const isText = typeof status === 'string' || typeof status === 'number';
	return isText || typeof status === 'boolean' ? String(status) : '';
}
