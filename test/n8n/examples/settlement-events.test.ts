import { readExample } from '../../../stack/examples';
import type { StoredWorkflow, Workflow } from '../../../stack/n8n-api-schemas';
import { waitUntil } from '../../../stack/wait-until';
import { sharedN8n } from '../harness';
import { type OwnSandbox, startOwnSandbox } from '../own-sandbox';
import {
	callbackUrlOf,
	noteAbout,
	outputOf,
	removeAll,
	rowsOf,
	runByHand,
	start,
	startNotebook,
	withAssigned,
	withOwnTable,
	withParameters,
} from './support';

const TABLE = 'settlement_esim_orders';

let own: OwnSandbox;
let example: Workflow;
let stored: StoredWorkflow;
let table: string;

/** Buys an eSIM as the example's lower row does, without its event; it is ready when this returns. */
async function buyEsim(): Promise<{ extId: string; esimId: string }> {
	own.sandbox.setCallbackUrl(own.partner.partnerId, null);
	const execution = await runByHand(stored, 'Buy an eSIM to try it');
	expect(execution.data.resultData.error).toBeUndefined();
	const [esim] = outputOf(execution, 'Buy the eSIM');
	const extId = String(esim?.ext_id);
	await waitUntil(
		'the eSIM',
		() =>
			own.sandbox.state.orders.find((order) => order.extId === extId)?.status === 'completed' ||
			undefined,
	);
	own.sandbox.setCallbackUrl(own.partner.partnerId, await callbackUrlOf(example));
	return { extId, esimId: String(esim?.esim_id) };
}

function send(event: Parameters<typeof own.sandbox.sendEvent>[1], data: Record<string, string>) {
	own.sandbox.sendEvent(own.partner.partnerId, event, {
		status: 'completed',
		document_status: 'done',
		...data,
	});
}

beforeAll(async () => {
	own = await startOwnSandbox({ settleMs: 0 });
	await startNotebook();
	({ workflow: example, table } = withOwnTable(await readExample('settlement-events'), TABLE));
	stored = await start(example, own.credential);
	own.sandbox.setCallbackUrl(own.partner.partnerId, await callbackUrlOf(example));
});

afterAll(async () => {
	await own.sandbox.webhooksIdle();
	await removeAll();
	await own.sandbox.close();
});

test('an eSIM that is ready is delivered with its activation code, and the run, which went well, is not kept', async () => {
	const { extId, esimId } = await buyEsim();
	expect(await rowsOf(table)).toMatchObject([{ ext_id: extId, esim_id: esimId }]);

	send('esim_purchase.status_changed', { ext_id: extId, offer_id: 'esim-eu-5gb' });

	expect(await noteAbout(`your eSIM of order ${extId} is ready`)).toMatch(
		/^To anna@example.com: .* Activation code: LPA:1\$smdp\.sandbox\.example\$[0-9A-F]{16}$/,
	);
	const api = await sharedN8n();
	await waitUntil('the run to be removed', async () => {
		const runs = await api.listExecutions(stored.id);
		return runs.every(({ mode }) => mode === 'manual') || undefined;
	});
});

test('an order that is run twice is noted once', async () => {
	const extId = `esim-shop-${own.partner.partnerId}`;
	own.sandbox.setCallbackUrl(own.partner.partnerId, null);
	await start(withAssigned(example, 'Order', 'ext_id', extId), own.credential);

	for (let run = 0; run < 2; run += 1) {
		const execution = await runByHand(stored, 'Buy an eSIM to try it');
		expect(execution.data.resultData.error).toBeUndefined();
	}

	await start(example, own.credential);
	own.sandbox.setCallbackUrl(own.partner.partnerId, await callbackUrlOf(example));
	const rows = await rowsOf(table);
	expect(rows.filter((row) => row.ext_id === extId)).toHaveLength(1);
});

test('an eSIM of an order that nobody knows is not lost', async () => {
	send('esim_purchase.status_changed', { ext_id: 'unknown-order' });

	expect(await noteAbout('NOT DELIVERED: the eSIM of order unknown-order')).toContain(
		'has no eSIM for this order',
	);
});

test('an eSIM that cannot be read is not lost', async () => {
	const { extId } = await buyEsim();
	own.sandbox.addFault({
		match: { method: 'GET', path: '/partner/esims/', times: 0 },
		fault: '403',
	});

	send('esim_purchase.status_changed', { ext_id: extId });

	expect(await noteAbout(`NOT DELIVERED: the eSIM of order ${extId}`)).toContain('not_allowed');
	own.sandbox.clearFaults();
});

test('a message that does not reach the customer is told', async () => {
	const { extId } = await buyEsim();
	const cut = withParameters(example, 'Send to the customer', {
		url: `${own.sandbox.url}/no-such-mail-server`,
	});
	await start(cut, own.credential);

	send('esim_purchase.status_changed', { ext_id: extId });

	expect(await noteAbout(`NOT DELIVERED: the eSIM of order ${extId}`)).toContain('404');
	await start(example, own.credential);
});

test.each([
	['card_issue.status_changed', { card_id: 'card-7' }, /^Card of order .* is issued: card-7\./],
	[
		'withdrawal.status_changed',
		{ amount: '0.100000000000000001', currency: 'USDT', to_address: 'TX' },
		/is completed: 0\.100000000000000001 USDT to TX\.$/,
	],
	[
		'gift_purchase.status_changed',
		{},
		/^gift_purchase\.status_changed: order .*, status completed\.$/,
	],
	['card.otp', { otp: '424242' }, /^card\.otp: order ((?!424242).)*$/],
] as const)('%s has its branch', async (event, data, text) => {
	const extId = `branch-${event}`;

	send(event, { ext_id: extId, ...data });

	expect(await noteAbout(extId)).toMatch(text);
});

test('an order is completed however that is written', async () => {
	const extId = 'completed-in-capitals';

	send('gift_purchase.status_changed', { ext_id: extId, status: ' COMPLETED' });

	expect(await noteAbout(extId)).toMatch(/^gift_purchase\.status_changed: order/);
});

test.each(['failed', 'cancelled', 'a status that nobody knows'])(
	'an order that is "%s" is told as not completed',
	async (status) => {
		const extId = `not-completed-${status}`;

		send('esim_purchase.status_changed', {
			ext_id: extId,
			status,
			error: 'provisioning_failed',
			message: 'No more eSIMs',
		});

		expect(await noteAbout(extId)).toBe(
			`NOT COMPLETED: esim_purchase.status_changed: order ${extId} is ${status}. provisioning_failed No more eSIMs`,
		);
	},
);
