import { readFileSync } from 'node:fs';

import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { readRedisUrl } from './deduplication/redis-connection';

/**
 * Where events are noted that all processes of n8n must know of. In queue mode there are several: main, webhook, worker.
 *
 * @param redisUrl the credential's Deduplication Redis URL, unchecked
 * @returns undefined where the process's own memory will do, or where the operator makes do with it
 * @throws Error where the URL is none, or where it is empty and n8n has several processes
 */
export function readSharedMemory(
	context: IHookFunctions | IWebhookFunctions,
	redisUrl: unknown,
): string | undefined {
	const url = readRedisUrl(redisUrl);
	if (url !== undefined || executionsMode() !== 'queue') return url;
	const options = context.getNodeParameter('options', {}) as Record<string, unknown>;
	if (options.allowWithoutRedis === true) return undefined;
	throw new Error('n8n runs in queue mode, and the credential has no Deduplication Redis URL');
}

/** As n8n reads it: without quotation marks, or from a file. */
function executionsMode(): string {
	const { EXECUTIONS_MODE: given, EXECUTIONS_MODE_FILE: file } = process.env;
	const mode = given ?? (file ? readFileSync(file, 'utf8') : '');
	return mode.trim().replace(/^(['"])(.*)\1$/, '$2');
}
