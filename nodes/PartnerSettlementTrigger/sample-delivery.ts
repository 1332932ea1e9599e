import { type IHookFunctions, NodeOperationError } from 'n8n-workflow';

import { EVENT_TYPES, signBody, type WebhookEvent } from '../../partner-api';
import { readSelection } from './read-selection';
import { reasonOf } from './reason-of';
import { sampleEvent } from './sample-events';
import { type Filter, findFilter } from './selection';

/** n8n goes on registering the test after the hook that calls us, and would register it anew if it were over by then. */
const REGISTRATION_MS = 1_000;

const WHAT_TO_DO: Record<Filter, string> = {
	Events: 'Add its type to Events, or choose another Sample Event under Options.',
	Statuses:
		'Every sample has the status "completed": add it to Statuses under Options, or remove Statuses for this test.',
	'Include Test Ping':
		'A test.ping goes by this option alone: turn on Include Test Ping under Options, or choose another Sample Event.',
};

/**
 * Sends this test of the editor the sample event that its options ask for, if they do, by the way a real one takes.
 *
 * @param secret what it is signed with
 * @param headerName the signature header
 * @throws NodeOperationError for a sample that the trigger would drop: the editor would wait for it in vain
 */
export function sendSampleLater(context: IHookFunctions, secret: string, headerName: string): void {
	const options = context.getNodeParameter('options', {}) as Record<string, unknown>;
	const type = EVENT_TYPES.find((name) => name === options.sampleEvent);
	const url = context.getNodeWebhookUrl('default');
	if (type === undefined || url === undefined) return;
	// As old as it is when it is sent, which counts for Maximum Age.
	const event = sampleEvent(type, new Date(Date.now() + REGISTRATION_MS));
	assertSelected(context, event);
	const body = JSON.stringify(event);
	const headers = { 'content-type': 'application/json', [headerName]: signBody(secret, body) };
	setTimeout(() => {
		context.helpers.httpRequest({ method: 'POST', url, headers, body }).catch((error: unknown) => {
			context.logger.warn(
				`The sample event did not reach the test URL of this n8n: ${reasonOf(error)}`,
			);
		});
	}, REGISTRATION_MS);
}

function assertSelected(context: IHookFunctions, event: WebhookEvent): void {
	const filter = findFilter(event, readSelection(context));
	if (filter === undefined) return;
	throw new NodeOperationError(
		context.getNode(),
		`Sample Event: a ${event.event} does not start the workflow, because of ${filter}`,
		{ description: WHAT_TO_DO[filter] },
	);
}
