// n8n is killed in the middle of a night of "Watch a long list", and of "Resolve unknown orders": the next run makes up for it.
import { addressFromLabel } from '../../../dev/sandbox/addresses';
import { outcomeAddress } from '../../../dev/sandbox/magic';
import type { N8nApi } from '../../../dev/stack/n8n-api';
import { waitUntil } from '../../../dev/stack/wait-until';
import { triggerOf } from '../../support/n8n/example-runs';
import { startOwnSandbox } from '../../support/n8n/own-sandbox';
import {
	type Change,
	StartedExample,
	withOptions,
	withParameters,
} from '../../support/n8n/started-example';
import { UNTIL_IT_DIES } from '../support/crashing-run';
import { afterDeath, overDeath } from '../support/n8n';

const LIMIT = 4;
const NEVER = outcomeAddress('tron_usdt', 'never');
const OTHERS = Array.from({ length: 9 }, (_, place) =>
	addressFromLabel('tron_usdt', `watched ${place}`),
);
const UNKNOWN = ['order-1', 'order-2', 'order-3'];

/** An example that is run once, so that it has its table. */
async function start(api: N8nApi, name: string, change: Change): Promise<StartedExample> {
	const own = await startOwnSandbox({ kytDelayMs: 0 }, api);
	const example = await StartedExample.start(name, own, change);
	expect(await example.report()).toEqual([]);
	return example;
}

/** Resolves when the request with this text has arrived. It never gets a response. */
async function runUntil(example: StartedExample, path: string, text: string): Promise<void> {
	const { api, sandbox } = example.own;
	// Not by its number: when a screening in processing is asked for again depends on the machine.
	sandbox.addFault({ match: { path, body: text }, fault: 'timeout_after_commit' });
	await api.run(example.stored.id, triggerOf(example.workflow));
	const isIt = (one: { body: string }) => one.body.includes(text);
	await waitUntil(`${text} at ${path}`, () => sandbox.state.requests.some(isIt) || undefined);
}

let watch: StartedExample;
let resolve: StartedExample;

const paid = () => watch.own.sandbox.state.kytChecks.map(({ address }) => address);

overDeath({
	prepare: async ({ api }) => {
		const gate = withOptions('Screening gate', { ...UNTIL_IT_DIES, maxWait: 0.1, concurrency: 1 });
		const limited = withParameters('Due', { limit: LIMIT });
		watch = await start(api, 'watch-a-long-list', (workflow) => limited(gate(workflow)));
		await watch.addRows([NEVER, ...OTHERS].map((address) => ({ address })));
		await watch.report();
		expect(paid()).toHaveLength(LIMIT);
		await runUntil(watch, '/kyt_check', OTHERS[LIMIT] ?? '');

		const lookup = withOptions('Look it up', { ...UNTIL_IT_DIES, concurrency: 1 });
		const everyAge = { conditions: [{ keyName: 'outcome', condition: 'isEmpty' }] };
		const all = withParameters('Still unknown', { filters: everyAge });
		resolve = await start(api, 'resolve-unknown-orders', (workflow) => all(lookup(workflow)));
		await resolve.addRows(UNKNOWN.map((number) => ({ ext_id: number, order: 'a payout' })));
		await runUntil(resolve, '/document_get', 'order-2');
	},
});

afterAll(async () => {
	for (const example of [watch, resolve]) {
		await example.remove();
		await example.own.sandbox.close();
	}
});

test('killed in the middle of a night: the next ones go on, and no address is paid for twice', async () => {
	await afterDeath();
	expect(paid()).toHaveLength(LIMIT + 2);
	const check = watch.own.sandbox.state.kytChecks.find(({ address }) => address === NEVER);
	expect(check?.status).toBe('processing');

	// The night that was killed has paid for two of these.
	expect((await watch.report())[0]).toMatch(/^Addresses checked: 5\. 4 clear/);
	expect(paid()).toHaveLength(LIMIT * 2);
	Object.assign(check ?? {}, { outcome: 'sanctions', dueAt: 0 });
	expect(await watch.report()).toEqual([
		'Addresses checked: 3. 2 clear, 0 review, 1 block, 0 unresolved.',
		expect.stringMatching(`^BLOCK: ${NEVER}`),
	]);
	expect(await watch.report()).toEqual([]);
	expect(paid()).toEqual([NEVER, ...OTHERS]);
	const verdicts = (await watch.rows()).map(({ verdict }) => verdict);
	expect(verdicts).toEqual(['block', ...OTHERS.map(() => 'clear')]);
});

test('killed in the middle of its lookups: the next run tells what became of all orders', async () => {
	await afterDeath();
	const outcomes = async () => (await resolve.rows()).map(({ outcome }) => outcome ?? '');
	expect(await outcomes()).toEqual(UNKNOWN.map(() => ''));
	expect((await resolve.report()).slice(1).map((line) => line.split('. ')[0])).toEqual(
		UNKNOWN.map((number) => `NOT FOUND: ${number}`),
	);
	expect(await outcomes()).toEqual(UNKNOWN.map(() => 'not found'));
	expect(resolve.own.sandbox.state.orders).toEqual([]);
});
