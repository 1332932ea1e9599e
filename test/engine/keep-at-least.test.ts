// Proves that simultaneous orders together leave the amount of Keep at Least, and that all orders that fit are paid.
import { MemoryRecord } from '../../nodes/PartnerSettlement/limits/budget/memory-record';
import { LEASE_MS } from '../../nodes/PartnerSettlement/limits/budget/spending-record';
import { TRON } from '../support/addresses';
import { Contract } from '../support/partner';
import { until } from '../support/until';
import { errorOf, hintsOf, type NodeRun, ON, outputs, useNode } from './support/run-node';
import { batchOf, SENT, WITHDRAWAL } from './support/orders';

const { api, start: startHere } = useNode({ settleMs: 0 });

/** The sandbox takes 1 USDT for each withdrawal: of four, 84 in all. */
const CREDENTIAL = { keepAtLeast: '900', withdrawalFee: '1' };

const OWN = { ...WITHDRAWAL, extIdMode: 'custom', extId: '={{ $json.id }}' };

/** The sandbox shows the balance's time in whole seconds. */
async function nextSecond() {
	const second = Math.floor(Date.now() / 1000);
	await until(() => Math.floor(Date.now() / 1000) > second);
}

async function started(change: Record<string, string> = {}) {
	const contract = await Contract.of(api.sandbox, { balance: '1000' });
	const credential = contract.credential({ ...CREDENTIAL, ...change });
	const start = (orders: number, more: Partial<NodeRun> = {}) => {
		const items = Array.from({ length: orders }, (_, id) => ({ amount: '20', id, to: TRON }));
		return startHere(WITHDRAWAL, { items, credential, ...more });
	};
	const paid = () => contract.orders().length;
	const arrived = () => contract.arrived('POST /gw/partner/withdrawals');
	return { start, paid, arrived };
}

test.each([
	[1, 60, 4],
	[4, 60, 4],
	[5, 60, 0],
	[1, 1_500, 4],
	[4, 1_500, 4],
])('30 runs at once of %d orders, %d ms each: %d are paid', async (orders, latencyMs, fit) => {
	const { start, paid } = await started();
	api.sandbox.configure({ latencyMs });
	const runs = await Promise.all(Array.from({ length: 30 }, async () => await start(orders)));
	api.sandbox.configure({ latencyMs: 0 });
	expect(paid()).toBe(fit);
	const done = runs.flatMap((run) => outputs(run).flat());
	expect(done).toHaveLength(fit);
	const messages = runs.map((run) => errorOf(run).message).filter(Boolean);
	expect(messages).toHaveLength(30 - fit / orders);
	for (const message of messages)
		expect(message).toMatch("would leave less than the credential's Keep at Least");
});

test('a run waits for room, which refused orders of another run give back', async () => {
	const { start, paid, arrived } = await started();
	// Three of the first run's four are refused after some time.
	api.sandbox.configure({ latencyMs: 200 });
	api.sandbox.addFault({ match: { path: '/withdrawals', times: 3 }, fault: '403' });
	const first = start(4, ON);
	await until(() => arrived() > 0);
	const second = await start(3);
	await first;
	api.sandbox.configure({ latencyMs: 0 });
	expect(errorOf(second).message).toBe('');
	expect(outputs(second).flat()).toHaveLength(3);
	expect(paid()).toBe(4);
});

test('orders that another run sends before a slow record takes those of this run count', async () => {
	const { start, paid } = await started();
	const take = Reflect.get(MemoryRecord.prototype, 'reserve');
	const slow = jest.spyOn(MemoryRecord.prototype, 'reserve');
	slow.mockImplementation(async function (this: MemoryRecord, wanted, windows) {
		if (wanted.length === 0) return await take.call(this, wanted, windows);
		slow.mockRestore();
		// The balance is read, without these orders.
		expect(outputs(await start(3)).flat()).toHaveLength(3);
		await nextSecond();
		return await take.call(this, wanted, windows);
	});
	expect(errorOf(await start(3)).message).toMatch('Keep at Least');
	expect(paid()).toBe(3);
});

