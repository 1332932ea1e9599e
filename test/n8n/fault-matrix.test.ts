// One operation under every fault in the real n8n: never two orders, and one where the node says so.
import { type Fault, FAULTS } from '../../dev/sandbox/http/faults';
import { TRON } from '../support/addresses';
import { runNode } from '../support/n8n/harness';
import { type OwnSandbox, startOwnSandbox } from '../support/n8n/own-sandbox';

/** What another attempt would meet again, so that none is made: an order that is struck once may fail. */
const FINAL: readonly Fault[] = ['403', 'redirect'];

/** How often the fault strikes: once, every call of the order, or every call that names its ext_id, lookups too. */
const STRIKES = ['once', 'each order', 'each call'] as const;
type Strikes = (typeof STRIKES)[number];

let own: OwnSandbox;

beforeAll(async () => {
	own = await startOwnSandbox({ settleMs: 0, initialBalance: '1000000' });
});

afterAll(async () => {
	await own.sandbox.close();
});

/** How many orders and debits an ext_id has. */
function madeFor(extId: string): { orders: number; debits: number } {
	const { state } = own.sandbox;
	const made = state.orders.filter((one) => one.extId === extId);
	const lines = state.ledger(own.partner.partnerId).filter((line) => line.ext_id === extId);
	return { orders: made.length, debits: lines.length };
}

function addFaults(strikes: Strikes): string[] {
	own.sandbox.clearFaults();
	return FAULTS.map((fault) => {
		const id = `${fault} ${strikes}`;
		own.sandbox.addFault({
			fault,
			retryAfter: '0',
			match: {
				body: `"ext_id":"${id}"`,
				...(strikes !== 'each call' && { path: '/withdrawals' }),
				times: strikes === 'once' ? 1 : 0,
			},
		});
		return id;
	});
}

// Every other operation, with more kinds of runs: test/engine/fault-matrix.test.ts.
test.each(STRIKES)('struck %s: never two, and one where the node says so', async (strikes) => {
	const ids = addFaults(strikes);
	const { items: output, error } = await runNode({
		parameters: {
			resource: 'withdrawal',
			operation: 'create',
			amount: '1',
			toAddress: TRON,
			extIdMode: 'custom',
			extId: '={{ $json.id }}',
			options: { timeout: 1, retries: strikes === 'each call' ? 0 : 1, longestWait: 0.05 },
		},
		items: ids.map((id) => ({ id })),
		continueOnFail: true,
		credential: own.credential,
	});
	expect(error).toBeUndefined();

	for (const [index, fault] of FAULTS.entries()) {
		const extId = ids[index] ?? '';
		const json = output[index]?.json ?? {};
		const hasFailed = json.error !== undefined && json.details !== undefined;
		const { orders, debits } = madeFor(extId);
		expect({ extId, orders: orders > 1, debits: debits > 1 }).toEqual({
			extId,
			orders: false,
			debits: false,
		});
		if (!hasFailed)
			expect({ extId, orders, shown: json.ext_id }).toEqual({ extId, orders: 1, shown: extId });
		else expect(json).toMatchObject({ details: { ext_id: extId } });
		if (strikes === 'once' && !FINAL.includes(fault))
			expect({ extId, hasFailed }).toEqual({ extId, hasFailed: false });
		// A failure never says that nothing was spent where something was.
		if (hasFailed && orders === 1) expect(json).toMatchObject({ details: { outcome: 'unknown' } });
	}
});
