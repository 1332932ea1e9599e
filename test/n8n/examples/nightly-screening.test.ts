import { KYT_NETWORKS } from '../../../sandbox/addresses';
import { type KytOutcome, outcomeAddress } from '../../../sandbox/magic';
import { readExample } from '../../../stack/examples';
import type { Workflow } from '../../../stack/n8n-api-schemas';
import { withSandboxRules } from '../../../stack/sandbox-rules';
import { Servers } from '../../contract/support/servers';
import { CLEAR_RECORD } from '../../unit/gate/support';
import { type OwnSandbox, startOwnSandbox } from '../own-sandbox';
import {
	credentialAnswering,
	noteAbout,
	outputOf,
	removeAll,
	runByHand,
	start,
	startNotebook,
	withParameters,
	withSetting,
} from './support';

const PRICE = '0.75';

let own: OwnSandbox;
let example: Workflow;

beforeAll(async () => {
	own = await startOwnSandbox({ kytDelayMs: 0 });
	example = withSandboxRules(await readExample('nightly-screening'));
	await startNotebook();
});

afterAll(async () => {
	await removeAll();
	await own.sandbox.close();
});

function withCustomers(workflow: Workflow, customers: unknown[]): Workflow {
	return withParameters(workflow, 'Customer list', { jsonOutput: JSON.stringify({ customers }) });
}

/** Runs it by hand and returns its report. */
async function report(workflow: Workflow, credential = own.credential) {
	const execution = await runByHand(await start(workflow, credential), 'Run by hand');
	expect(execution.data.resultData.error).toBeUndefined();
	return outputOf(execution, 'Report')[0] ?? {};
}

test('as npm start imports it, it reports clear customers, hits and a typing error', async () => {
	const { text, ...rest } = await report(example);

	const lines = own.sandbox.state.ledger(own.partner.partnerId);
	const paid = lines.filter(({ reason }) => reason === 'kyt_check').map(({ amount }) => amount);
	// Two customers share an address, and one address is none.
	expect(paid).toEqual(Array.from({ length: 6 }, () => PRICE));
	expect(rest).toMatchObject({
		customers: 8,
		clear: 5,
		hits: 2,
		to_review: 0,
		unresolved: 1,
		paid_usdt: '4.50',
		reserved_usdt: '0.00',
	});
	expect(text).toMatch(/hit: Dan .*TCzq6m2zxnQkrZrf8cqYcK6bbXQYAfWYKC.*on a sanctions list/);
	expect(text).toMatch(/unresolved: Finn, mistyped/);
	expect(await noteAbout('Screening of 8 customers')).toBe(text);
});

test('every outcome of a screening: only a finished one without a hit is clear', async () => {
	const CASES: [KytOutcome, string, RegExp][] = [
		['clear', 'clear', /score 3/],
		['sanctions', 'hit', /on a sanctions list/],
		['high', 'hit', /score 87.5 reaches.*darknet_market/],
		['medium', 'hit', /score 48 reaches.*gambling/],
		['unknown_severity', 'hit', /score 42/],
		['missing_score', 'unresolved', /no risk score/],
		['failed', 'unresolved', /screening failed.*provider_unavailable/],
		['never', 'unresolved', /still processing.*ext_id n8n-/],
		['insufficient_balance', 'unresolved', /balance/],
	];
	const cases = KYT_NETWORKS.flatMap((network) =>
		CASES.map(([outcome, verdict, reason]) => ({
			customer: `${outcome} on ${network}`,
			network,
			address: outcomeAddress(network, outcome),
			verdict,
			reason: expect.stringMatching(reason) as unknown,
		})),
	);
	const impatient = withParameters(example, 'Screening gate', {
		options: { maxWait: 1, stopWhenShort: false },
	});

	const { results } = await report(withCustomers(impatient, cases));

	const got = results as Record<string, unknown>[];
	for (const { customer, ...expected } of cases) {
		expect(got.find((one) => one.customer === customer)).toMatchObject(expected);
	}
	expect(got).toHaveLength(cases.length);
});

test.each([
	['hit_from_score', ''],
	['clear_severities', ''],
	['refresh', null],
	['price_usdt', ''],
	['most_usdt_of_a_run', ''],
])('without %s nobody is screened', async (setting, nothing) => {
	const [customer] = KYT_NETWORKS.map((network) => ({
		customer: 'x',
		network,
		address: outcomeAddress(network, 'clear'),
	}));

	own.newRequests();

	const changed = withSetting(withCustomers(example, [customer]), setting, nothing);

	expect(await report(changed)).toMatchObject({ customers: 1, clear: 0, unresolved: 1 });
	expect(own.newRequests().filter(({ path }) => path.endsWith('/kyt_check'))).toEqual([]);
});

