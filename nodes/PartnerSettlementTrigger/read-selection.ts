import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { readNumber } from '../../partner-api';
import type { Selection } from './selection';

/**
 * What the operator chose in the trigger's panel, for the present delivery or test.
 *
 * @throws Error where an expression cannot be evaluated, or gives what is no filter
 */
export function readSelection(context: IHookFunctions | IWebhookFunctions): Selection {
	const options = context.getNodeParameter('options', {}) as Record<string, unknown>;
	return {
		events: readEvents(context.getNodeParameter('events', [])),
		// Only one that is not among the options is no filter.
		statuses: 'statuses' in options ? readNames('Statuses', options.statuses) : [],
		includeTestPing: options.includeTestPing === true,
		maximumAge: 'maximumAge' in options ? readMaximumAge(context, options.maximumAge) : 0,
	};
}

/** @throws Error also where an expression gives none: all events would be dropped without a word */
function readEvents(value: unknown): string[] {
	const events = readNames('Events', value);
	if (events.length === 0) throw new Error('Events is empty');
	return events;
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
