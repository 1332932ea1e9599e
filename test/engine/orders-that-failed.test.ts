/** Proves that an order that was not carried out fails its item, with its key and its record, also while it is waited for. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { LOST, SENT, useOrders } from './support/orders';
import { WITHDRAWAL } from './support/withdrawal';

const { order, made } = useOrders({ settleMs: 5 });

const WAITING: INodeParameters = {
	...WITHDRAWAL,
	...{ waitUntilReady: true, extIdMode: 'custom', extId: 'o-1' },
	options: { retries: 0, pollInterval: 0.1, maxWait: 30 },
};
const ON = { onError: 'continueErrorOutput' as const };

const withDocument = async (document: IDataObject, parameters = WAITING, more = {}) =>
	await order(parameters, { document: { ...SENT, ...document } }, more);

test.each<[IDataObject, string, RegExp]>([
	[
		{ status: 'failed', error: 'provider_down' },
		'refused',
		/ts status is failed \(provider_down\)/,
	],
	[{ status: 'Cancelled' }, 'refused', /ts status is cancelled/],
	[{ document_status: 'failed', status: '' }, 'refused', /ts status is failed/],
	[{ status: 'failed', document_status: 'done' }, 'unknown', /ts status is failed/],
	[{ status: 'completed', document_status: 'failed' }, 'unknown', /failed/],
	[{ status: 'completed', document: { status: 'failed' } }, 'unknown', /failed/],
	[{ status: 'accepted', document_status: 'failed' }, 'unknown', /failed/],
	[
		{ status: 'failed', items: [{ esim_id: 'e-1', status: 'active' }] },
		'unknown',
		/ts status is failed/,
	],
	[{ status: 'rejected' }, 'unknown', /ts status is rejected/],
	[{ status: 'expired' }, 'unknown', /look for it in Ledger: Get Many/],
	[{ status: 'canceled' }, 'unknown', /ts status is canceled/],
])('%j is %s', async (state, outcome, said) => {
	const { items } = await withDocument(state, WAITING, ON);
	const code = outcome === 'refused' ? 'came_to_nothing' : 'ended_otherwise';
	expect(items).toMatchObject([
		{
			error: expect.stringContaining(`(${code})`),
			message: expect.stringMatching(said),
			details: { outcome, code, ext_id: 'o-1', record: { amount: '1', ext_id: 'o-1' } },
		},
	]);
	expect(Object.keys(items[0] ?? {}).sort()).toEqual(['details', 'error', 'message']);
	const { message, description } = await withDocument(state, { ...WAITING, extId: 'o-2' });
	expect(message).toContain(`(${code})`);
	expect(description).toMatch(said);
});

test.each(['completed', 'done', 'delivered'])('%s comes out as before', async (status) => {
	const options = {
		...(WAITING.options as IDataObject),
		terminalStatuses: 'completed, done, delivered',
	};
	const { items } = await withDocument({ status }, { ...WAITING, options });
	expect(items).toMatchObject([{ status, outcome_reached: true }]);
});

test('what failed fails its item, whatever the Terminal Statuses are', async () => {
	const options = { ...(WAITING.options as IDataObject), terminalStatuses: 'delivered' };
	const { items } = await withDocument(
		{ status: 'failed' },
		{ ...WAITING, extId: 'o-3', options },
		ON,
	);
	expect(items).toMatchObject([{ details: { code: 'came_to_nothing', ext_id: 'o-3' } }]);
});

test('without Wait Until Ready what failed fails its item as well', async () => {
	const parameters = { ...WAITING, waitUntilReady: false };
	const record = { ...SENT, ext_id: 'o-1', status: 'failed' };
	const run = await order(parameters, { orders: [{ status: 200, body: record }] }, ON);
	const details = { outcome: 'refused', code: 'came_to_nothing', record };
	expect(run.items).toMatchObject([{ details }]);
	expect(run.summary).toBeUndefined();
});

test('no secret of the record comes out', async () => {
	const { items } = await withDocument({ status: 'failed', epin: 'hidden-1' }, WAITING, ON);
	expect(items).toMatchObject([{ details: { record: { status: 'failed' } } }]);
	expect(JSON.stringify(items)).not.toContain('hidden-1');
});

test('an order of a card that fails at the sandbox fails its item, and the others come out', async () => {
	const issue = { resource: 'card', operation: 'issue', svcProductId: '={{ $json.id }}' };
	const parameters = {
		...issue,
		waitUntilReady: true,
		extIdMode: 'auto',
		options: WAITING.options,
	};
	const items = ['101', '9001', '102'].map((id) => ({ id }));
	const run = await order(parameters, {}, { items, ...ON });
	expect(run.items.map(({ details, card }) => details ?? typeof card)).toEqual([
		'object',
		'object',
		expect.objectContaining({ outcome: 'refused', code: 'came_to_nothing' }),
	]);
	expect(made()).toHaveLength(3);
});

test('a number whose order came to nothing needs another one, and its record is shown', async () => {
	const { items } = await order(
		{ ...WAITING, waitUntilReady: false },
		{ orders: [LOST], document: { ...SENT, status: 'failed' } },
		ON,
	);
	expect(items).toMatchObject([
		{ details: { outcome: 'refused', record: { ...SENT, status: 'failed' } } },
	]);
});
