/** Proves that parameters are read as n8n reads them, for each item, that limits hold for whatever spends, and what a read sends. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { TRON } from '../support/addresses';
import { useOrders, API_CALL } from './support/orders';
import { errorOf } from './support/run-node';
import { OPERATIONS } from '../../nodes/PartnerSettlement/operations';
import { ANY_ITEM, CREATING } from './support/creating';

const { api, start, order } = useOrders({ settleMs: 5, kytDelayMs: 5 });
const CHECK = { resource: 'kyt', operation: 'check', network: 'tron_usdt', extIdMode: 'auto' };
/** Names that an expression must not touch, as fields of an item, and names that every object has. */
const BLOCKED = [
	...['__proto__', 'constructor', 'prototype', 'mainModule', 'arguments', 'defineProperty'],
	...['getOwnPropertyDescriptor', 'getBuiltinModule', 'dlopen', 'hasOwnProperty', 'valueOf'],
	'toString',
];

/** A field of the item as an expression: the node reads it by itself. In brackets, n8n evaluates it. */
test.each<[string, string, IDataObject]>([
	['$json', '.address', { address: TRON }],
	['$json', '.wallet.main', { wallet: { main: TRON } }],
	['$json', '.address', { address: 17 }],
	['$json', '.wallet.main', { wallet: 'main' }],
	['$json', '.address', { other: TRON }],
	['$json', '.address', { address: '={{ 1 + 1 }}' }],
	['$json', '.address.length', { address: TRON }],
	['$json', '.constructor', { address: TRON }],
	['$json', '.toString', { address: TRON }],
	['$JSON', '.address', { address: TRON }],
	['$json', '.Address', { address: TRON }],
	...BLOCKED.map((name): [string, string, IDataObject] => [
		...(['$json', `.${name}`] as const),
		{ address: TRON, [name]: TRON },
	]),
	['$json', '.a.constructor', { a: { constructor: TRON } }],
])('a field of the item, %s%s, is what n8n makes of it', async (name, path, item) => {
	const made = async (address: string) => {
		api.sandbox.resetStats();
		const error = errorOf(
			await start({ ...CHECK, address, additionalFields: {} }, { items: [item] }),
		);
		const bodies = api.sandbox.state.requests.filter(({ path: to }) => to.endsWith('/kyt_check'));
		return [error, bodies.map(({ body }) => (JSON.parse(body) as IDataObject).address)];
	};
	expect(await made(`={{ ${name}${path} }}`)).toEqual(await made(`={{ (${name})${path} }}`));
});

test('From and To of the ledger are in the time zone of the workflow', async () => {
	const additionalFields = { from: '2026-03-28T00:00:00', to: '2026-03-29T00:00:00' };
	const ledger = { resource: 'ledger', operation: 'getAll', returnAll: true, additionalFields };
	const { sent } = await order(ledger, {}, { timezone: 'Europe/Berlin' });
	const span = { from: '2026-03-28T00:00:00+01:00', to: '2026-03-29T23:59:59.999+02:00' };
	expect(sent.map((body) => JSON.parse(body) as unknown)).toEqual([span]);
});

describe('an API Call by GET', () => {
	const READ = { ...API_CALL, path: '/partner/balance', method: 'GET', query: '{}', body: '' };

	test('refuses a query that names another partner', async () => {
		const { message } = await order({ ...READ, query: '{"partner_id":1}' });
		expect(message).toMatch('Query must not contain partner_id');
	});

	test('refuses a Body that would be lost, and says where its fields belong', async () => {
		const { message, description } = await order({ ...READ, body: '{"currency":"USDT"}' });
		expect(message).toBe('Body must be empty for a GET');
		expect(description).toMatch('Put its fields into Query, or choose another Method.');
		expect(api.contract.bodies('/partner/balance')).toEqual([]);
	});
});

describe('options', () => {
	const SPENDING = OPERATIONS.filter(({ effect }) => ['spend', 'screen'].includes(effect));
	const ITEM = { ...ANY_ITEM, wait: true };
	const WAITS = { waitUntilReady: '={{ $json.wait }}' };

	describe.each(SPENDING)('$resource $operation', ({ resource, operation }) => {
		const own = CREATING[`${resource}.${operation}`] ?? API_CALL;

		/** Orders for 1 USDT. */
		async function orderWithin(options: INodeParameters) {
			const all = { retries: 0, maxWait: 0.1, pollInterval: 0.1, price: '1', ...options };
			const parameters = { extIdMode: 'auto', ...own, resource, operation, options: all };
			return await order({ ...parameters, ...WAITS }, {}, { items: [ITEM] });
		}

		const cost = ['withdrawal', 'apiCall'].includes(resource) ? '1 USDT plus the fee' : '1 USDT';

		test.each([
			['maximumPerItem', `${cost} is more than Maximum per Item (0.99 USDT)`],
			[
				'maximumPerRun',
				`The items together would spend ${cost}, more than Maximum per Run (0.99 USDT)`,
			],
		])('%s holds', async (limit, message) => {
			const refused = await orderWithin({ [limit]: '0.99' });
			expect(refused).toMatchObject({ message, sent: [] });
			const { sent } = await orderWithin({ [limit]: '1' });
			expect(sent).not.toEqual([]);
		});
	});
});
