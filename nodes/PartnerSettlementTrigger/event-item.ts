import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { removeSecrets, type WebhookEvent } from '../../partner-api';

/** How a gift's codes may be called beside the names that hold a secret anywhere. */
const GIFT_CODES = ['code', 'pin'];

/**
 * An event as an n8n item. A webhook is never a source of secrets (section 6.5): any that it carries is taken out, and
 * the item says which.
 */
export function toTriggerItem(event: WebhookEvent): INodeExecutionData {
	// A one-time password is what card.otp is for; its field's name is not shown.
	const { value, removed } = removeSecrets(event, event.event === 'card.otp' ? [] : GIFT_CODES);
	const json = value as IDataObject;
	return { json: removed.length > 0 ? { ...json, removed_secrets: removed } : json };
}
