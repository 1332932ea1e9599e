import type { WebhookEvent } from '../../partner-api';
import { ALL_EVENTS, TEST_PING } from './trigger-properties';

/** What the operator chose in the trigger's panel. */
export interface Selection {
	events: readonly string[];
	/** Empty: any. */
	statuses: readonly string[];
	includeTestPing: boolean;
	/** Seconds; 0 is off. */
	maximumAge: number;
}

/** A parameter that keeps events of some types or statuses from starting a run, as the editor calls it. */
export type Filter = 'Events' | 'Statuses' | 'Include Test Ping';

/**
 * Whether an event starts a run. One that does not is acknowledged all the same, or it would be sent again and again.
 *
 * @param event a verified event
 * @param selection what the operator chose
 * @param nowMs the present time in milliseconds
 */
export function isSelected(event: WebhookEvent, selection: Selection, nowMs: number): boolean {
	if (findFilter(event, selection) !== undefined) return false;
	const occurredMs = Date.parse(event.occurred_at);
	// A time that cannot be read is no reason to lose an event.
	const isTimeless =
		event.event === TEST_PING || selection.maximumAge === 0 || Number.isNaN(occurredMs);
	return isTimeless || (nowMs - occurredMs) / 1000 <= selection.maximumAge;
}

/** What keeps an event from starting a run, however new it is; undefined: nothing. */
export function findFilter(event: WebhookEvent, selection: Selection): Filter | undefined {
	const { events, statuses, includeTestPing } = selection;
	if (event.event === TEST_PING) return includeTestPing ? undefined : 'Include Test Ping';
	if (!events.includes(ALL_EVENTS) && !events.includes(event.event)) return 'Events';
	return statuses.length === 0 || hasOneOf(statuses, event) ? undefined : 'Statuses';
}

/** An event that tells of no status, such as a one-time password, is not one of another status (section 6.6). */
function hasOneOf(statuses: readonly string[], { event, data }: WebhookEvent): boolean {
	const tellsStatus = event.endsWith('.status_changed') || (data.status ?? undefined) !== undefined;
	return !tellsStatus || includesText(statuses, textOf(data.status));
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
