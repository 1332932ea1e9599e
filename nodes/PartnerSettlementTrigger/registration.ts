import { type IHookFunctions, NodeOperationError } from 'n8n-workflow';

import { readRedisUrl } from './deduplication/redis-connection';
import { FIRST_SECRET } from './first-secret';
import { sendSampleLater } from './sample-delivery';
import { readSharedMemory } from './shared-memory';
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
		assertMemory(this, redisUrl, isTest);
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

function assertMemory(context: IHookFunctions, redisUrl: unknown, isTest: boolean): void {
	try {
		// A test in the editor is always run, so it needs no memory.
		if (isTest) readRedisUrl(redisUrl);
		else readSharedMemory(context, redisUrl);
	} catch (error) {
		throw new NodeOperationError(context.getNode(), error as Error, {
			description:
				'In queue mode the processes of n8n share there which events they have seen, or an event may be applied twice. Fill in Deduplication Redis URL in the Partner Settlement API credential, such as redis://host:6379: the Redis of the queue will do, if it keeps its data. With one process of n8n it stays empty. To go live without it all the same, turn on Go Live Without Redis under Options.',
		});
	}
}
