import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { readServiceCode, signatureHeaderName } from '../../partner-api';

/** What a delivery is verified with. */
export interface WebhookSecrets {
	/** The present secret and, while a rotation is under way, the one before; empty: accept nothing. */
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
	const secrets = [credential.webhookSecret, credential.previousWebhookSecret].filter(
		(secret): secret is string => typeof secret === 'string' && secret.trim() !== '',
	);
	const { serviceCode } = credential;
	const code = readServiceCode(typeof serviceCode === 'string' ? serviceCode : '');
	return {
		secrets,
		headerName: signatureHeaderName(code),
		redisUrl: credential.deduplicationRedisUrl,
	};
}
