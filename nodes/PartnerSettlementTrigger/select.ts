import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { readNumber, type WebhookEvent } from '../../partner-api';
import { ALL_EVENTS, TEST_PING } from './panel';

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
 * Reads what the operator chose, for the present delivery or test.
 *
 * @throws Error where an expression cannot be evaluated, or gives no filter
 */
export function readSelection(context: IHookFunctions | IWebhookFunctions): Selection {
	const options = context.getNodeParameter('options', {}) as Record<string, unknown>;
	const events = readNames('Events', context.getNodeParameter('events', []));
	// An expression that gives no event would drop them all without a word.
	if (events.length === 0) throw new Error('Events is empty');
	return {
		events,
		// An option that is there and gives nothing is an error.
		statuses: 'statuses' in options ? readNames('Statuses', options.statuses) : [],
		includeTestPing: options.includeTestPing === true,
		maximumAge: 'maximumAge' in options ? readMaximumAge(context, options.maximumAge) : 0,
	};
}

/** @throws Error where an expression gives neither text nor a list: a filter that cannot be read must not pass all */
function readNames(parameter: string, value: unknown): string[] {
	const names: unknown = typeof value === 'string' ? value.split(',') : value;
	if (!Array.isArray(names) || !names.every((name) => typeof name === 'string')) {
		throw new Error(`${parameter} is neither text nor a list of texts`);
	}
	return names.map((name) => name.trim()).filter(Boolean);
}

/** Off where an expression gives no number: events must not be dropped over it. */
function readMaximumAge({ logger }: Pick<IHookFunctions, 'logger'>, value: unknown): number {
	try {
		return readNumber(value, 'Maximum Age', 0);
	} catch {
		logger.warn('Maximum Age is not a number of seconds, so it is off');
		return 0;
	}
}

/**
 * Whether an event starts a run. One that does not is acknowledged all the same, or it would be sent again and again.
 *
 * @param event a verified event
 * @param selection what the operator chose
 * @param nowMs the present time in milliseconds since 1970
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

/** An event that tells of no status, such as a one-time password, passes (section 6.6). */
function hasOneOf(statuses: readonly string[], { event, data }: WebhookEvent): boolean {
	const tellsStatus = event.endsWith('.status_changed') || (data.status ?? undefined) !== undefined;
	if (!tellsStatus) return true;
	const status = textOf(data.status).toLowerCase();
	// The document lists no statuses, and so not how they are written (section 6.4).
	return statuses.some((one) => one.toLowerCase() === status);
}

/** The document does not show their type either. */
function textOf(status: unknown): string {
	const isText = typeof status === 'string' || typeof status === 'number';
	return isText || typeof status === 'boolean' ? String(status) : '';
}
