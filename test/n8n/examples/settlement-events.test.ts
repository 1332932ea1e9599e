// The example "Do something with each event": each event has one message, an uncompleted order takes precedence, and
// the status of every order with a number is noted.
import { waitUntil } from '../../../dev/stack/wait-until';
import { outputOf } from '../../support/n8n/example-runs';
import { useExample } from '../../support/n8n/started-example';

const UNDER_WAY = ['new', 'running', 'waiting'];
const COMPLETED = { status: 'completed', document_status: 'done' };
const MESSAGES = ['Not completed', 'Ready to deliver', 'Paid out', 'Anything else'];

const { own, example } = useExample('settlement-events', { settleMs: 0 });

/** What the example makes of an event: its message, and from which branch. */
async function messageOf(
	event: Parameters<typeof own.sandbox.sendEvent>[1],
	data: Record<string, string>,
): Promise<[string, string]> {
	const runs = async () => await own.api.listExecutions(example.stored.id);
	const before = (await runs()).map(({ id }) => id);
	own.sandbox.sendEvent(own.partner.partnerId, event, { ...COMPLETED, ...data });
	// A run that failed must not be waited for in vain.
	const { id, status } = await waitUntil('the end of the run of the event', async () =>
		(await runs()).find((row) => !before.includes(row.id) && !UNDER_WAY.includes(row.status)),
	);
	expect(status).toBe('success');
	const execution = await own.api.getExecution(id);
	const [found] = MESSAGES.flatMap((node) =>
		outputOf(execution, node).map(({ text }): [string, string] => [node, String(text)]),
	);
	return found ?? ['', ''];
}

test.each([
	['esim_purchase.status_changed', {}, 'Ready to deliver', /^READY: .*order order-1\. .*same/],
	[
		'withdrawal.status_changed',
		{ amount: '0.100000000000000001', currency: 'USDT', to_address: 'TX' },
		'Paid out',
		/^PAID OUT: order order-1, 0\.100000000000000001 USDT to TX\.$/,
	],
	['card_freeze.status_changed', { ext_id: 'f' }, 'Anything else', /^card_f.* f, status completed/],
	['card_freeze.status_changed', { ext_id: '' }, 'Anything else', /^card_f.*no order number/],
	['gift_purchase.status_changed', { status: ' COMPLETED' }, 'Ready to deliver', /^READY/],
] as const)('%s %j goes to "%s", and is noted', async (event, data, branch, text) => {
	const order = { ext_id: 'order-1', ...data };
	expect(await messageOf(event, order)).toEqual([branch, expect.stringMatching(text)]);
	const noted = (await example.rows()).map(({ ext_id }) => ext_id ?? '');
	expect(noted.includes(order.ext_id)).toBe(order.ext_id !== '');
});

test('a one-time password starts no run, so that n8n keeps none', async () => {
	own.sandbox.sendEvent(own.partner.partnerId, 'card.otp', { card_id: 'card-7', otp: '424242' });
	await own.sandbox.webhooksIdle();
	await messageOf('card_freeze.status_changed', { ext_id: 'after-it' });
	const rows = await own.api.listExecutions(example.stored.id);
	const runs = await Promise.all(rows.map(({ id }) => own.api.getExecution(id)));
	expect(JSON.stringify(runs)).not.toContain('card.otp');
});

test.each(['failed', 'cancelled', 'a status that nobody knows'])(
	'an order that is "%s" is not completed, and its status is noted once',
	async (status) => {
		const extId = `order-${status}`;
		const failure = { status, error: 'provisioning_failed', message: 'No more eSIMs' };
		expect(await messageOf('esim_purchase.status_changed', { ext_id: extId, ...failure })).toEqual([
			'Not completed',
			`NOT COMPLETED: esim_purchase.status_changed, order ${extId} is ${status}. provisioning_failed No more eSIMs`,
		]);
		expect((await example.rows()).filter((row) => row.ext_id === extId)).toMatchObject([
			{ status },
		]);
	},
);
