// An order whose repeats the API knows, and one of which that is assumed, under every fault in the real n8n: never two, and one
// where the node says so. The other classes, with more kinds of runs: test/engine/fault-matrix.test.ts.
import { FAULTS } from '../../dev/sandbox/http/faults';
import { TRON } from '../support/addresses';
import { runNode } from '../support/n8n/harness';
import { type OwnSandbox, startOwnSandbox } from '../support/n8n/own-sandbox';

let own: OwnSandbox;
let cardId: unknown;

const run = (parameters: object, items: Record<string, unknown>[] = [{}]) =>
	runNode({
		parameters: { ...parameters },
		items,
		continueOnFail: true,
		credential: own.credential,
	});

beforeAll(async () => {
	own = await startOwnSandbox({ settleMs: 0, kytDelayMs: 0, initialBalance: '1000000' });
	const card = { resource: 'card', operation: 'issue', svcProductId: '101' };
	const options = { pollInterval: 0.1 };
	const { items } = await run({ ...card, waitUntilReady: true, options });
	cardId = items[0]?.json.card_id;
});

afterAll(async () => {
	await own.sandbox.close();
});

/** How many orders or screenings, and how many debits, an ext_id has. */
function madeFor(extId: string): { made: number; debits: number } {
	const { state } = own.sandbox;
	const made = [...state.orders, ...state.kytChecks].filter((one) => one.extId === extId);
	const lines = state.ledger(own.partner.partnerId).filter((line) => line.ext_id === extId);
	return { made: made.length, debits: lines.length };
}

const CUSTOM = { extIdMode: 'custom', extId: '={{ $json.id }}' };

test.each<[string, string, () => object]>([
	['withdrawal.create', '/withdrawals', () => ({ amount: '1', toAddress: TRON, ...CUSTOM })],
	// Its call is assumed, so that the API may know no repeats.
	['card.topUp', '/card_topup', () => ({ cardId, amount: '1', ...CUSTOM })],
])('%s: never two, and one where the node says so', async (name, path, parametersOf) => {
	const [resource, operation] = name.split('.');
	own.sandbox.clearFaults();
	const ids = FAULTS.map((fault) => {
		const id = `${name} ${fault}`;
		const match = { body: `"ext_id":"${id}"`, path };
		own.sandbox.addFault({ fault, retryAfter: '0', match });
		return id;
	});
	const options = { timeout: 1, retries: 1, longestWait: 0.05, batchSize: 1 };
	const parameters = { resource, operation, options, ...parametersOf() };
	const { items, error } = await run(
		parameters,
		ids.map((id) => ({ id })),
	);
	expect(error).toBeUndefined();

	expect(items).toHaveLength(ids.length);
	for (const [index, extId] of ids.entries()) {
		const json = items[index]?.json ?? {};
		const { made, debits } = madeFor(extId);
		expect({ extId, twice: made > 1 || debits > 1 }).toEqual({ extId, twice: false });
		if (json.error === undefined)
			expect({ made, shown: json.ext_id }).toEqual({ made: 1, shown: extId });
		// A failure never says that nothing was spent if something was.
		else if (made === 1) expect(json).toMatchObject({ details: { outcome: 'unknown' } });
	}
	const done = items.filter(({ json }) => json.error === undefined);
	expect(done.length).toBeGreaterThan(FAULTS.length / 2);
});
