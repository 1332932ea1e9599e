import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import {
	InputError,
	PartnerApiError,
	PartnerClient,
	readPrivateKey,
	readSettings,
	resultOrFailure,
	readRedisUrl,
	readWebhookSecret,
	resultOrRefusal,
	scopesCover,
	shapeProblem,
	tokenProvider,
} from '../partner-api';
import {
	directCall,
	documentedRecord,
	type Operation,
	responseOf,
} from './PartnerSettlement/definition/operation';
import { isLocalCode } from './PartnerSettlement/messages/failure-meanings';
import { asOneText } from './PartnerSettlement/messages/failure-text';
import { operationWords } from './PartnerSettlement/messages/node-error';
import { balanceGet } from './PartnerSettlement/operations/balance/get';
import { cardGetAll } from './PartnerSettlement/operations/card/get-all';
import { readCredentialRules } from './PartnerSettlementScreening/rules';

/** A person who saves a credential wants to see the first failure soon. */
const LIMITS = { timeoutMs: 15_000, attemptMs: 15_000, retry: { retries: 0, longestWait: 0 } };

const BALANCE_SCOPE = 'balance:read';
/** The token is not accepted, or the path is unknown, or not available with POST. */
const NOT_FOUND_THERE = new Set([401, 404, 405]);

/**
 * The credential's test, which n8n runs on Save. It gets a token, reads the balance if the scopes allow it, and makes a
 * free call to Base URL. It says in plain words what it found, or which field to correct.
 */
export async function testCredential(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const found = await resultOrRefusal(findingsOf(data));
	return found instanceof InputError
		? { status: 'Error', message: found.text }
		: { status: 'OK', message: found };
}

/** @throws InputError that says what is wrong */
async function findingsOf(data: ICredentialDataDecryptedObject): Promise<string> {
	const settings = readSettings(data);
	const cardKey = typeof data.cardEncryptionKey === 'string' ? data.cardEncryptionKey.trim() : '';
	const { clearance } = settings.policy;
	if (clearance) readCredentialRules(clearance.rules);
	readRedisUrl(data.deduplicationRedisUrl);
	readWebhookSecret(data.webhookSecret, 'Webhook Secret');
	readWebhookSecret(data.previousWebhookSecret, 'Previous Webhook Secret');
	if (cardKey !== '') readPrivateKey(cardKey, 'X25519', 'Card Encryption Key');
	const client = new PartnerClient(settings, LIMITS);
	// The exchange is tested: an earlier token would hide that the key has been revoked since.
	tokenProvider.drop(settings);
	const scopes = await testExchange(client);
	const found = [
		'Connected.',
		scopesText(scopes),
		await testBalance(client, scopes),
		await testBaseUrl(client),
		cardKey !== '' && 'Card Encryption Key can be read.',
	];
	return found.filter(Boolean).join(' ');
}

/** One exchange, which shows that API URL and the key are right. Returns the scopes of the token. */
async function testExchange(client: PartnerClient): Promise<readonly string[]> {
	const token = await resultOrFailure(client.token());
	if (!(token instanceof PartnerApiError)) return token.scopes ?? [];
	throw asOneText(token, { call: 'Token exchange' });
}

function scopesText(scopes: readonly string[]): string {
	if (scopes.length === 0) return '';
	const isReadOnly = scopes.every((scope) => scope.endsWith(':read'));
	const warning = isReadOnly
		? ' With these, screenings, withdrawals, card top-ups and eSIM orders are not sent. Ask your provider for more.'
		: '';
	return `Scopes: ${scopes.join(', ')}.${warning}`;
}

/** A credential only for screenings may lack the scope for the balance. That is not a failure. */
async function testBalance(client: PartnerClient, granted: readonly string[]): Promise<string> {
	if (granted.length > 0 && !scopesCover(granted, BALANCE_SCOPE)) {
		if (client.settings.policy.keepAtLeast !== undefined) {
			throw new InputError(
				`Keep at Least needs the scope ${BALANCE_SCOPE}, which is not granted: no order would be sent`,
				'Ask your provider for it, or leave Keep at Least empty.',
			);
		}
		return `Without ${BALANCE_SCOPE}, the balance was not read.`;
	}
	const failure = await failureOf(client, balanceGet);
	if (!failure) return 'The balance can be read.';
	throw asOneText(failure, operationWords(balanceGet));
}

/**
 * The document shows no scope for this call (section 5.7). A refusal with the API's own code
 * also shows that Base URL is right.
 */
async function testBaseUrl(client: PartnerClient): Promise<string> {
	const failure = await failureOf(client, cardGetAll);
	if (!failure) return 'Base URL responds.';
	const { code, details } = failure;
	const { status = 0 } = details;
	if (status === 401 && client.settings.differences.agentTokenPath === undefined) {
		throw new InputError(
			`Base URL refuses the access token of API URL (HTTP 401 ${code}): check Base URL`,
			'If it is right, save anyway and run Setup: Check the API. It finds out whether Base URL has its own tokens.',
		);
	}
	const isRefusal = details.phase === 'call' && !isLocalCode(code) && status >= 400 && status < 500;
	if (!isRefusal || NOT_FOUND_THERE.has(status)) {
		const call = `Base URL, ${cardGetAll.endpoint.path}`;
		throw asOneText(failure, { call });
	}
	return `Base URL responds, but refuses ${cardGetAll.endpoint.path} (HTTP ${String(status)} ${code}).`;
}

/** Why a read fails, or returns something unexpected. */
async function failureOf(
	client: PartnerClient,
	operation: Operation,
): Promise<PartnerApiError | undefined> {
	const response = await resultOrFailure(client.call(directCall(operation)));
	if (response instanceof PartnerApiError) return response;
	const record = documentedRecord(operation, response, client.settings.dialect);
	return shapeProblem(responseOf(operation), record);
}
