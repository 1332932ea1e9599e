// An execution whose n8n is killed is retried with the same ext_ids, and nothing is paid twice.
import { outcomeAddress } from '../../../dev/sandbox/magic';
import { NODE } from '../../../dev/stack/single-node-workflow';
import type { OwnN8n } from '../../support/n8n/own-n8n';
import { BEHIND, type Crash, CrashingRun, LOOPED, UNTIL_IT_DIES } from '../support/crashing-run';
import { GATE_NODE } from '../../support/n8n/harness';
import { afterDeath, overDeath } from '../support/n8n';

const AT_THE_ORDER = { match: { path: '/withdrawals' }, fault: 'timeout_after_commit' } as const;
const BEHIND_IT = { match: { path: '/partner/balance' }, fault: 'timeout' } as const;
const IN_THE_SECOND_PASS = {
	order: { ...AT_THE_ORDER, match: { ...AT_THE_ORDER.match, nth: 2 } },
	behind: { ...BEHIND_IT, match: { ...BEHIND_IT.match, nth: 2 } },
};

const CHECK = '/kyt_check';
const GATE = {
	type: GATE_NODE,
	path: CHECK,
	parameters: {
		network: 'tron_usdt',
		address: outcomeAddress('tron_usdt', 'clear'),
		options: { ...UNTIL_IT_DIES, pollInterval: 0.1 },
	},
};

const CRASHES = {
	'at the order': { diesAt: AT_THE_ORDER },
	'behind the order': { diesAt: BEHIND_IT },
	'at the order, its node listed first': { diesAt: AT_THE_ORDER, isListedFirst: true },
	'in a loop, behind the order': { diesAt: IN_THE_SECOND_PASS.behind, loops: true },
	'at the gate': {
		...GATE,
		diesAt: { match: { path: CHECK }, fault: 'timeout_after_commit' },
		isListedFirst: true,
	},
	'with progress saved, in a loop, at the order': {
		diesAt: IN_THE_SECOND_PASS.order,
		loops: true,
		savesProgress: true,
	},
} satisfies Record<string, Crash>;

const runs = new Map<string, CrashingRun>();

function run(name: string): CrashingRun {
	const known = runs.get(name);
	if (!known) throw new Error(`There is no run "${name}"`);
	return known;
}

async function prepare(n8n: OwnN8n): Promise<void> {
	const crashes: [string, Crash][] = [
		...Object.entries(CRASHES),
		['a retry that fails', { diesAt: BEHIND_IT }],
		['twice', { diesAt: { ...BEHIND_IT, match: { ...BEHIND_IT.match, times: 2 } } }],
	];
	for (const [name, crash] of crashes) {
		const begun = await CrashingRun.prepare(n8n, crash);
		runs.set(name, begun);
		await begun.begin();
	}
}

overDeath({ prepare });

afterAll(async () => {
	for (const { sandbox } of runs.values()) await sandbox.close();
});

describe('kill -9, and Retry on the crashed execution: the same ext_ids, nothing paid twice', () => {
	beforeAll(afterDeath);

	test.each(Object.keys(CRASHES))('%s', async (name) => {
		const [crashed] = await run(name).crashed();
		const { loops = false }: Crash = CRASHES[name as keyof typeof CRASHES];
		// The point of this test: n8n believes that the node has run, although the run begins again.
		expect((await run(name).recovered()).data.resultData.runData[NODE]).not.toHaveLength(0);

		const retried = await run(name).retry(crashed?.id ?? '');

		expect(retried.status).toBe('success');
		expect(retried.data.resultData.runData[BEHIND]).toBeDefined();
		const { orders, kytChecks } = run(name).sandbox.state;
		expect(orders.length + kytChecks.length).toBe(loops ? LOOPED : 1);
		expect(run(name).keys()).toHaveLength(loops ? LOOPED : 1);
	});

	test('a retry that fails, retried', async () => {
		const { sandbox } = run('a retry that fails');
		const [crashed] = await run('a retry that fails').crashed();
		sandbox.addFault({ match: { path: '/withdrawals' }, fault: 'closed_after_commit' });
		sandbox.addFault({ match: { path: '/document_get' }, fault: '403' });
		const failed = await run('a retry that fails').retry(crashed?.id ?? '');
		expect(failed.status).toBe('error');
		expect((await run('a retry that fails').retry(failed.id)).status).toBe('success');
		expect(sandbox.state.orders.length).toBe(1);
		expect(run('a retry that fails').keys()).toHaveLength(1);
	});
});

test('killed a second time, in the retry: the same ext_id, paid once', async () => {
	const n8n = await afterDeath();
	const twice = run('twice');
	const [first] = await twice.crashed();
	const endsWithN8n = n8n.api.retryExecution(first?.id ?? '').catch(() => undefined);
	await twice.standsAt(2);
	await n8n.kill();
	await endsWithN8n;
	await n8n.startAgain();

	const [latest] = await twice.crashed(2);
	expect(latest?.retryOf).toBeTruthy();
	expect((await twice.retry(latest?.id ?? '')).status).toBe('success');
	expect(twice.sandbox.state.orders.length).toBe(1);
	expect(twice.keys()).toHaveLength(1);
});
