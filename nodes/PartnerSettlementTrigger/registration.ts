import { randomUUID } from 'node:crypto';

import type { IHookFunctions } from 'n8n-workflow';

import { EVENT_TYPES, signBody } from '../../partner-api';
import { checkCallbackUrl, webhookSetUrl } from '../PartnerSettlement/operations/webhook/set-url';
import { activationError, callAsTrigger, RESTART } from '../trigger-call';
import { assertSupportedEngine } from './deduplication/claim';
import { reasonOf, sharedRedis } from '../redis';
import { CHOSEN_EVENT, SET_CALLBACK_URL } from './panel';
import { readWebhookSecrets, requireSecret, sampleSecretOf } from './verify';

/**
 * n8n's hooks around activation, and around a test in the editor. Unpublishing a workflow leaves the callback URL as it is:
 * it belongs to the account, and may be another workflow's by then.
 */
export const registration = {
	/** When n8n starts, the URL stays live. A delivery that cannot be checked then gets 503. */
	async checkExists(this: IHookFunctions): Promise<boolean> {
		return await Promise.resolve(RESTART.includes(this.getActivationMode()));
	},

	/** Refuses to go live if every delivery would be refused or postponed, or the callback URL cannot be set. */
	async create(this: IHookFunctions): Promise<boolean> {
		try {
			assertSupportedEngine(this);
			const settings = await readWebhookSecrets(this);
			const secret = requireSecret(settings);
			sharedRedis(settings.redisUrl);
			const isTest = this.getActivationMode() === 'manual';
			if (isTest) sendSampleLater(this, sampleSecretOf(secret), settings.headerName);
			else await setCallbackUrl(this);
			return true;
		} catch (error) {
			throw activationError(this.getNode(), error);
		}
	},

	async delete(this: IHookFunctions): Promise<boolean> {
		return await Promise.resolve(true);
	},
};

/**
 * Makes the Production URL the callback URL of the account, if the operator chose that. It is the call of Webhook: Set URL
 * (section 4.9).
 *
 * @throws NodeApiError or NodeOperationError, so that the trigger does not go live
 */
async function setCallbackUrl(context: IHookFunctions): Promise<void> {
	if (context.getNodeParameter('setCallbackUrl', false) !== true) return;
	const body = { callback_url: context.getNodeWebhookUrl('default') ?? '' };
	try {
		checkCallbackUrl(body.callback_url);
		await callAsTrigger(context, webhookSetUrl, body);
	} catch (error) {
		const failure = activationError(context.getNode(), error);
		failure.message = `Not live, because setting the callback URL failed. ${failure.message} To publish without it, turn off ${SET_CALLBACK_URL} and use Webhook: Set URL, where the path can be replaced.`;
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
