import { type IHookFunctions, NodeOperationError } from 'n8n-workflow';

import { readRedisUrl } from './deduplication/redis-connection';
import { FIRST_SECRET } from './first-secret';
import { sendSampleLater } from './sample-delivery';
import { assertSupportedEngine } from './supported-engine';
import { readWebhookSecrets } from './webhook-secrets';

/**
 * n8n's hooks around activation. The callback URL is set once by the operator, not by us: it belongs to the tenant, and
 * a workflow that is switched off must not take the others' events with it.
 */
export const registration = {
	async checkExists(this: IHookFunctions): Promise<boolean> {
		return await Promise.resolve(false);
	},

	/** Refuses to go live where every delivery would be refused or put off. */
	async create(this: IHookFunctions): Promise<boolean> {
		const isTest = this.getActivationMode() === 'manual';
		if (!isTest) assertSupportedEngine(this);
		const { secrets, redisUrl, headerName } = await readWebhookSecrets(this);
		assertRedisUrl(this, redisUrl);
		const [secret] = secrets;
		if (secret !== undefined) {
			if (isTest) sendSampleLater(this, secret, headerName);
			return true;
		}
		throw new NodeOperationError(this.getNode(), 'The credential has no Webhook Secret', {
			description: `Without it no delivery can be verified, so none would be accepted. Fill in Webhook Secret in the Partner Settlement API credential. ${FIRST_SECRET}`,
		});
	},

	async delete(this: IHookFunctions): Promise<boolean> {
		return await Promise.resolve(true);
	},
};

function assertRedisUrl(context: IHookFunctions, redisUrl: unknown): void {
	try {
		readRedisUrl(redisUrl);
	} catch (error) {
		throw new NodeOperationError(context.getNode(), error as Error, {
			description:
				'It is a field of the Partner Settlement API credential; with one n8n it stays empty.',
		});
	}
}
