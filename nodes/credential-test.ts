import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import {
	expectShape,
	failureText,
	InputError,
	PartnerApiError,
	PartnerClient,
	readSettings,
	schemas,
	tokenProvider,
} from '../partner-api';
import { balanceGet } from './PartnerSettlement/operations/balance/get';

/** Whoever saves a credential wants to see the first failure, soon. */
const LIMITS = { timeoutMs: 15_000, retry: { retries: 0, longestWait: 0 } };

/** The credential's test, which n8n makes on Save: reads the balance and says in plain words what is wrong when that fails. */
export async function testCredential(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	let settings;
	try {
		settings = readSettings(credential.data);
		// The exchange is what is tested: a token from before would hide that the key was revoked since.
		tokenProvider.drop(settings, tokenProvider.peek(settings)?.value);
		const client = new PartnerClient(settings, LIMITS);
		const { method, base, path } = balanceGet.endpoint;
		const answer = await client.call({ method, base, path, repeat: 'reads' });
		expectShape(schemas.balanceSchema, answer);
		return { status: 'OK', message: 'Connected: the balance could be read' };
	} catch (error) {
		const granted = settings && tokenProvider.peek(settings)?.scopes;
		return { status: 'Error', message: whatIsWrong(error, granted) };
	}
}

function whatIsWrong(error: unknown, grantedScopes: string[] | undefined): string {
	if (error instanceof InputError) return [error.message, error.hint].filter(Boolean).join('. ');
	if (!(error instanceof PartnerApiError)) throw error;
	const { message, description } = failureText(error, {
		call: error.details.phase === 'token' ? 'Token exchange' : 'Balance: Get',
		changesState: false,
		scope: balanceGet.scope ?? undefined,
		grantedScopes,
		urlField: 'API URL',
		timeLimit: `${String(LIMITS.timeoutMs / 1000)} seconds`,
	});
	return `${message}. ${description}`;
}
