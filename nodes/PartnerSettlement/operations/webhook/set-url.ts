import { schemas } from '../../../../partner-api';
import { text } from '../../catalog/fields';
import { named, type Operation } from '../../catalog/operation';

export const webhookSetUrl: Operation = {
	resource: 'webhook',
	operation: 'setUrl',
	name: 'Set URL',
	action: 'Set the webhook URL',
	description: 'Register the HTTPS address that receives the events',
	section: '4.9',
	endpoint: named('webhook_register'),
	effect: 'change',
	extId: false,
	fields: [
		text('callback_url', {
			required: true,
			inferred: true,
			displayName: 'Callback URL',
			placeholder: 'e.g. https://n8n.example.com/webhook/...',
			description: 'The Production URL of a Partner Settlement Trigger',
		}),
	],
	response: schemas.recordSchema,
};
