/** Proves that an order that was not carried out fails its item, with its key and its record, also while it is waited for. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { LOST, SENT, useOrders } from './support/orders';
import { WITHDRAWAL } from './support/withdrawal';

const { order, made } = useOrders({ settleMs: 5 });

const WAITING: INodeParameters = {
	...WITHDRAWAL,
	...{ waitUntilReady: true, extIdMode: 'custom', extId: 'o-1' },
	options: { retries: 0, pollInterval: 0.1, maxWait: 30, terminalStatuses: 'delivered' },
};
const ON = { onError: 'continueErrorOutput' as const };

test.each<[IDataObject, string, RegExp]>([
	[
		{ status: 'failed', error: 'provider_down', epin: 'hidden-1' },
		'refused',
		/ts status is failed \(provider_down\)/,
	],
	[{ document_status: 'Cancelled', status: '' }, 'refused', /ts status is cancelled/],
	[{ status: 'completed', document_status: 'failed' }, 'unknown', /failed/],
	[{ status: 'expired' }, 'unknown', /look for it in Ledger: Get Many/],
])('%j is %s', async (state, outcome, said) => {
	const document = { ...SENT, ...state };
	const { items } = await order(WAITING, { document }, ON);
	const code = outcome === 'refused' ? 'came_to_nothing' : 'ended_otherwise';
	expect(items).toMatchObject([
		{
			error: expect.stringContaining(`(${code})`),
			message: expect.stringMatching(said),
			details: { outcome, code, ext_id: 'o-1', record: { amount: '1', ext_id: 'o-1' } },
		},
	]);
	expect(Object.keys(items[0] ?? {}).sort()).toEqual(['details', 'error', 'message']);
	expect(JSON.stringify(items)).not.toContain('hidden-1');
	const { message, description } = await order({ ...WAITING, extId: 'o-2' }, { document });
	expect(message).toContain(`(${code})`);
	expect(description).toMatch(said);
});

test('without Wait Until Ready what failed fails its item as well, and so it does by a lookup', async () => {
	const parameters = { ...WAITING, waitUntilReady: false };
	const record = { ...SENT, ext_id: 'o-1', status: 'failed' };
	const run = await order(parameters, { orders: [{ status: 200, body: record }] }, ON);
	const details = { outcome: 'refused', code: 'came_to_nothing', record };
	expect(run.items).toMatchObject([{ details }]);
	expect(run.summary).toBeUndefined();
	const found = await order(parameters, { orders: [LOST], document: record }, ON);
	expect(found.items).toMatchObject([{ details }]);
});

test('an order of a card that fails at the sandbox fails its item, and the others come out', async () => {
	const issue = { resource: 'card', operation: 'issue', svcProductId: '={{ $json.id }}' };
	const options = { retries: 0, pollInterval: 0.1, maxWait: 30 };
	const parameters = { ...issue, waitUntilReady: true, extIdMode: 'auto', options };
	const items = ['101', '9001', '102'].map((id) => ({ id }));
	const run = await order(parameters, {}, { items, ...ON });
	expect(run.items.map(({ details, card }) => details ?? typeof card)).toEqual([
		'object',
		'object',
		expect.objectContaining({ outcome: 'refused', code: 'came_to_nothing' }),
	]);
	expect(made()).toHaveLength(3);
});
