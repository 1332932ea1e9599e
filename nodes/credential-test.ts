import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import {
	InputError,
	isJsonObject,
	PartnerApiError,
	PartnerClient,
	readPrivateKey,
	readSettings,
	resultOrFailure,
	schemas,
	scopesCover,
	shapeProblem,
	tokenProvider,
} from '../partner-api';
import { directCall } from './PartnerSettlement/definition/operation';
import { isLocalCode } from './PartnerSettlement/messages/failure-meanings';
import { failureText } from './PartnerSettlement/messages/failure-text';
import { balanceGet } from './PartnerSettlement/operations/balance/get';
import { cardGetAll } from './PartnerSettlement/operations/card/get-all';
import { readCredentialRules } from './PartnerSettlementScreening/rules';

/** Whoever saves a credential wants to see the first failure, soon. */
const TIMEOUT_MS = 15_000;
const LIMITS = {
	timeoutMs: TIMEOUT_MS,
	attemptMs: TIMEOUT_MS,
	retry: { retries: 0, longestWait: 0 },
};

const BALANCE_SCOPE = 'balance:read';
const UNAUTHORIZED = 401;
/** The path is not known, or not with POST. */
const NO_SUCH_CALL = new Set([404, 405]);

/**
 * The credential's test, which n8n makes on Save: exchanges a token, reads the balance where the scopes allow it, and
 * asks Base URL for something that costs nothing. Says in plain words what was found, or which field to correct.
 */
export async function testCredential(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	try {
		const settings = readSettings(data);
		const cardKey = typeof data.cardEncryptionKey === 'string' ? data.cardEncryptionKey.trim() : '';
		const { clearance } = settings.policy;
		if (clearance) readCredentialRules(clearance.rules);
		if (cardKey !== '') readPrivateKey(cardKey, 'X25519', 'Card Encryption Key');
		const client = new PartnerClient(settings, LIMITS);
		// The exchange is what is tested: a token from before would hide that the key was revoked since.
		tokenProvider.drop(settings);
		const scopes = await testExchange(client);
		const found = [
			'Connected.',
			scopesText(scopes),
			await testBalance(client, scopes),
			await testBaseUrl(client),
			cardKey !== '' && 'Card Encryption Key can be read.',
		];
		return { status: 'OK', message: found.filter(Boolean).join(' ') };
	} catch (error) {
		return { status: 'Error', message: whatIsWrong(error) };
	}
}

function whatIsWrong(error: unknown): string {
	if (!(error instanceof InputError)) throw error;
	return [error.message, error.hint].filter(Boolean).join('. ');
}

/** One exchange, which shows that API URL and the key are right. Gives the scopes of the token. */
async function testExchange(client: PartnerClient): Promise<readonly string[]> {
	const token = await resultOrFailure(client.token());
	if (!(token instanceof PartnerApiError)) return token.scopes ?? [];
	throw wrong(token, { call: 'Token exchange', urlField: 'API URL' });
}

function scopesText(scopes: readonly string[]): string {
	if (scopes.length === 0) return '';
	const isReadOnly = scopes.every((scope) => scope.endsWith(':read'));
	const warning = isReadOnly
		? ' These only read: no screening and no order will be accepted. Ask the operator of the API for more.'
		: '';
	return `Scopes: ${scopes.join(', ')}.${warning}`;
}

/** A credential for screenings alone may not read the balance; that is no failure. */
async function testBalance(client: PartnerClient, granted: readonly string[]): Promise<string> {
	if (granted.length > 0 && !scopesCover(granted, BALANCE_SCOPE)) {
		return `Without ${BALANCE_SCOPE}, the balance was not read.`;
	}
	const balance = await resultOrFailure(client.call(directCall(balanceGet)));
	const problem =
		balance instanceof PartnerApiError ? balance : shapeProblem(schemas.balanceSchema, balance);
	if (!problem) return 'The balance can be read.';
	throw wrong(problem, { call: 'Balance: Get', urlField: 'API URL', scope: BALANCE_SCOPE });
}

/** A refusal in the API's own words also shows that Base URL is right: the scope is not shown (section 5.7). */
async function testBaseUrl(client: PartnerClient): Promise<string> {
	const { path } = cardGetAll.endpoint;
	const response = await resultOrFailure(client.call(directCall(cardGetAll, { body: {} })));
	if (!(response instanceof PartnerApiError)) {
		if (isJsonObject(response) || Array.isArray(response)) return 'Base URL answers.';
		throw new InputError('Base URL: what answers there is not the API', 'Check Base URL.');
	}
	const { status = 0 } = response.details;
	const isRefusal = !isLocalCode(response.code) && status >= 400 && status < 500;
	if (!isRefusal || status === UNAUTHORIZED) {
		throw wrong(response, { call: 'Base URL', urlField: 'Base URL' });
	}
	if (NO_SUCH_CALL.has(status)) {
		throw new InputError(
			`Base URL: the API answers there, but does not know ${path}`,
			'Check Base URL: it serves /api/..., while API URL serves /partner/...',
		);
	}
	return `Base URL answers, but refuses ${path} (HTTP ${String(status)} ${response.code}).`;
}

function wrong(
	error: PartnerApiError,
	context: { call: string; urlField: string; scope?: string },
): InputError {
	const text = failureText(error, { changesState: false, ...context });
	return new InputError(`${text.message}. ${text.description}`);
}
