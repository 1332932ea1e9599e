import { setTimeout as sleep } from 'node:timers/promises';
import { type ApiCall, PartnerClient, type PartnerSettings, readSettings } from '../../partner-api';
import { type PartnerCredentials, type Sandbox, startSandbox } from '../sandbox';
import { table } from '../scripts/docs/table';
import { credentialData } from '../stack/credential';
import { CONCURRENCY } from './contest';
import { median } from './statistics';

/** What it is about, what was wanted, what came out, and whether that is enough. */
export interface RateLimitResult {
	what: string;
	wanted: string;
	measured: string;
	isMet: boolean;
}

const LATENCY_MS = 20;
/** The defaults of the node. */
const LIMITS = { timeoutMs: 30_000, retry: { retries: 3, longestWait: 30 } };
const RATE_LIMITED = { fault: '429' } as const;

const BURST = { items: 60, seconds: 8, mostAfterSeconds: 10 };
const ISOLATED = { items: 1_000, every: 100, leastRate: 0.5 };
const EXECUTIONS = { count: 10, items: 60, perSecond: 20, mostRefused: 0.1 };

/** A partner of its own, whose rate limit nobody knows yet. */
interface Partner {
	settings: PartnerSettings;
	credentials: PartnerCredentials;
}

async function newPartner(sandbox: Sandbox): Promise<Partner> {
	const credentials = await sandbox.createPartner();
	return { credentials, settings: readSettings(credentialData(sandbox, credentials)) };
}

function withdrawal(index: number): ApiCall {
	const address = { network: 'TRON', to_address: 'TLSPr5JLfr2RkPsdpnCkGwZn4KQjKBqnrg' };
	const body = { currency: 'USDT', ...address, amount: '1', ext_id: `bench-${String(index)}` };
	return {
		method: 'POST',
		base: 'api',
		path: '/partner/withdrawals',
		body,
		retrySafety: 'idempotent',
	};
}

const balance = (): ApiCall => {
	return { method: 'GET', base: 'api', path: '/partner/balance', retrySafety: 'safe' };
};

/** One execution; the milliseconds it took. */
async function execute(
	{ settings }: Partner,
	items: number,
	call: (index: number) => ApiCall,
): Promise<number> {
	const client = new PartnerClient(settings, LIMITS);
	await client.token();
	const begin = performance.now();
	let next = 0;
	const worker = async (): Promise<void> => {
		while (next < items) {
			next += 1;
			await client.call(call(next));
		}
	};
	await Promise.all(Array.from({ length: CONCURRENCY }, worker));
	return performance.now() - begin;
}

async function measureBurst(sandbox: Sandbox, retryAfter: string): Promise<RateLimitResult> {
	const partner = await newPartner(sandbox);
	sandbox.addFault({ ...RATE_LIMITED, match: { path: '/withdrawals', times: 0 }, retryAfter });
	const run = execute(partner, BURST.items, withdrawal);
	await sleep(BURST.seconds * 1_000);
	sandbox.clearFaults();
	const after = (await run) / 1_000 - BURST.seconds;
	const id = Number(partner.credentials.partnerId);
	const orders = sandbox.state.orders.filter(({ partnerId }) => partnerId === id).length;
	const asked = retryAfter === '' ? 'without Retry-After' : `with Retry-After: ${retryAfter}`;
	return {
		what: `${BURST.items} items through ${BURST.seconds} s of 429 ${asked}: done after its end`,
		wanted: `within ${BURST.mostAfterSeconds} s, each charged once`,
		measured: `${after.toFixed(1)} s, ${orders} charged`,
		isMet: after <= BURST.mostAfterSeconds && orders === BURST.items,
	};
}

async function measureIsolated(sandbox: Sandbox, repetitions: number): Promise<RateLimitResult> {
	const rates: number[] = [];
	for (let repetition = 0; repetition < repetitions; repetition += 1) {
		const partner = await newPartner(sandbox);
		await execute(partner, ISOLATED.items, balance);
		const without = await execute(partner, ISOLATED.items, balance);
		for (let nth = ISOLATED.every; nth <= ISOLATED.items; nth += ISOLATED.every) {
			sandbox.addFault({ ...RATE_LIMITED, match: { path: '/balance', nth }, retryAfter: '' });
		}
		rates.push(without / (await execute(partner, ISOLATED.items, balance)));
		sandbox.clearFaults();
	}
	const rate = median(rates);
	return {
		what: `${ISOLATED.items} calls of ${LATENCY_MS} ms with 1 % isolated 429s: rate, of a run without`,
		wanted: `at least ${ISOLATED.leastRate}`,
		measured: rate.toFixed(2),
		isMet: rate >= ISOLATED.leastRate,
	};
}

async function measureExecutions(sandbox: Sandbox): Promise<RateLimitResult> {
	const { count, items, perSecond, mostRefused } = EXECUTIONS;
	const partner = await newPartner(sandbox);
	sandbox.configure({ rateLimitPerSecond: perSecond });
	sandbox.resetStats();
	const runs = Array.from({ length: count }, () => execute(partner, items, balance));
	const seconds = Math.max(...(await Promise.all(runs))) / 1_000;
	const { rateLimited } = sandbox.stats();
	const refused = rateLimited / (count * items + rateLimited);
	return {
		what: `${count} executions of ${items} items side by side at a limit of ${perSecond} a second: refused`,
		wanted: `less than ${mostRefused * 100} %`,
		measured: `${(refused * 100).toFixed(1)} %, in ${seconds.toFixed(0)} s`,
		isMet: refused < mostRefused,
	};
}

/** What 429s cost: the client alone, at the node's defaults, over HTTP against a sandbox in the same process. */
export async function measureRateLimits(repetitions: number): Promise<RateLimitResult[]> {
	const sandbox = await startSandbox({ latencyMs: LATENCY_MS, initialBalance: '1000000.00' });
	try {
		return [
			await measureBurst(sandbox, '1'),
			await measureBurst(sandbox, ''),
			await measureIsolated(sandbox, repetitions),
			await measureExecutions(sandbox),
		];
	} finally {
		await sandbox.close();
	}
}

/** The section of the report. */
export function rateLimitSection(results: readonly RateLimitResult[]): string[] {
	return [
		'## Rate limits',
		table(
			['', 'wanted', 'measured', ''],
			results.map((it) => [it.what, it.wanted, it.measured, it.isMet ? 'met' : '**not met**']),
		),
		`The client of the node alone, ${CONCURRENCY} items at once with the default Retries and Maximum Retry Wait, over HTTP
against the sandbox in the same process, ${LATENCY_MS} ms added to each answer. Each line is a partner whose limit is not known yet;
the runs with and without isolated 429s take turns.`,
	];
}
