import type { IWebhookFunctions } from 'n8n-workflow';

import { isJsonObject, readNumber, type WebhookEvent } from '../../partner-api';
import { readTexts } from '../PartnerSettlement/definition/fields';
import { ALL_EVENTS, TEST_PING } from './panel';

/** The operator's choices in the trigger's panel. */
export interface Selection {
	events: readonly string[];
	/** Empty: any. */
	statuses: readonly string[];
	includeTestPing: boolean;
	/** Seconds; 0 is off. */
	maximumAge: number;
}

/**
 * Reads the operator's choices for this delivery.
 *
 * @throws Error if an expression cannot be evaluated, or has no usable value
 */
export function readSelection(context: IWebhookFunctions): Selection {
	const options = context.getNodeParameter('options', {}) as Record<string, unknown>;
	const events = readTexts(context.getNodeParameter('events', []), 'Events');
	// An expression without an event would drop them all silently.
	if (events.length === 0) throw new Error('Events is empty');
	return {
		events,
		// An empty text means any. An undefined or null value is an error.
		statuses: 'statuses' in options ? readTexts(options.statuses, 'Statuses') : [],
		includeTestPing: options.includeTestPing === true,
		maximumAge: readNumber(options.maximumAge ?? 0, 'Maximum Age', 0),
	};
}

/**
 * Whether an event starts a run. One that does not is still acknowledged, or it would be sent again and again.
 *
 * @param event a verified event
 * @param selection the operator's choices
 * @param nowMs the current time in milliseconds since 1970
 */
export function isSelected(event: WebhookEvent, selection: Selection, nowMs: number): boolean {
	const { events, statuses, includeTestPing, maximumAge } = selection;
	if (event.event === TEST_PING) return includeTestPing;
	if (!events.includes(ALL_EVENTS) && !events.includes(event.event)) return false;
	if (statuses.length > 0 && !hasOneOf(statuses, event.data)) return false;
	const isOld = (nowMs - timeOf(event.occurred_at)) / 1000 > maximumAge;
	return maximumAge === 0 || !isOld;
}

/** A time with its zone (section 1, rule 5). For others Date.parse() guesses, for example the year 2001 for "5". */
const TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d{1,99})?(?:Z|[+-]\d\d:\d\d)$/i;

/** Milliseconds since 1970; NaN for a time that cannot be read, which is no reason to lose an event. */
function timeOf(value: unknown): number {
	return typeof value === 'string' && TIME.test(value) ? Date.parse(value) : NaN;
}

/** An event without a status, such as a one-time password, passes (section 6.6). */
function hasOneOf(statuses: readonly string[], data: unknown): boolean {
	const { status } = isJsonObject(data) ? data : {};
	if (typeof status !== 'string') return true;
	// The document lists no statuses, so their case is unknown (section 6.4).
	return statuses.some((one) => one.toLowerCase() === status.toLowerCase());
}
