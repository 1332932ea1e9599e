/** Proves that the JSON of a batch is shown by an example that orders nothing by itself, and works when it is filled in. */
import type { INodeParameters } from 'n8n-workflow';
import { batchCreate } from '../../nodes/PartnerSettlement/operations/batch/create';
import { TRON } from '../support/addresses';
import { useOrders } from './support/orders';
import { errorOf, outputs, startNode } from './support/run-node';

const { api } = useOrders({ settleMs: 5 });

function order(id: string) {
	const body = { currency: 'USDT', network: 'TRON', amount: '1', to_address: TRON, ext_id: id };
	return { op: 'withdrawal', body };
}

describe('the JSON of a batch', () => {
	const BATCH_NODE = { resource: 'batch', operation: 'create', extIdMode: 'auto' };
	const EXAMPLE = batchCreate.fields[0]?.property.default as string;

	function start(parameters: INodeParameters = {}) {
		const credential = { ...api.contract.credential() };
		return startNode({ parameters: { ...BATCH_NODE, ...parameters }, items: [{}], credential });
	}

	test('as it is dropped into a workflow, it orders nothing', async () => {
		const { message } = errorOf(await start());
		expect(message).toBe('Items, entry 0, to_address is not a TRON address');
		expect(api.sandbox.stats().requests).toEqual({});
	});

	test('its example, filled in, is carried out', async () => {
		const items = EXAMPLE.replace('"to_address": "..."', `"to_address": "${TRON}"`);
		const { message } = errorOf(await start({ items }));
		expect(message).toBe('Items, entry 0, amount must be a decimal such as 12.50, not "..."');
		const [[item] = []] = outputs(await start({ items: items.replace('...', '5') }));
		expect(item?.json).toMatchObject({ ext_id: 'INV-2042', status: 'accepted' });
	});

	test('may hold orders of several kinds', async () => {
		const esim = { op: 'esim_purchase', body: { offer_id: 'esim-eu-5gb', ext_id: 'b' } };
		const run = await start({ items: JSON.stringify([order('a'), esim]) });
		expect(outputs(run)[0]?.map(({ json }) => json)).toMatchObject([
			{ op: 'withdrawal', ext_id: 'a', status: 'accepted' },
			{ op: 'esim_purchase', ext_id: 'b', status: 'accepted' },
		]);
	});

	test('without an order is refused', async () => {
		expect(errorOf(await start({ items: '[]' })).message).toBe('The batch holds no order');
		expect(api.sandbox.stats().requests).toEqual({});
	});
});
