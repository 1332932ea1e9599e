import type { IHookFunctions, WorkflowActivateMode } from 'n8n-workflow';

import { checkCallbackUrl, webhookSetUrl } from '../PartnerSettlement/operations/webhook/set-url';
import { activationError, callAsTrigger } from '../trigger-call';
import { SET_CALLBACK_URL } from './panel';

/**
 * n8n also activates when it starts, and when another process takes over: nobody asked for a change then. Where it mends a
 * registration that it lost, it says `update` as well.
 */
const BY_A_PERSON: readonly WorkflowActivateMode[] = ['activate', 'update'];

/**
 * Makes the Production URL the callback URL of the account, where the operator chose so and publishes the workflow. It is
 * the call of Webhook: Set URL (section 4.9).
 *
 * @throws NodeApiError or NodeOperationError, so that the workflow is not published
 */
export async function setCallbackUrl(context: IHookFunctions): Promise<void> {
	if (context.getNodeParameter('setCallbackUrl', false) !== true) return;
	if (!BY_A_PERSON.includes(context.getActivationMode())) return;
	const body = { callback_url: context.getNodeWebhookUrl('default') ?? '' };
	try {
		checkCallbackUrl({ values: body });
		await callAsTrigger(context, webhookSetUrl, body, () => undefined);
	} catch (error) {
		const failure = activationError(context.getNode(), error);
		failure.message = `Not published, because the callback URL could not be set. ${failure.message} To publish without it, turn off ${SET_CALLBACK_URL} and use Webhook: Set URL, where the path can be replaced.`;
		throw failure;
	}
}
