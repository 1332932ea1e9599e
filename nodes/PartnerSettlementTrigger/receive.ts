import type {
	IDataObject,
	INodeExecutionData,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { readEvent, removeSecrets, type WebhookEvent } from '../../partner-api';
import { assertSupportedEngine, claimDelivery, triggerIdOf } from './deduplication/claim';
import { countDelivery } from '../delivery-counts';
import { reasonOf, sharedRedis } from '../redis';
import { isSelected, readSelection } from './select';
import { verifyDelivery } from './verify';

/** The number of seconds after which a sender should deliver again. */
const RETRY_AFTER_SECONDS = 5;

/**
 * Responds to a delivery: 401 unless it is signed with the credential's secret, 400 if it is not an event, 503 if it cannot
 * be handled now, otherwise 200. A selected event starts a run (section 6.1).
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const progress: { redisUrl?: unknown } = {};
	try {
		return await receiveDelivery(context, progress);
	} catch (error) {
		// If this threw, n8n would store a run with an empty item. On Error: Continue, or a retry by hand, would send it on.
		context.logger.error(`Delivery postponed: ${reasonOf(error)}`);
		countDelivery(context, { refused: 'postponed' }, progress.redisUrl);
		// The sender delivers again (section 6.1, rule 1), and the event is not lost.
		context.getResponseObject().set('Retry-After', String(RETRY_AFTER_SECONDS));
		return respond(context, 503, { error: 'delivery_failed' });
	}
}

/** @param progress gets what is known of the delivery if it fails */
async function receiveDelivery(
	context: IWebhookFunctions,
	progress: { redisUrl?: unknown },
): Promise<IWebhookResponseData> {
	// Called only once, because n8n makes a deep copy each time.
	const node = context.getNode();
	const triggerId = triggerIdOf(context, node);
	const body = await rawBody(context);
	const { verdict, headerName, redisUrl } = await verifyDelivery(context, node, triggerId, body);
	progress.redisUrl = redisUrl;
	if (!verdict.valid) {
		// The log gets nothing of the secret or the signature.
		const reason = verdict.reason.replaceAll('_', ' ');
		context.logger.warn(`Delivery refused: ${reason}`, { header: headerName });
		countDelivery(context, { refused: reason }, redisUrl);
		return respond(context, 401, { error: 'invalid_signature' });
	}
	let event: WebhookEvent;
	try {
		event = readEvent(body);
	} catch (error) {
		context.logger.warn(`Delivery refused: it is signed, but ${reasonOf(error)}`);
		countDelivery(context, { refused: 'no event' }, redisUrl);
		return respond(context, 400, { error: 'invalid_event' });
	}
	const webhookResponse = { received: true, event_id: event.event_id };
	if (context.getMode() === 'manual') {
		// A test in the editor takes every event, however often it comes.
		return { webhookResponse, workflowData: [[toTriggerItem(event)]] };
	}
	const isChosen = isSelected(event, readSelection(context), Date.now());
	const claim =
		isChosen && (await claimDelivery(context, triggerId, event.event_id, sharedRedis(redisUrl)));
	// If this throws, the delivery gets 503, which frees the claim.
	if (claim) assertSupportedEngine(context);
	countDelivery(context, isChosen && !claim ? 'duplicates' : 'accepted', redisUrl);
	if (!claim) return { webhookResponse };
	// Next to the item's data, so that no node of the workflow sees it.
	return { webhookResponse, workflowData: [[{ ...toTriggerItem(event), claim }]] };
}

/** The bytes as they came: n8n reads them only on demand, and the signature covers exactly these. */
async function rawBody(context: IWebhookFunctions): Promise<Buffer> {
	const request = context.getRequestObject();
	try {
		await request.readRawBody();
	} catch {
		// n8n has read it as a form, or the sender disconnected: neither is an event.
		return Buffer.alloc(0);
	}
	return Buffer.isBuffer(request.rawBody) ? request.rawBody : Buffer.alloc(0);
}

/**
 * An event as an n8n item. A webhook is never a source of secrets (section 6.5): any secrets are removed, and the item
 * names them.
 */
export function toTriggerItem(event: WebhookEvent): INodeExecutionData {
	const content = event.event === 'card.otp' ? 'password' : 'event';
	const { value, removed } = removeSecrets(event, content);
	const json = value as IDataObject;
	return { json: removed.length > 0 ? { ...json, removed_secrets: removed } : json };
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
