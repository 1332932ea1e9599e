import { randomUUID } from 'node:crypto';

import type { IHookFunctions, WorkflowActivateMode } from 'n8n-workflow';

import { EVENT_TYPES, InputError, signBody } from '../../partner-api';
import { checkCallbackUrl, webhookSetUrl } from '../PartnerSettlement/operations/webhook/set-url';
import { activationError, callAsTrigger, OFF_AIR } from '../trigger-call';
import { assertSupportedEngine } from './deduplication/claim';
import { reasonOf, sharedRedis } from '../redis';
import { CHOSEN_EVENT, SET_CALLBACK_URL } from './panel';
import { readWebhookSecrets, sampleSecretOf } from './verify';

/**
 * How an operator gets a first Webhook Secret. In the document, it comes only from the rotation, which needs a callback URL
 * (section 4.1). The Production URL exists before the workflow is live, but n8n responds with 404 until then. The document
 * shows no schedule of redeliveries (section 6.6).
 */
const FIRST_SECRET =
	'If you have none yet, set the Production URL with Webhook: Set URL. Then run Webhook: Rotate Secret with Reveal Secrets on, and save the new secret. Order nothing until you publish, because events may be lost.';

/**
 * n8n's hooks around activation, and around a test in the editor. Unpublishing a workflow leaves the callback URL as it is:
 * it belongs to the account, and may be another workflow's by then.
 */
export const registration = {
	async checkExists(this: IHookFunctions): Promise<boolean> {
		return await Promise.resolve(false);
	},

	/** Refuses to go live if every delivery would be refused or postponed, or the callback URL cannot be set. */
	async create(this: IHookFunctions): Promise<boolean> {
		try {
			assertSupportedEngine(this);
			const { secrets, headerName, redisUrl } = await readWebhookSecrets(this);
			sharedRedis(redisUrl);
			const [secret] = secrets;
			if (secret === undefined) {
				throw new InputError(
					'The credential has no Webhook Secret',
					`Without it, no event can be checked or accepted. Fill in Webhook Secret in the credential. ${FIRST_SECRET}`,
				);
			}
			const isTest = this.getActivationMode() === 'manual';
			if (isTest) sendSampleLater(this, sampleSecretOf(secret), headerName);
			else await setCallbackUrl(this);
			return true;
		} catch (error) {
			const failure = activationError(this.getNode(), error);
			if (this.getActivationMode() === 'update') failure.message += OFF_AIR;
			throw failure;
		}
	},

	async delete(this: IHookFunctions): Promise<boolean> {
		return await Promise.resolve(true);
	},
};

/**
 * n8n also activates when it starts, and when another process takes over: then no person asked for a change. If it repairs
 * a lost registration, it says `update` as well.
 */
const BY_A_PERSON: readonly WorkflowActivateMode[] = ['activate', 'update'];

/**
 * Makes the Production URL the callback URL of the account, if the operator chose that and publishes the workflow. It is
 * the call of Webhook: Set URL (section 4.9).
 *
 * @throws NodeApiError or NodeOperationError, so that the workflow is not published
 */
async function setCallbackUrl(context: IHookFunctions): Promise<void> {
	if (context.getNodeParameter('setCallbackUrl', false) !== true) return;
	if (!BY_A_PERSON.includes(context.getActivationMode())) return;
	const body = { callback_url: context.getNodeWebhookUrl('default') ?? '' };
	try {
		checkCallbackUrl(body.callback_url);
		await callAsTrigger(context, webhookSetUrl, body);
	} catch (error) {
		const failure = activationError(context.getNode(), error);
		failure.message = `Not published, because setting the callback URL failed. ${failure.message} To publish without it, turn off ${SET_CALLBACK_URL} and use Webhook: Set URL, where the path can be replaced.`;
		throw failure;
	}
}

/**
 * How long n8n takes to register a test. An earlier sample would end the test, and n8n would register the test
 * afterwards.
 */
const REGISTRATION_MS = 1_000;

/**
 * Sends the sample event that the options ask for to this test in the editor, in the form of a real one.
 *
 * @param secret signs it
 * @param headerName the signature header
 */
function sendSampleLater(context: IHookFunctions, secret: string, headerName: string): void {
	const { sampleEvent: asked } = context.getNodeParameter('options', {}) as Record<string, unknown>;
	const chosen = context.getNodeParameter('events', []) as string[];
	const type =
		asked === CHOSEN_EVENT
			? (EVENT_TYPES.find((name) => chosen.includes(name)) ?? 'card_issue.status_changed')
			: EVENT_TYPES.find((name) => name === asked);
	const url = context.getNodeWebhookUrl('default');
	if (type === undefined || url === undefined) return;
	const body = JSON.stringify(sampleEvent(type, new Date()));
	const headers = { 'content-type': 'application/json', [headerName]: signBody(secret, body) };
	setTimeout(() => {
		context.helpers.httpRequest({ method: 'POST', url, headers, body }).catch((error: unknown) => {
			context.logger.warn(
				`The sample event did not reach the test URL of this n8n: ${reasonOf(error)}`,
			);
		});
	}, REGISTRATION_MS);
}

/** A made-up event of this type, with a new event_id and every field that section 6.4 lists for a successful one. */
export function sampleEvent(type: (typeof EVENT_TYPES)[number], now: Date) {
	const data = {
		ext_id: 'sample-ext-id',
		status: 'completed',
		document_status: 'done',
		ref_id: 'sample-ref',
		order_id: 'sample-order',
		card_id: 'sample-card',
		http_status: '200',
		amount: '150.25',
		currency: 'USDT',
		network: 'TRON',
		to_address: 'sample-address',
		offer_id: 'sample-offer',
		...(type === 'card.otp' && { otp: '000000' }),
	};
	return { event_id: randomUUID(), event: type, occurred_at: now.toISOString(), data };
}
