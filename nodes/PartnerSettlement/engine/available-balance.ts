import { attempt, PartnerApiError, schemas, scopesCover } from '../../../partner-api';
import { balanceGet } from '../operations/balance/get';
import { limitsOf } from './call-options';
import type { RunItem } from './run-item';

/**
 * What is left, for the text of an error: asked for where the token may, and done without where that fails.
 *
 * @returns USDT decimal string
 */
export async function availableBalance(item: RunItem): Promise<string | undefined> {
	return await (item.run.available ??= askFor(item));
}

/** It is another one once an order went through. */
export function forgetBalance(run: RunItem['run']): void {
	run.available = undefined;
}

async function askFor({ run, options }: RunItem): Promise<string | undefined> {
	const { scope, endpoint } = balanceGet;
	const { method, base, path } = endpoint;
	const limits = { ...limitsOf(options), retry: { retries: 0, longestWait: 0 } };
	const token = await attempt(run.client.token());
	const granted = token instanceof PartnerApiError ? [] : (token.scopes ?? []);
	if (!scope || !scopesCover(granted, scope)) return undefined;
	const call = { method, base, path, repeat: 'reads' } as const;
	const answer = await attempt(run.client.call(call, limits));
	return schemas.balanceSchema.safeParse(answer).data?.available_balance;
}
