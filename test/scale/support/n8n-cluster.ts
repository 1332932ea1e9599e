import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type N8n, startN8n } from '../../../dev/stack/n8n';
import { N8nApi } from '../../../dev/stack/n8n-api';
import { packTarball } from '../../../dev/stack/package';
import { createDatabase } from '../../../dev/stack/own-database';
import { ownRedis } from './own-redis';

const OWNER = { email: 'owner@example.com', password: 'Only-1-for-tests' };

/** n8n in queue mode. */
export interface Cluster {
	api: N8nApi;
	/** The processes that take deliveries. */
	webhooks: [N8n, N8n];
	/** The processes that execute workflows. */
	workers: [N8n, N8n];
	/** Stops everything, and removes the Redis keys that have one of these texts in their names. */
	stop: (...redisKeys: string[]) => Promise<void>;
}

export async function startCluster(): Promise<Cluster> {
	const started: (() => Promise<unknown>)[] = [];
	const database = await createDatabase();
	const redis = ownRedis();
	const userFolder = await mkdtemp(path.join(tmpdir(), 'n8n-scale-'));
	const env = {
		...database.env,
		...redis.env,
		EXECUTIONS_MODE: 'queue',
		N8N_ENCRYPTION_KEY: randomUUID(),
		// The default engine makes n8n ten times slower, and plays no part here.
		N8N_EXPRESSION_ENGINE: 'legacy',
		N8N_DISABLE_UI: 'true',
		// n8n 3 always does this.
		OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		// A killed worker's jobs are taken over after seconds instead of a minute.
		QUEUE_WORKER_LOCK_DURATION: '8000',
		QUEUE_WORKER_LOCK_RENEW_TIME: '1000',
		// n8n gives up a job that a worker took but did not lock within this time. On a busy machine, 2 s were too few.
		QUEUE_WORKER_STALLED_INTERVAL: '10000',
		// A job may end before n8n asks Bull for it. If the job is not kept, n8n waits for ever, and a retry gets no
		// response.
		N8N_EXECUTIONS_QUEUE_KEEP_LAST_COMPLETED: '5000',
		N8N_EXECUTIONS_QUEUE_KEEP_LAST_FAILED: '5000',
	};
	const stopLater = (stop: () => Promise<void>): void => void started.unshift(stop);
	// A process that cannot read the instance id from the database has another one, so no key may depend on the id.
	const optionsOf = () => ({
		userFolder,
		env: { ...env, N8N_INSTANCE_ID: randomUUID() },
		stopLater,
		report: () => undefined,
	});
	const stop = async (...redisKeys: string[]): Promise<void> => {
		for (const stopOne of started) await stopOne();
		await redis.clean(...redisKeys);
		await database.drop();
		await rm(userFolder, { recursive: true, force: true });
	};
	try {
		const main = await startN8n({ ...optionsOf(), tarball: await packTarball() });
		const api = new N8nApi(main.url);
		await api.setUpOwner(OWNER);
		const worker = (): Promise<N8n> => startN8n({ ...optionsOf(), command: 'worker' });
		// The main process takes deliveries as well.
		const [webhook, ...workers] = await Promise.all([
			startN8n({ ...optionsOf(), command: 'webhook' }),
			worker(),
			worker(),
		]);
		const webhooks: [N8n, N8n] = [main, webhook];
		return { api, webhooks, workers, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}
