import type { IHookFunctions, WorkflowActivateMode } from 'n8n-workflow';

import { PartnerClient, tokenProvider } from '../../partner-api';
import { outcomeOf, toNodeError } from '../PartnerSettlement/messages/node-error';
import { checkCallbackUrl, webhookSetUrl } from '../PartnerSettlement/operations/webhook/set-url';
import { egressOf, readCredential } from '../PartnerSettlement/run/context';
import { SET_CALLBACK_URL } from './panel';

/**
 * n8n also activates when it starts, and when another process takes over: nobody asked for a change then. Where it mends a
 * registration that it lost, it says `update` as well.
 */
const BY_A_PERSON: readonly WorkflowActivateMode[] = ['activate', 'update'];

/** Somebody waits for n8n to publish. */
const LIMITS = { timeoutMs: 10_000, retry: { retries: 2, longestWait: 2 } };

/**
 * Makes the Production URL the callback URL of the account, where the operator chose so and publishes the workflow. It is
 * the call of Webhook: Set URL (section 4.9).
 *
 * @throws NodeApiError or NodeOperationError, so that the workflow is not published
 */
export async function setCallbackUrl(context: IHookFunctions): Promise<void> {
	if (context.getNodeParameter('setCallbackUrl', false) !== true) return;
	if (!BY_A_PERSON.includes(context.getActivationMode())) return;
	const { settings } = await readCredential(context, webhookSetUrl);
	const { method, base, path } = webhookSetUrl.endpoint;
	const body = { callback_url: context.getNodeWebhookUrl('default') ?? '' };
	const client = new PartnerClient(settings, { ...LIMITS, egress: egressOf(context.helpers) });
	try {
		checkCallbackUrl({ values: body });
		await client.call({ method, base, path, body, retrySafety: 'unsafe' });
	} catch (error) {
		const nodeError = toNodeError(context.getNode(), error, {
			operation: webhookSetUrl,
			changesState: true,
			outcome: outcomeOf(error),
			timeLimit: `${LIMITS.timeoutMs / 1000} seconds`,
			grantedScopes: tokenProvider.peek(settings)?.scopes,
		});
		nodeError.message = `Not published, because the callback URL could not be set. ${nodeError.message}`;
		nodeError.description = `${nodeError.description ?? ''} To publish without it, turn off ${SET_CALLBACK_URL} and use Webhook: Set URL, where the path can be replaced.`;
		throw nodeError;
	}
}
