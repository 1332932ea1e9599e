import type { Failure, IPollFunctions } from 'n8n-workflow';

import {
	expectShape,
	PartnerApiError,
	PartnerClient,
	schemas,
	tokenProvider,
} from '../../partner-api';
import { readCredential } from '../PartnerSettlement/engine/credential';
import { egressOf } from '../PartnerSettlement/engine/egress';
import { toNodeError } from '../PartnerSettlement/engine/failures';
import { balanceGet } from '../PartnerSettlement/operations/balance/get';
import type { Balance } from '../PartnerSettlement/operations/balance/judged';

/** Well within a minute, the shortest interval n8n allows: the next poll comes anyway. */
const LIMITS = { timeoutMs: 10_000, retry: { retries: 2, longestWait: 2 } };

/**
 * Reads the balance (section 4.2).
 *
 * @returns it, and whose it is
 * @throws NodeOperationError for a credential that cannot be used, NodeApiError when the call fails
 */
export async function readBalance(
	context: IPollFunctions,
): Promise<{ account: string; balance: Balance }> {
	const { settings } = await readCredential(context, balanceGet);
	const { endpoint, scope } = balanceGet;
	const { method, base, path } = endpoint;
	const client = new PartnerClient(settings, { ...LIMITS, egress: egressOf(context.helpers) });
	try {
		const call = { method, base, path, repeat: 'reads', scope: scope ?? undefined } as const;
		const balance = expectShape(schemas.balanceSchema, await client.call(call));
		return { account: `${settings.apiUrl} ${settings.partnerId}`, balance };
	} catch (error) {
		const nodeError = toNodeError(context.getNode(), error, {
			operation: balanceGet,
			changesState: false,
			timeLimit: `${String(LIMITS.timeoutMs / 1000)} seconds`,
			grantedScopes: tokenProvider.peek(settings)?.scopes,
		});
		throw Object.assign(nodeError, { failure: forNextPoll(error) });
	}
}

/**
 * What n8n's durable scheduler goes by for its next poll. By itself it leaves out those of half an hour after a 401 or 403,
 * which may pass any minute, and a balance that falls meanwhile would not be told.
 */
function forNextPoll(error: unknown): Failure {
	const asked = error instanceof PartnerApiError ? error.details.retryAfterSeconds : undefined;
	return {
		cause: 'temporarily-unavailable',
		...(asked !== undefined && { retryAfterMs: asked * 1000 }),
	};
}