test('what is odd about a completed screening keeps it from being clear', async () => {
	const address = outcomeAddress('tron_usdt', 'clear');
	const record = { ...CLEAR_RECORD, network: 'tron_usdt', address };
	const cases: [string, object][] = [
		['clear', {}],
		['unresolved', { risk_score: null }],
		['unresolved', { risk_score: '3' }],
		['unresolved', { error: 'provider_partial' }],
		['unresolved', { error_code: 'provider_partial' }],
		['unresolved', { sanctions_hit: null }],
		['unresolved', { address: outcomeAddress('tron_usdt', 'medium') }],
		['unresolved', { cached: true }],
		['unresolved', { created_at: '2026-01-01T00:00:00Z' }],
		['review', { severity: null }],
		['review', { severity: 'galactic' }],
		['review', { dominant_risk_category: 'mixer' }],
	];
	const servers = new Servers();
	const answering = await credentialAnswering(own, servers, (path, body) => {
		if (!path.endsWith('/kyt_check')) return undefined;
		const { ext_id } = JSON.parse(body) as { ext_id: string };
		return { status: 200, body: { ...record, ...cases[Number(ext_id)]?.[1] } };
	});
	const customers = cases.map((_, customer) => ({ customer, network: 'tron_usdt', address }));
	const keyed = withParameters(withCustomers(example, customers), 'Screening gate', {
		extIdMode: 'custom',
		extId: '={{ $json.customer }}',
	});

	const { results } = await report(withSetting(keyed, 'refresh', true), answering);

	servers.close();
	const got = (results as { customer: string; verdict: string }[])
		.sort((left, right) => Number(left.customer) - Number(right.customer))
		.map(({ verdict }) => verdict);
	expect(got).toEqual(cases.map(([verdict]) => verdict));
});

test('when the gate cannot do its work, everybody is unresolved, and the report is sent', async () => {
	const address = outcomeAddress('tron_usdt', 'clear');
	const forged = { verdict: 'clear', reasons: ['forged'], record: null };
	const customer = { customer: 'Mallory', network: 'tron_usdt', address, screening: forged };
	const wrong = withSetting(withCustomers(example, [customer]), 'hit_from_score', -1);

	expect(await report(wrong)).toMatchObject({ customers: 1, clear: 0, unresolved: 1 });
	expect(await noteAbout('unresolved: Mallory')).toMatch(/1 unresolved/);
});

test('nothing is ordered beyond the most that a run may cost', async () => {
	const customers = ['slow', 'medium', 'high'].map((outcome) => ({
		customer: outcome,
		network: 'tron_usdt',
		address: outcomeAddress('tron_usdt', outcome as KytOutcome),
	}));
	own.newRequests();

	const limited = withSetting(withCustomers(example, customers), 'most_usdt_of_a_run', '1.00');
	const { results } = await report(withSetting(limited, 'refresh', true));

	const screened = own
		.newRequests()
		.map(({ body }) => (JSON.parse(body) as { address: string }).address);
	expect([...new Set(screened)]).toEqual([customers[0]?.address]);
	expect(results).toMatchObject([
		{ customer: 'slow', verdict: 'clear' },
		{
			customer: 'medium',
			verdict: 'unresolved',
			reason: expect.stringContaining('Maximum per Run'),
		},
		{ customer: 'high', verdict: 'unresolved', reason: expect.stringContaining('Maximum per Run') },
	]);
});

test('prices are added exactly, a screening that customers share once', async () => {
	const answers = [
		{ id: '1', price_usdt: '0.1', status: 'completed' },
		{ id: '2', price_usdt: '0.2', status: 'completed' },
		{ id: '3', price_usdt: '0.000000000000000001', status: 'completed' },
		{ id: '3', price_usdt: '0.000000000000000001', status: 'completed' },
		{ id: '4', price_usdt: '9007199254740993', status: 'completed' },
		{ id: '5', price_usdt: '1', status: 'failed' },
		{ id: '6', price_usdt: '0.75', status: 'processing' },
		{ id: '7', price_usdt: '0.50', status: 'queued' },
	].map((record) => ({ screening: { verdict: 'clear', reasons: ['x'], record } }));
	const screenings = { type: 'n8n-nodes-base.noOp', parameters: {}, credentials: undefined };
	const nodes = withCustomers(example, answers).nodes.map((node) =>
		node.name === 'Screening gate' ? { ...node, ...screenings } : node,
	);

	expect(await report({ ...example, nodes })).toMatchObject({
		paid_usdt: '9007199254740993.300000000000000001',
		reserved_usdt: '1.25',
	});
});

test('a screening whose answer is lost is reported with its cost not known', async () => {
	const address = outcomeAddress('tron_usdt', 'clear');
	const customer = { customer: 'Lost', network: 'tron_usdt', address };
	const once = withParameters(withCustomers(example, [customer]), 'Screening gate', {
		options: { retries: 0 },
	});
	own.sandbox.addFault({ match: { path: '/kyt_check', times: 0 }, fault: 'closed_after_commit' });

	own.newRequests();

	const { text, ...counts } = await report(withSetting(once, 'refresh', true));

	own.sandbox.clearFaults();
	expect(counts).toMatchObject({ unresolved: 1, paid_usdt: '0.00', cost_unknown: 1 });
	expect(text).toContain('and what 1 of the unresolved cost is not known.');
	// A screening without an answer is sent once more.
	expect(own.newRequests().filter(({ path }) => path.endsWith('/kyt_check'))).toHaveLength(2);
});

test('the schedule starts it', async () => {
	const customer = { customer: 'on schedule', network: 'eth', address: 'not an address' };
	const often = withParameters(withCustomers(example, [customer]), 'Every night at 2', {
		rule: { interval: [{ field: 'seconds', secondsInterval: 1 }] },
	});

	await start(often, own.credential);

	expect(await noteAbout('unresolved: on schedule')).toMatch(/^Screening of 1 customers/);
});
