// n8n is killed in the middle of 200 orders, of which a budget has room for 37: never more are paid, and all 37 after every Retry.
import { waitUntil } from '../../../dev/stack/wait-until';
import { payOut, type Payouts, startPayouts } from '../../support/n8n/payouts';
import { afterDeath, overDeath } from '../support/n8n';

const ROOM = 37;
const [RUNS, ORDERS] = [20, 10];

/** How long the dead process's reservations last. */
const LEASE_MS = 60_000;

let payouts: Payouts;
let died = 0;

const paid = () => payouts.sandbox.state.orders.length;

overDeath({
	prepare: async (n8n) => {
		payouts = await startPayouts(n8n.api, { maximumPerDay: String(ROOM * 2) });
		// The tenth order is placed, and n8n never learns it.
		const fault = 'timeout_after_commit';
		payouts.sandbox.addFault({ match: { path: '/withdrawals', nth: 10 }, fault });
		const url = n8n.url(payouts.webhookPath);
		await Promise.all(Array.from({ length: RUNS }, async () => await payOut(url, ORDERS)));
		await waitUntil('ten orders', () => paid() >= 10 || undefined);
	},
	whileDown: () => {
		died = Date.now();
	},
});

afterAll(async () => {
	await payouts.sandbox.close();
});

test(`kill -9 in the middle of 200 orders: ${ROOM} are paid after every Retry, and never more`, async () => {
	const { api } = await afterDeath();
	expect(paid()).toBeLessThanOrEqual(ROOM);
	const ended = async () => {
		const rows = await api.listExecutions(payouts.workflowId, 100);
		return rows.every(({ status }) => !['new', 'running', 'waiting'].includes(status)) || undefined;
	};
	await waitUntil('all executions to have ended', ended);
	const crashed = await api.listExecutions(payouts.workflowId, 100, 'crashed');
	const areFree = () => Date.now() - died > LEASE_MS || undefined;
	await waitUntil('the reservations to end', areFree, { timeoutMs: LEASE_MS * 2, everyMs: 1_000 });
	for (const { id } of crashed) {
		await api.finishedExecution(await api.retryExecution(id));
		expect(paid()).toBeLessThanOrEqual(ROOM);
	}
	expect(paid()).toBe(ROOM);
}, 300_000);
