import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import {
	readServiceCode,
	signatureHeaderName,
	type SignatureVerdict,
	verifySignature,
} from '../../partner-api';

/**
 * For how long a credential's secrets are kept, in milliseconds. To read a credential costs n8n more than the rest of a
 * delivery. But a secret that was just taken away must not be honoured for long.
 */
const KEEP_SECRETS_MS = 5_000;

/** Between two readings after a failed or renewed one: bad signatures must not flood the database. */
const BETWEEN_READINGS_MS = 1_000;

/** What a delivery is verified with. */
export interface WebhookSecrets {
	/** The current secret and, while a rotation is under way, the previous one. Empty: nothing is accepted. */
	secrets: string[];
	/** The signature header, in lower case. */
	headerName: string;
	/** The credential's Deduplication Redis URL, unchecked. */
	redisUrl: unknown;
}

/** Whether a delivery is genuine, and what it was verified with. */
export interface Verification extends WebhookSecrets {
	verdict: SignatureVerdict;
}

/** Times are in milliseconds of `performance.now()`. */
interface Reading {
	secrets: Promise<WebhookSecrets>;
	goodUntil: number;
	/** Until then it is not renewed. */
	newUntil: number;
}

/** By node and credential; simultaneous deliveries share a reading. */
const readings = new Map<string, Reading>();

/**
 * Verifies a delivery over its raw bytes (section 6.1, rule 4). Where the secrets as last read do not match, the
 * credential is read again, at most once a second. So a changed secret counts at once.
 *
 * @param node what tells the node from every other
 * @throws what n8n throws when the credential cannot be read
 */
export async function verifyDelivery(
	context: IWebhookFunctions,
	node: string,
	body: Buffer,
): Promise<Verification> {
	const kept = await recentSecrets(context, node, false);
	const verification = verifyWith(kept, context, body);
	if (verification.verdict.valid) return verification;
	const present = await recentSecrets(context, node, true);
	return present === kept ? verification : verifyWith(present, context, body);
}

async function recentSecrets(
	context: IWebhookFunctions,
	node: string,
	isRenewal: boolean,
): Promise<WebhookSecrets> {
	const now = performance.now();
	// A draft and the published workflow may each have a credential of their own.
	const { credentials } = context.getNode();
	const key = `${node} ${credentials?.partnerSettlementApi?.id ?? ''}`;
	const kept = readings.get(key);
	if (kept && now < (isRenewal ? kept.newUntil : kept.goodUntil)) return await kept.secrets;
	const reading = {
		secrets: readWebhookSecrets(context),
		goodUntil: now + KEEP_SECRETS_MS,
		newUntil: isRenewal ? now + BETWEEN_READINGS_MS : now,
	};
	readings.set(key, reading);
	reading.secrets.catch(() => {
		reading.goodUntil = reading.newUntil = now + BETWEEN_READINGS_MS;
	});
	return await reading.secrets;
}

/** Reads the part of the credential that concerns deliveries. */
export async function readWebhookSecrets(
	context: IHookFunctions | IWebhookFunctions,
): Promise<WebhookSecrets> {
	const credential = await context.getCredentials<Record<string, unknown>>('partnerSettlementApi');
	const { webhookSecret, previousWebhookSecret, serviceCode } = credential;
	// Without a Webhook Secret, the previous one is not accepted either.
	const secrets = isFilled(webhookSecret)
		? [webhookSecret, previousWebhookSecret].filter(isFilled)
		: [];
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

function verifyWith(
	settings: WebhookSecrets,
	context: IWebhookFunctions,
	body: Buffer,
): Verification {
	const header = context.getRequestObject().headersDistinct[settings.headerName];
	const value = header?.length === 1 ? header[0] : header;
	return { ...settings, verdict: verifySignature(body, value, settings.secrets) };
}
