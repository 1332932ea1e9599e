import type {
	IDataObject,
	INodeExecutionData,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import {
	readEvent,
	removeSecrets,
	type SignatureRefusal,
	type WebhookEvent,
} from '../../partner-api';
import {
	assertSupportedEngine,
	claimDelivery,
	type ClaimVerdict,
	nodeKey,
	withClaim,
} from './deduplication/claim';
import { reasonOf, sharedRedis } from './deduplication/redis';
import { isSelected, readSelection, type Selection } from './select';
import { type Verification, verifyDelivery } from './verify';

/** After how many seconds a sender is asked to deliver again. */
const RETRY_AFTER_SECONDS = 5;

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
 * Responds to a delivery: 401 unless it is signed with the credential's secret, 400 when it is no event, 503 when it
 * cannot be handled now, else 200. A selected event starts a run (section 6.1).
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
	const node = nodeKey(context);
	const body = await rawBody(context);
	let verification: Verification;
	try {
		verification = await verifyDelivery(context, node, body);
	} catch (error) {
		return putOff(context, 'the credential cannot be read', error, 'credential_unavailable');
	}
	const { verdict, headerName, redisUrl } = verification;
	if (!verdict.valid) {
		context.logger.warn(`Delivery refused: ${REFUSALS[verdict.reason]}`, { header: headerName });
		return respond(context, 401, { error: 'invalid_signature' });
	}
	let event: WebhookEvent;
	try {
		event = readEvent(body);
	} catch (error) {
		context.logger.warn(`Delivery refused: it is signed, but ${reasonOf(error)}`);
		return respond(context, 400, { error: 'invalid_event' });
	}
	let selection: Selection;
	try {
		selection = readSelection(context);
	} catch (error) {
		const why = 'a parameter of the trigger cannot be read';
		return putOff(context, why, error, 'parameters_unavailable');
	}
	if (!isSelected(event, selection, Date.now())) return acknowledge(event);
	// A test in the editor is always run.
	if (context.getMode() === 'manual') return acknowledge(event, toTriggerItem(event));
	return await start(context, node, event, redisUrl);
}

/** Starts the run of an event that no other delivery has started. */
async function start(
	context: IWebhookFunctions,
	node: string,
	event: WebhookEvent,
	redisUrl: unknown,
): Promise<IWebhookResponseData> {
	let claimed: ClaimVerdict;
	try {
		assertSupportedEngine(context);
		const sharedUrl = sharedRedis(context, redisUrl);
		claimed = await claimDelivery(context, node, event.event_id, sharedUrl);
	} catch (error) {
		const why = 'the events seen cannot be asked for (Redis, where there is one)';
		return putOff(context, why, error, 'deduplication_unavailable');
	}
	if (claimed.verdict === 'claimed') {
		// Should it fail, the delivery is put off, and the claim is free again with that response.
		return acknowledge(event, withClaim(toTriggerItem(event), claimed.claim));
	}
	if (claimed.verdict === 'seen') return acknowledge(event);
	context.logger.warn('Delivery put off: another delivery of the event is still being accepted');
	return deliverAgain(context, 'event_in_progress');
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

/**
 * An event as an n8n item. A webhook is never a source of secrets (section 6.5): any that it carries is taken out, and
 * the item says which.
 */
export function toTriggerItem(event: WebhookEvent): INodeExecutionData {
	const { value, removed } = removeSecrets(event, { oneTimePassword: event.event === 'card.otp' });
	const json = value as IDataObject;
	return { json: removed.length > 0 ? { ...json, removed_secrets: removed } : json };
}

/** 200; with an item, once n8n has stored the run. */
function acknowledge(event: WebhookEvent, item?: INodeExecutionData): IWebhookResponseData {
	const webhookResponse = { received: true, event_id: event.event_id };
	return item ? { webhookResponse, workflowData: [[item]] } : { webhookResponse };
}

function putOff(
	context: IWebhookFunctions,
	why: string,
	error: unknown,
	code: string,
): IWebhookResponseData {
	context.logger.error(`Delivery put off: ${why}: ${reasonOf(error)}`);
	return deliverAgain(context, code);
}

/** 503: the sender delivers again (section 6.1, rule 1), and the event is not lost. */
function deliverAgain(context: IWebhookFunctions, error: string): IWebhookResponseData {
	context.getResponseObject().set('Retry-After', String(RETRY_AFTER_SECONDS));
	return respond(context, 503, { error });
}

/** A response without a run. */
function respond(
	context: IWebhookFunctions,
	status: number,
	body: IDataObject,
): IWebhookResponseData {
	context.getResponseObject().status(status).json(body);
	return { noWebhookResponse: true };
}
