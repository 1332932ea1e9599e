import type { IHookFunctions, INode, IWebhookFunctions } from 'n8n-workflow';

import {
	InputError,
	readServiceCode,
	readWebhookSecret,
	signatureHeaderName,
	signBody,
	type SignatureVerdict,
	verifySignature,
} from '../../partner-api';

/**
 * How long a credential's secrets are kept, in milliseconds. Reading a credential costs n8n more than the rest of a
 * delivery. But a secret that was just removed must not be accepted for long.
 */
const KEEP_SECRETS_MS = 5_000;

/** The time between two readings for deliveries that do not match: bad signatures must not flood the database. */
const BETWEEN_READINGS_MS = 200;

/**
 * How an operator gets a first Webhook Secret. In the document, it comes only from the rotation, which needs a callback URL
 * (section 4.1). The Production URL exists before the workflow is live, but n8n responds with 404 until then. The document
 * shows no schedule of redeliveries (section 6.6).
 */
const FIRST_SECRET =
	'If you have none yet, set the Production URL with Webhook: Set URL. Then run Webhook: Rotate Secret with Reveal Secrets on, and save the new secret. Order nothing until you publish, because events may be lost.';

/** The secrets and the header for the verification of a delivery. */
type WebhookSecrets = Awaited<ReturnType<typeof readWebhookSecrets>>;

/** By node and credential; simultaneous deliveries share a reading. */
const readings = new Map<string, { at: number; secrets: Promise<WebhookSecrets> }>();

/**
 * Verifies a delivery over its raw bytes (section 6.1, rule 4). If it does not match the secrets as last read, the
 * credential is read again. So a changed secret counts at once.
 *
 * @param node the trigger
 * @param triggerId as `triggerIdOf` gives it
 * @returns whether it is genuine, and the secrets that were used
 * @throws what n8n throws if the credential cannot be read
 */
export async function verifyDelivery(
	context: IWebhookFunctions,
	node: INode,
	triggerId: string,
	body: Buffer,
): Promise<WebhookSecrets & { verdict: SignatureVerdict }> {
	// A draft and the published workflow may each have their own credential.
	const credential = `${triggerId} ${node.credentials?.partnerSettlementApi?.id ?? ''}`;
	const verify = async (maxAgeMs: number) => {
		const settings = await recentSecrets(context, credential, maxAgeMs);
		requireSecret(settings);
		const header = context.getRequestObject().headersDistinct[settings.headerName];
		const value = header?.length === 1 ? header[0] : header;
		const { secrets } = settings;
		const ofSamples = context.getMode() === 'manual' ? secrets.map(sampleSecretOf) : [];
		return { ...settings, verdict: verifySignature(body, value, [...secrets, ...ofSamples]) };
	};
	const verification = await verify(KEEP_SECRETS_MS);
	return verification.verdict.valid ? verification : await verify(BETWEEN_READINGS_MS);
}

async function recentSecrets(
	context: IWebhookFunctions,
	credential: string,
	maxAgeMs: number,
): Promise<WebhookSecrets> {
	const now = performance.now();
	const kept = readings.get(credential);
	if (kept && now - kept.at < maxAgeMs) return await kept.secrets;
	const secrets = readWebhookSecrets(context);
	readings.set(credential, { at: now, secrets });
	secrets.catch(() => readings.delete(credential));
	return await secrets;
}

/** @returns the current secret @throws InputError if there is none */
export function requireSecret({ secrets: [secret] }: WebhookSecrets): string {
	if (secret !== undefined) return secret;
	throw new InputError(
		'The credential has no Webhook Secret',
		`Without it, no event is accepted. Fill it in. ${FIRST_SECRET}`,
	);
}

/**
 * Reads the part of the credential for deliveries.
 *
 * @returns the current secret and, during a rotation, the previous one (empty: no delivery is accepted); the signature
 *   header in lower case; the Redis URL, unchecked
 * @throws InputError for a Webhook Secret that was not copied alone
 */
export async function readWebhookSecrets(context: IHookFunctions | IWebhookFunctions) {
	const credential = await context.getCredentials<Record<string, unknown>>('partnerSettlementApi');
	const { webhookSecret, previousWebhookSecret, serviceCode } = credential;
	// No delivery would match a mistaken secret: postponing is better than refusing.
	const present = readWebhookSecret(webhookSecret, 'Webhook Secret');
	const previous = readWebhookSecret(previousWebhookSecret, 'Previous Webhook Secret');
	// Without a Webhook Secret, the previous one is not accepted either.
	const secrets = isFilled(present) ? [present, previous].filter(isFilled) : [];
	const code = readServiceCode(typeof serviceCode === 'string' ? serviceCode : '');
	const { deduplicationRedisUrl: redisUrl } = credential;
	return { secrets, headerName: signatureHeaderName(code), redisUrl };
}

/**
 * Signs sample events. Whoever listens at a test URL can keep a sample's signature, so it is valid only for a test in the
 * editor.
 *
 * @param secret the credential's Webhook Secret
 */
export function sampleSecretOf(secret: string): string {
	return signBody(secret, 'sample event');
}

function isFilled(secret: string): boolean {
	return secret.trim() !== '';
}
