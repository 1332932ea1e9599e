// /webhook-test of a draft and /webhook of the published version may have different credentials in one node.
import type { INode, IWebhookFunctions } from 'n8n-workflow';
import { verifyDelivery } from '../../../../nodes/PartnerSettlementTrigger/verify';
import { signBody } from '../../../../partner-api';

const BODY = Buffer.from('{}');
const SECRETS = { live: 'secret of production', sandbox: 'secret of the sandbox' };

/** Deliver to the node with one credential, signed with a secret. */
async function accepts(credential: keyof typeof SECRETS, signedWith: string): Promise<boolean> {
	const context = {
		getCredentials: () => Promise.resolve({ webhookSecret: SECRETS[credential] }),
		getRequestObject: () => ({
			headersDistinct: { 'x-svc-signature': [signBody(signedWith, '{}')] },
		}),
	};
	const node = { credentials: { partnerSettlementApi: { id: credential, name: credential } } };
	const { verdict } = await verifyDelivery(
		context as unknown as IWebhookFunctions,
		node as unknown as INode,
		'instance:workflow:node',
		BODY,
	);
	return verdict.valid;
}

test('a test of the draft with the sandbox credential opens nothing in production', async () => {
	expect(await accepts('live', SECRETS.live)).toBe(true);
	expect(await accepts('live', SECRETS.sandbox)).toBe(false);
	await new Promise((resolve) => setTimeout(resolve, 1_100));
	expect(await accepts('sandbox', SECRETS.sandbox)).toBe(true); // Listen for test event
	expect(await accepts('live', SECRETS.sandbox)).toBe(false); // the production URL, within 5 s
});
