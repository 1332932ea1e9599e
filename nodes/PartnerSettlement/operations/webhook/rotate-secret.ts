import { InputError, schemas } from '../../../../partner-api';
import type { ItemCall } from '../../definition/item-call';
import { documented, type Operation } from '../../definition/operation';

export const webhookRotateSecret: Operation = {
	resource: 'webhook',
	operation: 'rotateSecret',
	name: 'Rotate Secret',
	action: 'Rotate the webhook secret',
	description: 'Get a new Webhook Secret, which signs all events from then on',
	section: '4.1',
	endpoint: documented('POST', 'base', '/auth/v1/agent/hmac/rotate'),
	effect: 'change',
	fields: [],
	body: 'none',
	response: schemas.rotatedSecretSchema,
	secrets: true,
	perform: rotate,
	notice:
		"First copy the current secret from where you keep it into Previous Webhook Secret of the credential: n8n can't show it. It stops working as soon as you rotate. The new one (hmac_secret) is shown only once: save it as Webhook Secret. A callback URL must be set (Webhook: Set URL).",
};

/** Each rotation invalidates the secret of the one before, so more than one item can only be a mistake. */
async function rotate(item: ItemCall): Promise<unknown> {
	if (item.itemCount > 1) {
		throw new InputError(
			`Rotate Secret takes one item, but ${String(item.itemCount)} came in`,
			'Turn on Execute Once in the settings of this node.',
		);
	}
	requireRevealed(item);
	const response = await item.send();
	// The secret may be in an envelope.
	const isShown = JSON.stringify(response).includes('"hmac_secret"');
	item.hint(
		isShown
			? 'hmac_secret is the new Webhook Secret. Save it in the credential now: until then, events are refused.'
			: 'The response shows no hmac_secret. If events are refused now, rotate again, or ask the provider of the API.',
	);
	return response;
}

/** @throws InputError if the new secret would come out redacted: it is shown only once */
export function requireRevealed({ revealsSecrets }: Pick<ItemCall, 'revealsSecrets'>): void {
	if (revealsSecrets) return;
	throw new InputError(
		'Reveal Secrets is off, so the secret was not rotated. The old one still works',
		'Turn Reveal Secrets on. The new secret comes out only this once, and is saved with the execution.',
	);
}
