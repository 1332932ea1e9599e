import { InputError, schemas } from '../../../../partner-api';
import type { ItemCall } from '../../catalog/item-call';
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
	revealDescription:
		'Whether the new secret comes out readable, and is saved with the execution. With this off nothing is sent: the new secret would be lost, and deliveries refused until you rotate again.',
	run: rotate,
	notice:
		'A callback URL must be set (Webhook: Set URL). The old secret stops working at once and the new one is shown only this once: turn on Reveal Secrets, and put it into the credential.',
};

/** Each rotation kills the secret of the one before, so more than one item can only be a mistake. */
async function rotate(item: ItemCall): Promise<unknown> {
	if (item.itemCount > 1) {
		throw new InputError(
			`Rotate Secret is for one item, ${String(item.itemCount)} came in`,
			'Turn on Execute Once in the settings of this node.',
		);
	}
	return await item.send();
}
