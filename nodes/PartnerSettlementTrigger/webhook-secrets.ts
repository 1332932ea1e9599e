import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import {
	readServiceCode,
	signatureHeaderName,
	type SignatureVerdict,
	verifySignature,
} from '../../partner-api';
import { nodeKey } from './deduplication/node-key';
import { Recent } from './recent';

/**
 * For how long a credential's secrets are kept, in milliseconds. Reading a credential costs n8n more than all else
 * that a delivery asks for; and one whose secret was just taken away must not be honoured for long.
 */
const KEEP_SECRETS_MS = 5_000;

/**
 * How long after one reading the next may begin, in milliseconds: whoever sends us bad signatures must not make us read
 * the database as often.
 */
const BETWEEN_READINGS_MS = 1_000;

const recentSecrets = new Recent<WebhookSecrets>(KEEP_SECRETS_MS, BETWEEN_READINGS_MS);

/** What a delivery is verified with. */
export interface WebhookSecrets {
	/** The current secret and, while a rotation is under way, the one before; empty: accept nothing. */
	secrets: string[];
	/** The signature header, in lower case. */
	headerName: string;
	/** The credential's Deduplication Redis URL, unchecked. */
	redisUrl: unknown;
}

/** Reads the credential's part that concerns deliveries. */
export async function readWebhookSecrets(
	context: IHookFunctions | IWebhookFunctions,
): Promise<WebhookSecrets> {
	const credential = await context.getCredentials<Record<string, unknown>>('partnerSettlementApi');
	const { webhookSecret, previousWebhookSecret } = credential;
	// Who empties Webhook Secret shuts the door, to the one before as well.
	const secrets = isFilled(webhookSecret)
		? [webhookSecret, previousWebhookSecret].filter(isFilled)
		: [];
	const { serviceCode } = credential;
	const code = readServiceCode(typeof serviceCode === 'string' ? serviceCode : '');
	return {
		secrets,
		headerName: signatureHeaderName(code),
		redisUrl: credential.deduplicationRedisUrl,
	};
}

function isFilled(secret: unknown): secret is string {
	return typeof secret === 'string' && secret.trim() !== '';
}

/** A delivery's verdict, and what it was verified with. */
export interface Verification extends WebhookSecrets {
	verdict: SignatureVerdict;
	/** As it came; empty where none did. */
	signature: string;
}

/**
 * Verifies a delivery. What does not match the secrets as last read is tried with the credential as it is now, or was a
 * second ago at most: a changed secret counts at once, and strangers cost one reading a second, not one each.
 */
export async function verifyDelivery(
	context: IWebhookFunctions,
	body: Buffer,
): Promise<Verification> {
	const key = `${nodeKey(context)}:${context.getNode().credentials?.partnerSettlementApi?.id ?? ''}`;
	const read = (): Promise<WebhookSecrets> => readWebhookSecrets(context);
	const secrets = await recentSecrets.get(key, read);
	const verification = verifyWith(secrets, context, body);
	if (verification.verdict.valid) return verification;
	const present = await recentSecrets.renew(key, read);
	return present === secrets ? verification : verifyWith(present, context, body);
}

function verifyWith(
	settings: WebhookSecrets,
	context: IWebhookFunctions,
	body: Buffer,
): Verification {
	const header = context.getRequestObject().headersDistinct[settings.headerName];
	const value = header?.length === 1 ? header[0] : header;
	const verdict = verifySignature(body, value, settings.secrets);
	return { ...settings, verdict, signature: typeof value === 'string' ? value : '' };
}
