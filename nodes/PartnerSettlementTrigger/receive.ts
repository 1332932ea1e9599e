import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import {
	readEvent,
	type SignatureRefusal,
	verifySignature,
	type WebhookEvent,
} from '../../partner-api';
import { toTriggerItem } from './event-item';
import { isSelected, type Selection } from './selection';
import { readWebhookSecrets, type WebhookSecrets } from './webhook-secrets';

/** What the log says of a refusal; never anything of the secret or the signature. */
const REFUSALS: Record<SignatureRefusal, string> = {
	no_secret: 'the credential has no Webhook Secret',
	secret_with_white_space:
		'the signature does not match; Webhook Secret has white space around it, which may be why',
	no_header: 'the signature header is missing',
	repeated_header: 'the signature header came more than once',
	malformed_header: 'the signature header is not the hex of an HMAC-SHA256',
	no_match: 'the signature does not match',
};

/**
 * Answers a delivery: 401 unless it is signed with the credential's secret, 400 when it is no event, 200 otherwise; a
 * selected event starts a run (section 6.1).
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const body = await rawBody(context);
	let credential: WebhookSecrets;
	try {
		credential = await readWebhookSecrets(context);
	} catch (error) {
		const reason = error instanceof Error ? error.message : 'unknown';
		context.logger.error(`Delivery put off: the credential cannot be read: ${reason}`);
		return answer(context, 503, { error: 'credential_unavailable' });
	}
	const { secrets, headerName } = credential;
	const header = context.getRequestObject().headersDistinct[headerName];
	const verdict = verifySignature(body, header?.length === 1 ? header[0] : header, secrets);
	if (!verdict.valid) {
		context.logger.warn(`Delivery refused: ${REFUSALS[verdict.reason]}`, { header: headerName });
		return answer(context, 401, { error: 'invalid_signature' });
	}
	const event = readEvent(body);
	if (!event) {
		context.logger.warn('Delivery refused: it is signed, but not an event envelope');
		return answer(context, 400, { error: 'invalid_event' });
	}
	if (!isSelected(event, readSelection(context), Date.now())) {
		return { webhookResponse: acknowledgement(event) };
	}
	return {
		webhookResponse: acknowledgement(event),
		workflowData: [[toTriggerItem(event)]],
	};
}

/** The bytes as they came: n8n reads them only on demand, and the signature is over nothing else. */
async function rawBody(context: IWebhookFunctions): Promise<Buffer> {
	const request = context.getRequestObject();
	// Nothing is left to read where n8n has read the request as a form: no event comes as one.
	if (!request.readableEnded) await request.readRawBody();
	return Buffer.isBuffer(request.rawBody) ? request.rawBody : Buffer.alloc(0);
}

function acknowledgement(event: WebhookEvent): IDataObject {
	return { received: true, event_id: event.event_id };
}

/** An answer without a run. */
function answer(
	context: IWebhookFunctions,
	status: number,
	body: IDataObject,
): IWebhookResponseData {
	context.getResponseObject().status(status).json(body);
	return { noWebhookResponse: true };
}

function readSelection(context: IWebhookFunctions): Selection {
	const options = context.getNodeParameter('options', {}) as Record<string, unknown>;
	return {
		events: context.getNodeParameter('events', []) as string[],
		statuses: (typeof options.statuses === 'string' ? options.statuses : '')
			.split(',')
			.map((status) => status.trim())
			.filter(Boolean),
		includeTestPing: options.includeTestPing === true,
		maximumAge: readMaximumAge(context, options.maximumAge ?? 0),
	};
}

/** Off where an expression gives no number: events must not be dropped over it. */
function readMaximumAge(context: IWebhookFunctions, value: unknown): number {
	const seconds = Number(value);
	if (Number.isFinite(seconds) && seconds >= 0) return seconds;
	context.logger.warn('Maximum Age is not a number of seconds, so it is off');
	return 0;
}
