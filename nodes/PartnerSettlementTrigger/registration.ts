import { type IHookFunctions, NodeOperationError } from 'n8n-workflow';

import { readWebhookSecrets } from './webhook-secrets';

/**
 * n8n's hooks around activation. The callback URL is set once by the operator, not by us: it belongs to the tenant, and
 * a workflow that is switched off must not take the others' events with it.
 */
export const registration = {
	async checkExists(this: IHookFunctions): Promise<boolean> {
		return await Promise.resolve(false);
	},

	/** Refuses to go live without a secret: every delivery would be refused. */
	async create(this: IHookFunctions): Promise<boolean> {
		const { secrets } = await readWebhookSecrets(this);
		if (secrets.length > 0) return true;
		throw new NodeOperationError(this.getNode(), 'The credential has no Webhook Secret', {
			description:
				'Without it no delivery can be verified, so none would be accepted. Fill in Webhook Secret in the Partner Settlement API credential.',
		});
	},

	async delete(this: IHookFunctions): Promise<boolean> {
		return await Promise.resolve(true);
	},
};
