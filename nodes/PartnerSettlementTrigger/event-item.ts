import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { removeSecrets, type WebhookEvent } from '../../partner-api';

/**
 * An event as an n8n item. A webhook is never a source of secrets (section 6.5): any that it carries is taken out, and
 * the item says which.
 */
export function toTriggerItem(event: WebhookEvent): INodeExecutionData {
	const { value, removed } = removeSecrets(event, { oneTimePassword: event.event === 'card.otp' });
	const json = value as IDataObject;
	return { json: removed.length > 0 ? { ...json, removed_secrets: removed } : json };
}
