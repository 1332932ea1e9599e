import { schemas } from '../../../../partner-api';
import { documented, type Operation } from '../../catalog/operation';

export const webhookRotateSecret: Operation = {
	resource: 'webhook',
	operation: 'rotateSecret',
	name: 'Rotate Secret',
	action: 'Rotate the webhook secret',
	description: 'Replace the HMAC secret that signs the events',
	section: '4.1',
	endpoint: documented('POST', 'base', '/auth/v1/agent/hmac/rotate'),
	effect: 'change',
	extId: false,
	fields: [],
	body: 'none',
	response: schemas.rotatedSecretSchema,
	secrets: true,
	notice:
		'The old secret stops working at once and the new one is shown only this once: turn on Reveal Secrets, and put the new one into the credential.',
};
