import { setTimeout as sleep } from 'node:timers/promises';
import { type ApiCall, PartnerClient, type PartnerSettings, readSettings } from '../../partner-api';
import { Concurrency } from '../../nodes/PartnerSettlement/run/concurrency';
import { type Sandbox, startSandbox } from '../sandbox';
import { credentialData } from '../stack/credential';
import { type Bench, repeat, type Row, row, type Section, single } from './bench';
import { CONCURRENCY } from './contest';

const LATENCY_MS = 20;
const RATE_LIMITED = { fault: '429' } as const;

const BURST = { items: 60, seconds: 8 };
const ISOLATED = { items: 1_000, every: 100 };
const EXECUTIONS = { count: 10, items: 60, perSecond: 20 };

const ADDRESS = { network: 'TRON', to_address: 'TLSPr5JLfr2RkPsdpnCkGwZn4KQjKBqnrg' };
const WITHDRAWAL = { currency: 'USDT', ...ADDRESS, amount: '1' };
const ORDER = { method: 'POST', base: 'api', path: '/partner/withdrawals' } as const;
const READ = { method: 'GET', base: 'api', path: '/partner/balance' } as const;

type Call = (extId: string) => ApiCall;
const withdraw: Call = (ext_id) => {
	return { ...ORDER, body: { ...WITHDRAWAL, ext_id }, retrySafety: 'idempotent' };
};
const read: Call = () => ({ ...READ, retrySafety: 'safe' });

/** A new partner, whose rate limit the client doesn't know yet. */
const newPartner = async (sandbox: Sandbox): Promise<PartnerSettings> =>
	readSettings(credentialData(sandbox, await sandbox.createPartner()));

/** Runs one execution. @returns how long it took, in milliseconds */
async function execute(partner: PartnerSettings, items: number, call = read): Promise<number> {
	// The defaults of the node.
	const retry = { retries: 3, longestWait: 30 };
	const client = new PartnerClient(partner, { timeoutMs: 30_000, retry });
	await client.token();
	const begin = performance.now();
	const extIds = Array.from({ length: items }, (_, nth) => `bench-${nth}`);
	await new Concurrency(CONCURRENCY).forEach(extIds, async (extId) => {
		await client.call(call(extId));
	});
	return performance.now() - begin;
}

async function measureBurst(sandbox: Sandbox, retryAfter: string): Promise<Row> {
	const partner = await newPartner(sandbox);
	const before = sandbox.state.orders.length;
	sandbox.addFault({ ...RATE_LIMITED, match: { path: '/withdrawals', times: 0 }, retryAfter });
	const run = execute(partner, BURST.items, withdraw);
	await sleep(BURST.seconds * 1_000);
	sandbox.clearFaults();
	const after = (await run) / 1_000 - BURST.seconds;
	const asked = retryAfter === '' ? 'without Retry-After' : `with Retry-After: ${retryAfter}`;
	const what = `${BURST.items} withdrawals through ${BURST.seconds} s of 429 ${asked}: done after its end, each charged once`;
	const isRight = sandbox.state.orders.length - before === BURST.items;
	return single(what, 's', { most: 10, isRight }, after);
}

async function measureIsolated(sandbox: Sandbox, repetitions: number): Promise<Row> {
	const { items, every } = ISOLATED;
	const runs = await repeat(repetitions, async () => {
		const partner = await newPartner(sandbox);
		await execute(partner, items);
		const rate = async () => ({ rate: (items / (await execute(partner, items))) * 1_000 });
		const without = await rate();
		for (let nth = every; nth <= items; nth += every) {
			sandbox.addFault({ ...RATE_LIMITED, match: { path: '/balance', nth }, retryAfter: '' });
		}
		const isolated = await rate();
		sandbox.clearFaults();
		return { without, isolated };
	});
	const what = `${items} calls with 1 % isolated 429s, with a run without`;
	return row(what, '/s', { least: 0.5 }, runs, 'rate', 'isolated', 'without');
}

async function measureExecutions(sandbox: Sandbox): Promise<Row> {
	const { count, items, perSecond } = EXECUTIONS;
	const partner = await newPartner(sandbox);
	sandbox.configure({ rateLimitPerSecond: perSecond });
	sandbox.resetStats();
	await Promise.all(Array.from({ length: count }, () => execute(partner, items)));
	const { rateLimited } = sandbox.stats();
	const refused = (100 * rateLimited) / (count * items + rateLimited);
	const what = `${count} executions of ${items} items side by side at a limit of ${perSecond} a second: refused`;
	return single(what, '%', { most: 10 }, refused);
}

/** Measures what 429s cost, with the client alone. */
export async function measureRateLimits({ isQuick, step, stopLater }: Bench): Promise<Section[]> {
	step('Rate limits');
	const sandbox = await startSandbox({ latencyMs: LATENCY_MS, initialBalance: '1000000.00' });
	stopLater(() => sandbox.close());
	const about = `The client of the node alone, ${CONCURRENCY} items at once with the default Retries and Maximum Retry Wait, ${LATENCY_MS} ms added to each
response. Each line is a partner whose limit is not known yet.`;
	const rows = [
		await measureBurst(sandbox, '1'),
		await measureBurst(sandbox, ''),
		await measureIsolated(sandbox, isQuick ? 1 : 5),
		await measureExecutions(sandbox),
	];
	return [{ title: 'Rate limits', about, rows }];
}
