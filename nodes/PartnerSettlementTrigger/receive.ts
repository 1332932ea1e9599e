import type {
	IDataObject,
	INodeExecutionData,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { readEvent, type SignatureRefusal, type WebhookEvent } from '../../partner-api';
import { type Admission, admit, knownDuplicate } from './deduplication/admission';
import { withClaim } from './deduplication/claimed-item';
import { RETRY_AFTER_SECONDS } from './deduplication/event-store';
import { toTriggerItem } from './event-item';
import { readSelection } from './read-selection';
import { reasonOf } from './reason-of';
import { isSelected, type Selection } from './selection';
import { readSharedMemory } from './shared-memory';
import { assertSupportedEngine } from './supported-engine';
import { type Verification, verifyDelivery } from './webhook-secrets';

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
	try {
		return await receiveDelivery(context);
	} catch (error) {
		// n8n would store a run with an empty item, which On Error: Continue, or a retry by hand, sends on.
		return putOff(context, 'it could not be handled', error, 'delivery_failed');
	}
}

async function receiveDelivery(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const body = await rawBody(context);
	let verification: Verification;
	try {
		verification = await verifyDelivery(context, body);
	} catch (error) {
		return putOff(context, 'the credential cannot be read', error, 'credential_unavailable');
	}
	const { verdict, headerName, signature } = verification;
	if (!verdict.valid) {
		context.logger.warn(`Delivery refused: ${REFUSALS[verdict.reason]}`, { header: headerName });
		return answer(context, 401, { error: 'invalid_signature' });
	}
	const duplicateOf =
		context.getMode() === 'manual' ? undefined : knownDuplicate(context, signature);
	if (duplicateOf !== undefined) return { webhookResponse: acknowledgement(duplicateOf) };
	let event: WebhookEvent;
	try {
		event = readEvent(body);
	} catch (error) {
		context.logger.warn(`Delivery refused: it is signed, but ${reasonOf(error)}`);
		return answer(context, 400, { error: 'invalid_event' });
	}
	let selection: Selection;
	try {
		selection = readSelection(context);
	} catch (error) {
		const why = 'a parameter of the trigger cannot be read';
		return putOff(context, why, error, 'parameters_unavailable');
	}
	if (!isSelected(event, selection, Date.now())) {
		return { webhookResponse: acknowledgement(event.event_id) };
	}
	return await start(context, event, verification);
}

/** Starts the run of an event that is not seen yet; a test in the editor is always run. */
async function start(
	context: IWebhookFunctions,
	event: WebhookEvent,
	{ redisUrl, signature }: Verification,
): Promise<IWebhookResponseData> {
	// Before the claim: what could fail behind it would leave the event as one whose run is being stored.
	const item = toTriggerItem(event);
	if (context.getMode() === 'manual') return run(event, item);
	assertSupportedEngine(context);
	let admission: Admission;
	try {
		// UUIDs are the same in capitals.
		const eventId = event.event_id.toLowerCase();
		admission = await admit(context, eventId, signature, readSharedMemory(context, redisUrl));
	} catch (error) {
		const why = 'the events seen cannot be asked for (Redis, where there is one)';
		return putOff(context, why, error, 'deduplication_unavailable');
	}
	if (admission.verdict === 'claimed') {
		return run(event, withClaim(item, admission.claim));
	}
	if (admission.verdict === 'seen') return { webhookResponse: acknowledgement(event.event_id) };
	context.logger.warn('Delivery put off: another delivery of the event is still being accepted');
	return comeAgain(context, 'event_in_progress');
}

function run(event: WebhookEvent, item: INodeExecutionData): IWebhookResponseData {
	return { webhookResponse: acknowledgement(event.event_id), workflowData: [[item]] };
}

function putOff(
	context: IWebhookFunctions,
	why: string,
	error: unknown,
	code: string,
): IWebhookResponseData {
	context.logger.error(`Delivery put off: ${why}: ${reasonOf(error)}`);
	return comeAgain(context, code);
}

/** 503: the sender delivers again (section 6.1, rule 1), and the event is not lost. */
function comeAgain(context: IWebhookFunctions, error: string): IWebhookResponseData {
	context.getResponseObject().set('Retry-After', String(RETRY_AFTER_SECONDS));
	return answer(context, 503, { error });
}

/** The bytes as they came: n8n reads them only on demand, and the signature is over nothing else. */
async function rawBody(context: IWebhookFunctions): Promise<Buffer> {
	const request = context.getRequestObject();
	try {
		await request.readRawBody();
	} catch {
		// n8n has read it as a form, or the sender broke off: no event comes like that.
		return Buffer.alloc(0);
	}
	return Buffer.isBuffer(request.rawBody) ? request.rawBody : Buffer.alloc(0);
}

function acknowledgement(eventId: string): IDataObject {
	return { received: true, event_id: eventId };
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
