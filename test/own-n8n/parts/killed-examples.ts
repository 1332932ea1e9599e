// n8n is killed in the middle of a night of "Watch a long list", and of "Resolve unknown orders": the next run makes up for it.
import { addressFromLabel } from '../../../dev/sandbox/addresses';
import { type Sandbox, startSandbox } from '../../../dev/sandbox/index';
import { outcomeAddress } from '../../../dev/sandbox/magic';
import { CREDENTIAL_TYPE, credentialData } from '../../../dev/stack/credential';
import { importExample, readExample } from '../../../dev/stack/examples';
import type { N8nApi } from '../../../dev/stack/n8n-api';
import type { StoredWorkflow, Workflow } from '../../../dev/stack/n8n-api-schemas';
import { withSandboxValues } from '../../../dev/stack/sandbox-values';
import { waitUntil } from '../../../dev/stack/wait-until';
import { type Json, outputOf, runByHand, triggerOf } from '../../support/n8n/example-runs';
import { addRows, rowsOf, withOwnTable } from '../../support/n8n/example-tables';
import { UNTIL_IT_DIES } from '../support/crashing-run';
import { afterDeath, overDeath } from '../support/n8n';

const LIMIT = 4;
const NEVER = outcomeAddress('tron_usdt', 'never');
const OTHERS = Array.from({ length: 9 }, (_, place) =>
	addressFromLabel('tron_usdt', `watched ${place}`),
);
const UNKNOWN = ['order-1', 'order-2', 'order-3'];

type Change = (parameters: Json) => Json;

/** An example with a sandbox, a name and a table of its own. */
class KilledExample {
	private constructor(
		readonly sandbox: Sandbox,
		private readonly workflow: Workflow,
		private readonly stored: StoredWorkflow,
		private readonly table: string,
	) {}

	/** @param changes of the parameters of nodes, by their names */
	static async start(
		api: N8nApi,
		name: string,
		changes: Record<string, Change>,
	): Promise<KilledExample> {
		const sandbox = await startSandbox({ kytDelayMs: 0 });
		const data = credentialData(sandbox, await sandbox.createPartner());
		const fields = { name: `Of ${name}`, type: CREDENTIAL_TYPE, data };
		const credential = await api.createCredential(fields);
		const example = withSandboxValues(await readExample(name));
		const nodes = example.nodes.map((node) => ({
			...node,
			parameters: changes[node.name]?.(node.parameters) ?? node.parameters,
		}));
		// The tests of all examples import those of the same name.
		const own = withOwnTable({ ...example, nodes, name: `killed ${name}` });
		const stored = await importExample(api, own.workflow, [credential]);
		const started = new KilledExample(sandbox, own.workflow, stored, own.table);
		expect(await started.run(api)).toEqual([]);
		return started;
	}

	async addRows(api: N8nApi, rows: Json[]): Promise<void> {
		await addRows(api, this.table, rows);
	}

	async rows(api: N8nApi): Promise<Json[]> {
		return rowsOf(api, this.table);
	}

	/** Resolves when this many of these requests have arrived. The last one never gets a response. */
	async runUntil(api: N8nApi, path: string, count: number): Promise<void> {
		const arrived = () => this.sandbox.state.requests.filter((one) => one.path.endsWith(path));
		const before = arrived().length;
		const match = { path, nth: count };
		this.sandbox.addFault({ match, fault: 'timeout_after_commit' });
		await api.run(this.stored.id, triggerOf(this.workflow));
		const isThere = () => arrived().length >= before + count || undefined;
		await waitUntil(`request ${String(count)} to ${path}`, isThere);
	}

	/** @returns the lines of its report, none if it has made none */
	async run(api: N8nApi): Promise<string[]> {
		const execution = await runByHand(api, this.stored, this.workflow);
		expect(execution.data.resultData.error).toBeUndefined();
		const reports = outputOf(execution, 'Report');
		return reports.flatMap(({ text }) => String(text).trim().split('\n'));
	}

	async end(api: N8nApi): Promise<void> {
		await api.deleteWorkflow(this.stored.id);
		await this.sandbox.close();
	}
}

const withOptions =
	(more: Json): Change =>
	(parameters) => ({ ...parameters, options: { ...(parameters.options as Json), ...more } });

let watch: KilledExample;
let resolve: KilledExample;

const paid = () => watch.sandbox.state.kytChecks.map(({ address }) => address);

overDeath({
	prepare: async ({ api }) => {
		watch = await KilledExample.start(api, 'watch-a-long-list', {
			Due: (parameters) => ({ ...parameters, limit: LIMIT }),
			'Screening gate': withOptions({ ...UNTIL_IT_DIES, maxWait: 0.1, concurrency: 1 }),
		});
		const list = [NEVER, ...OTHERS];
		await watch.addRows(
			api,
			list.map((address) => ({ address })),
		);
		await watch.run(api);
		expect(paid()).toHaveLength(LIMIT);
		// The screening still in processing is requested first, so the third request is that of the second new one.
		await watch.runUntil(api, '/kyt_check', 3);

		const everyAge = { conditions: [{ keyName: 'outcome', condition: 'isEmpty' }] };
		resolve = await KilledExample.start(api, 'resolve-unknown-orders', {
			'Still unknown': (parameters) => ({ ...parameters, filters: everyAge }),
			'Look it up': withOptions({ ...UNTIL_IT_DIES, concurrency: 1 }),
		});
		await resolve.addRows(
			api,
			UNKNOWN.map((number) => ({ ext_id: number, order: 'a payout' })),
		);
		await resolve.runUntil(api, '/document_get', 2);
	},
});

afterAll(async () => {
	const { api } = await afterDeath();
	await watch.end(api);
	await resolve.end(api);
});

test('killed in the middle of a night: the next ones go on, and no address is paid for twice', async () => {
	const { api } = await afterDeath();
	expect(paid()).toHaveLength(LIMIT + 2);
	const check = watch.sandbox.state.kytChecks.find(({ address }) => address === NEVER);
	expect(check?.status).toBe('processing');

	// The night that was killed has paid for two of these.
	expect((await watch.run(api))[0]).toMatch(/^Addresses checked: 5\. 4 clear/);
	expect(paid()).toHaveLength(LIMIT * 2);
	Object.assign(check ?? {}, { outcome: 'sanctions', dueAt: 0 });
	expect(await watch.run(api)).toEqual([
		'Addresses checked: 3. 2 clear, 0 review, 1 block, 0 unresolved.',
		expect.stringMatching(`^BLOCK: ${NEVER}`),
	]);
	expect(await watch.run(api)).toEqual([]);
	expect(paid()).toEqual([NEVER, ...OTHERS]);
	const verdicts = (await watch.rows(api)).map(({ verdict }) => verdict);
	expect(verdicts).toEqual(['block', ...OTHERS.map(() => 'clear')]);
});

test('killed in the middle of its lookups: the next run tells what became of all orders', async () => {
	const { api } = await afterDeath();
	const outcomes = async () => (await resolve.rows(api)).map(({ outcome }) => outcome ?? '');
	expect(await outcomes()).toEqual(UNKNOWN.map(() => ''));
	expect((await resolve.run(api)).slice(1).map((line) => line.split('. ')[0])).toEqual(
		UNKNOWN.map((number) => `NOT FOUND: ${number}`),
	);
	expect(await outcomes()).toEqual(UNKNOWN.map(() => 'not found'));
	expect(resolve.sandbox.state.orders).toEqual([]);
});