test('an order of a stopped run counts on: the API may place it after another run reads the balance', async () => {
	const { start, paid, arrived } = await started();
	api.sandbox.addFault({ match: { path: '/withdrawals', times: 1 }, fault: 'timeout' });
	const run = start(1, { parameters: OWN });
	await until(() => arrived() === 1);
	run.cancel();
	await run;
	// What the API says of a repeat meanwhile takes nothing of it away.
	for (const fault of ['403', '429'] as const) {
		api.sandbox.addFault({ match: { path: '/withdrawals', times: 1 }, fault });
		expect(errorOf(await start(1, { parameters: OWN })).message).not.toBe('');
	}
	expect(arrived()).toBe(3);
	await nextSecond();
	const parameters = { ...WITHDRAWAL, options: { timeout: 1 } };
	expect(errorOf(await start(4, { parameters })).message).toMatch('Keep at Least');
	expect(paid()).toBe(0);
});

test('a batch without a response and a withdrawal under its number both count: the API may place both', async () => {
	const { start } = await started();
	const parameters = batchOf([{ ...SENT, amount: '50', ext_id: 'a' }]);
	api.sandbox.addFault({ match: { path: '/batch', times: 1 }, fault: '503' });
	expect(errorOf(await start(1, { parameters })).message).toMatch('outcome unknown');
	const alone = { ...WITHDRAWAL, amount: '60', extIdMode: 'custom', extId: 'a' };
	expect(errorOf(await start(1, { parameters: alone })).message).toMatch('Keep at Least');
});

test('a repeated batch counts on, too: the API may not recognize its first attempt, which may still arrive', async () => {
	const { start, paid } = await started();
	const pay = async (extId: string, amount: string) => {
		const batch = batchOf([{ ...SENT, amount, ext_id: extId }]);
		const parameters = { ...batch, options: { timeout: 1, retries: 0 } };
		return errorOf(await start(1, { parameters })).message;
	};
	api.sandbox.addFault({ match: { path: '/batch', times: 1 }, fault: 'timeout' });
	expect(await pay('a', '20')).toMatch('outcome unknown');
	expect(await pay('a', '20')).toBe('');
	await nextSecond();
	expect(await pay('b', '60')).toMatch('Keep at Least');
	expect(paid()).toBe(1);
});

test('a run that fails before it sends gives back what it has reserved', async () => {
	const { start, paid } = await started();
	api.sandbox.addFault({ match: { path: '/withdrawals', times: 1 }, fault: '403' });
	const failed = await start(4);
	expect(errorOf(failed).message).toMatch('not_allowed');
	expect(outputs(await start(4)).flat()).toHaveLength(4);
	expect(paid()).toBe(4);
});

test('an order whose room was lost in the wait for a retry is not sent again', async () => {
	const { start, paid, arrived } = await started();
	const match = { path: '/withdrawals', times: 1 };
	api.sandbox.addFault({ match, fault: '503', retryAfter: '1' });
	const options = { retries: 3, longestWait: 1 };
	const parameters = { ...WITHDRAWAL, options };
	const run = start(2, { parameters, ...ON });
	await until(() => arrived() === 1);
	// As if something had kept n8n busy for longer than its room lives.
	const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + LEASE_MS + 1000);
	try {
		const [sent, unsent] = outputs(await run).flat();
		const code = 'no_longer_allowed';
		expect(sent?.json).toMatchObject({ details: { outcome: 'unknown', code } });
		expect(unsent?.json).toMatchObject({ details: { outcome: 'not_sent', code } });
	} finally {
		now.mockRestore();
	}
	expect([arrived(), paid()]).toEqual([1, 0]);
});

test('a clock that is set back in a run makes no room', async () => {
	const { start, paid, arrived } = await started({
		apiDifferences: JSON.stringify({ ...api.sandbox.differences, documentDelay: 1 }),
	});
	api.sandbox.configure({ latencyMs: 50 });
	const parameters = { ...OWN, options: { retries: 0, timeout: 2 } };
	const run = start(12, { parameters, ...ON });
	await until(() => arrived() === 1);
	const clock = Date.now.bind(Date);
	const now = jest.spyOn(Date, 'now').mockImplementation(() => clock() - 120_000);
	await run;
	now.mockRestore();
	api.sandbox.configure({ latencyMs: 0 });
	expect(paid()).toBe(4);
});

test('Budget: Get of a credential without a budget says so, and asks the API nothing', async () => {
	const run = await startHere({ resource: 'budget', operation: 'get' });
	expect(outputs(run).flat()).toMatchObject(
		['24h', '30d'].map((window) => ({ json: { window, maximum: null, spent: null } })),
	);
	expect(hintsOf(run)[0]).toMatch('has no budget');
	expect(api.contract.arrived('POST /gw/auth/v1/partner/token')).toBe(0);
});
