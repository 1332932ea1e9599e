import { addressFromLabel } from '../sandbox/addresses';
import { CREDENTIAL_TYPE } from '../stack/credential';
import type { StoredCredential } from '../stack/n8n-api-schemas';
import { missingServices, redisUrl } from '../stack/services.cjs';
import { singleNodeWorkflow } from '../stack/single-node-workflow';
import { type Bench, repeat, type Row, row, type Section } from './bench';
import { startServer } from './contest';
import { ownNode, runWorkflow, startReadyN8n } from './n8n';

const FULL = { count: 1_000, repetitions: 3 };
const QUICK = { count: 200, repetitions: 1 };
const LATENCY_MS = 20;
/** A maximum that no account of the bench comes near. */
const MAXIMUM = { maximumPerDay: '1000000' };

/** Compares withdrawals with a budget to withdrawals without one. They run one after another. */
export async function measureBudgets(bench: Bench): Promise<Section[]> {
	const { count, repetitions } = bench.isQuick ? QUICK : FULL;
	const { sandbox, fields, env } = await startServer(bench);
	sandbox.configure({ latencyMs: LATENCY_MS });
	const ready = await startReadyN8n(bench, fields, { env });
	const credentialWith = async (more: Record<string, string>) =>
		await ready.api.createCredential({
			name: 'Budget',
			type: CREDENTIAL_TYPE,
			data: { ...fields, ...more },
		});
	const inFile = await credentialWith(MAXIMUM);
	const isRedisThere = !(await missingServices()).some((name) => name.startsWith('Redis'));
	const inRedis = isRedisThere
		? await credentialWith({ ...MAXIMUM, deduplicationRedisUrl: redisUrl })
		: undefined;
	const pay = async (credential: StoredCredential) => {
		const parameters = {
			...{ resource: 'withdrawal', operation: 'create', amount: '0.01', currency: 'USDT' },
			...{ network: 'TRON', toAddress: addressFromLabel('tron_usdt', 'bench') },
		};
		const items = Array.from({ length: count }, (_, id) => ({ id }));
		const node = { ...ownNode(parameters), items, credential };
		return await runWorkflow(ready, singleNodeWorkflow('bench', node), count);
	};
	// A warm-up that loads and compiles code. It is not counted.
	for (const one of [ready.credential, inFile, inRedis]) if (one) await pay(one);
	const rows: Row[] = [];
	for (const [name, credential] of Object.entries({ 'SQLite file': inFile, Redis: inRedis })) {
		if (!credential) continue;
		bench.step(`a budget in a ${name}`);
		const runs = await repeat(repetitions, async () => {
			return { with: await pay(credential), without: await pay(ready.credential) };
		});
		rows.push(row(name, 'ms', { most: 1.15 }, runs, 'ms', 'with', 'without'));
	}
	return [
		{
			title: 'Orders with a budget, compared with the same without',
			about: `${count} withdrawals in one run, ${LATENCY_MS} ms each, one after the other.`,
			rows,
		},
	];
}
