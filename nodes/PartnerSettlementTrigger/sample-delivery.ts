import type { IHookFunctions } from 'n8n-workflow';

import { EVENT_TYPES, signBody } from '../../partner-api';
import { reasonOf } from './reason-of';
import { sampleEvent } from './sample-events';

/** n8n goes on registering the test after the hook that calls us, and would register it anew if it were over by then. */
const REGISTRATION_MS = 1_000;

/**
 * Sends this test of the editor the sample event that its options ask for, if they do, by the way a real one takes.
 *
 * @param secret what it is signed with
 * @param headerName the signature header
 */
export function sendSampleLater(context: IHookFunctions, secret: string, headerName: string): void {
	const options = context.getNodeParameter('options', {}) as Record<string, unknown>;
	const type = EVENT_TYPES.find((name) => name === options.sampleEvent);
	const url = context.getNodeWebhookUrl('default');
	if (type === undefined || url === undefined) return;
	const body = JSON.stringify(sampleEvent(type, new Date()));
	const headers = { 'content-type': 'application/json', [headerName]: signBody(secret, body) };
	setTimeout(() => {
		context.helpers.httpRequest({ method: 'POST', url, headers, body }).catch((error: unknown) => {
			context.logger.warn(
				`The sample event did not reach the test URL of this n8n: ${reasonOf(error)}`,
			);
		});
	}, REGISTRATION_MS);
}
