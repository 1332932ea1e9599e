// n8n is killed in the middle of 200 orders, of which a budget has room for 37: never more are paid, and all 37 after every Retry.
import { waitUntil } from '../../../dev/stack/wait-until';
import type { OwnN8n } from '../../support/n8n/own-n8n';
import { payOut, type Payouts, startPayouts } from '../../support/n8n/payouts';
import { ownN8n } from '../support/n8n';

const ROOM = 37;
const [RUNS, ORDERS] = [20, 10];

let n8n: OwnN8n;
let payouts: Payouts;

/** Until what the dead process had reserved is free again. */
const LEASE_MS = 60_000;

beforeAll(async () => {
	n8n = await ownN8n();
	payouts = await startPayouts(n8n.api, { maximumPerDay: String(ROOM * 2) });
}, 300_000);

afterAll(async () => {
	await payouts.sandbox.close();
});

const paid = () => payouts.sandbox.state.orders.length;

test(`kill -9 in the middle of 200 orders: at most ${ROOM} are paid, and ${ROOM} after every Retry`, async () => {
	const { sandbox, webhookPath, workflowId } = payouts;
	// The tenth order is placed, and n8n never learns it.
	sandbox.addFault({ match: { path: '/withdrawals', nth: 10 }, fault: 'timeout_after_commit' });
	const url = n8n.url(webhookPath);
	await Promise.all(Array.from({ length: RUNS }, async () => await payOut(url, ORDERS)));
	const [first] = await waitUntil('ten orders', () => (paid() >= 10 ? [paid()] : undefined));
	await n8n.kill();
	const before = paid();
	expect(first).toBeLessThan(ROOM);
	expect(before).toBeLessThanOrEqual(ROOM);
	await n8n.startAgain();
	const died = Date.now();
	const crashed = await waitUntil('the crashed executions', async () => {
		const rows = await n8n.api.listExecutions(workflowId, 100, 'crashed');
		return rows.length > 0 ? rows : undefined;
	});
	await waitUntil('the reservations to end', () => Date.now() - died > LEASE_MS || undefined, {
		timeoutMs: LEASE_MS * 2,
		everyMs: 1_000,
	});
	for (const { id } of crashed) {
		await n8n.api.finishedExecution(await n8n.api.retryExecution(id));
		expect(paid()).toBeLessThanOrEqual(ROOM);
	}
	expect(paid()).toBe(ROOM);
}, 400_000);
