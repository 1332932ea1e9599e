// Screenings in the real n8n: equal ones are charged once, and Items at Once holds.
import { waitUntil } from '../../dev/stack/wait-until';
import { TRON } from '../support/addresses';
import { type NodeRun, runNode, sharedN8n } from '../support/n8n/harness';
import { type OwnSandbox, startOwnSandbox } from '../support/n8n/own-sandbox';
import { addressFromLabel } from '../../dev/sandbox/addresses';

const ITEMS_AT_ONCE = 24;

let own: OwnSandbox;

beforeEach(async () => {
	own = await startOwnSandbox({ kytDelayMs: 0 });
});

afterEach(async () => {
	await own.sandbox.close();
});

interface Item {
	address: string;
	network?: string;
}

type More = Partial<Pick<NodeRun, 'meanwhile' | 'settings'>> & { options?: object };

function screen(items: Item[], { options = {}, ...more }: More = {}) {
	return runNode({
		parameters: {
			resource: 'kyt',
			operation: 'screen',
			network: '={{ $json.network }}',
			address: '={{ $json.address }}',
			options: { pollInterval: 0.1, ...options },
		},
		items: items.map((item) => ({ network: 'tron_usdt', ...item })),
		credential: own.credential,
		...more,
	});
}

const times = (count: number, item: Item): Item[] => Array.from({ length: count }, () => item);

/** Each is another one. */
const addresses = (count: number): Item[] =>
	Array.from({ length: count }, (_, index) => ({
		address: addressFromLabel('tron_usdt', `bulk ${String(index)}`),
	}));

/** What was charged for screenings. */
function charges(): string[] {
	return own.sandbox.state
		.ledger(own.partner.partnerId)
		.filter(({ reason }) => reason === 'kyt_check')
		.map(({ amount }) => amount);
}

test('50 items of one address: one check charged, each item has its result', async () => {
	const { items, error } = await screen(times(50, { address: TRON }));
	expect(error).toBeUndefined();
	expect(items).toHaveLength(50);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
		Array.from({ length: 50 }, (_, item) => ({ item })),
	);
	expect(new Set(items.map(({ json }) => json.ext_id)).size).toBe(1);
	expect(items.every(({ json }) => json.status === 'completed')).toBe(true);
	expect(own.sandbox.state.kytChecks).toHaveLength(1);
	expect(charges()).toHaveLength(1);
});

test('500 addresses at 50 ms: all done, over no more connections than Items at Once', async () => {
	own.sandbox.configure({ latencyMs: 50 });
	const bulk = addresses(500);
	const { items, error } = await screen(bulk, { options: { concurrency: ITEMS_AT_ONCE } });
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json.address)).toEqual(bulk.map(({ address }) => address));
	expect(own.sandbox.state.kytChecks).toHaveLength(500);
	expect(own.sandbox.stats().maxConcurrentConnections).toBeLessThanOrEqual(ITEMS_AT_ONCE);
});

test('as many addresses as Items at Once are under way at the same time', async () => {
	// None is answered, so that no later one can have come in the place of one before it.
	own.sandbox.addFault({ match: { path: '/kyt_check', times: 0 }, fault: 'timeout' });
	const arrived = (): number =>
		own.sandbox.stats().requests['POST /core/api/partner/kyt_check'] ?? 0;
	const { execution } = await screen(addresses(2 * ITEMS_AT_ONCE), {
		options: { concurrency: ITEMS_AT_ONCE, timeout: 3600 },
		meanwhile: async (executionId) => {
			const isThere = () => (arrived() >= ITEMS_AT_ONCE ? true : undefined);
			await waitUntil(`${String(ITEMS_AT_ONCE)} checks`, isThere);
			await (await sharedN8n()).stopExecution(executionId);
		},
	});
	expect(execution.status).toBe('canceled');
	expect(arrived()).toBe(ITEMS_AT_ONCE);
});

test('Retry On Fail finds the check that was paid, also where items share it', async () => {
	const other = addressFromLabel('tron_usdt', 'the other');
	own.sandbox.addFault({ match: { path: '/kyt_check', body: other }, fault: '403' });
	const items = [...times(3, { address: TRON }), ...times(2, { address: other })];
	const run = await screen(items, {
		options: { retries: 0, concurrency: 1 },
		settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 },
	});
	expect(run.error).toBeUndefined();
	expect(run.items.map(({ json }) => json.address)).toEqual(items.map(({ address }) => address));
	expect(own.sandbox.state.kytChecks).toHaveLength(2);
	expect(charges()).toHaveLength(2);
});

test('an address of another network is refused before anything is sent', async () => {
	const { error } = await screen([{ address: TRON }, { network: 'eth', address: TRON }]);
	expect(error?.message).toBe('Address is a TRON address; Network is Ethereum');
	expect(error?.description).toContain('Not sent: nothing was spent.');
	expect(own.newRequests()).toEqual([]);
});
