/**
 * Proves where the options count: the spending limits in every operation that spends, with or without a wait, and the
 * options of the wait only while Wait Until Ready is on. n8n drops options that the panel does not show.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { OPERATIONS } from '../../nodes/PartnerSettlement/operations';
import { addressFromLabel } from '../../dev/sandbox/addresses';
import { CREATING } from './support/creating';
import { API_CALL, useOrders, WITHDRAWAL } from './support/orders';

const { order } = useOrders({ settleMs: 5, kytDelayMs: 5 });

/** Withdraws 1 USDT with these parameters beside its own. */
async function withdraw(parameters: INodeParameters, document?: IDataObject) {
	return await order({ ...WITHDRAWAL, ...parameters }, { document });
}

const SPENDING = OPERATIONS.filter(({ effect }) => ['spend', 'screen'].includes(effect));
const ITEM = {
	wait: true,
	card: 'c-1',
	esim: 'e-1',
	address: addressFromLabel('tron_usdt', 'limits'),
};

describe.each(SPENDING)('$resource $operation', ({ resource, operation, asynchronous }) => {
	const own = CREATING[`${resource}.${operation}`] ?? API_CALL;
	const switches = asynchronous ? [true, '={{ $json.wait }}'] : [undefined];

	/** Orders for 1 USDT. */
	async function orderWithin(options: INodeParameters, waitUntilReady?: boolean | string) {
		const all = { retries: 0, maxWait: 0.1, pollInterval: 0.1, price: '1', ...options };
		const parameters = { extIdMode: 'auto', ...own, resource, operation, options: all };
		return await order({ ...parameters, waitUntilReady }, {}, { items: [ITEM] });
	}

	describe.each(switches)('with Wait Until Ready %p', (waits) => {
		test.each([
			['maximumPerItem', '1 USDT is more than Maximum per Item (0.99 USDT)'],
			[
				'maximumPerRun',
				'The items together would spend 1 USDT, more than Maximum per Run (0.99 USDT)',
			],
		])('%s holds', async (limit, message) => {
			const refused = await orderWithin({ [limit]: '0.99' }, waits);
			expect(refused).toMatchObject({ message, sent: [] });
			const { sent } = await orderWithin({ [limit]: '1' }, waits);
			expect(sent).not.toEqual([]);
		});
	});
});

test.each<[string, INodeParameters, unknown]>([
	['Wait Until Ready', { waitUntilReady: true, options: { maxWait: 5, pollInterval: 0.1 } }, true],
	['nothing', {}, undefined],
])('with %s an order is waited for as it says', async (_, parameters, reached) => {
	const { items } = await withdraw(parameters);
	expect(items).toMatchObject([{ ext_id: expect.stringContaining('n8n-') }]);
	expect(items[0]?.outcome_reached).toBe(reached);
});
