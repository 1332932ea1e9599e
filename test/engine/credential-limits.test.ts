/**
 * The limits of the credential hold for every way to order, and a call whose cost is unknown can only be a GET. Orders
 * that may exist are looked up first: a Retry never calls a placed order refused.
 */
import { inspect } from 'node:util';

import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { OTHER_TRON, TRON } from '../support/addresses';
import { API_CALL, batchOf, FORBIDDEN, LOST, SENT, useOrders, WITHDRAWAL } from './support/orders';
import { startGate } from './support/screenings';
import { ON, outputs } from './support/run-node';
import { costs } from '../../nodes/PartnerSettlement/definition/operation';
import { OPERATIONS } from '../../nodes/PartnerSettlement/operations';

const { api, order, made } = useOrders({ settleMs: 5, kytDelayMs: 0 });

const CUSTOM = { ...WITHDRAWAL, extIdMode: 'custom', extId: 'o-1' };
const CARD = { resource: 'card', operation: 'issue', svcProductId: '101', extIdMode: 'auto' };
const ESIM = { resource: 'esim', operation: 'purchase', offerId: 'esim-tr-1gb', extIdMode: 'auto' };
const SCREENING = { resource: 'kyt', operation: 'check', network: 'tron_usdt', address: TRON };
const TOP_UP = { resource: 'card', operation: 'topUp', cardId: 'c-1', amount: '5' };
const READ = { ...API_CALL, method: 'GET', path: '/partner/balance', body: '', query: '{}' };
const amounts = (...all: string[]) => ({ items: all.map((amount, id) => ({ amount, id })) });

test.each<[string, INodeParameters, string, string]>([
	['a withdrawal', { ...WITHDRAWAL, amount: '5' }, '4.99', '5'],
	['a card', CARD, '4.99', '5'],
	['several eSIMs', { ...ESIM, additionalFields: { quantity: 2 } }, '6.89', '6.9'],
	['a top-up', TOP_UP, '4.99', '5'],
	['a screening', SCREENING, '0.74', '0.75'],
	['a withdrawal in a batch', batchOf([{ ...SENT, amount: '5' }]), '4.99', '5'],
])('Maximum per Order holds for %s', async (name, given, less, cost) => {
	// What the node says of the price does not count.
	const parameters = { ...given, options: { retries: 0, price: '0.01' } };
	const { message, sent } = await order(parameters, { fields: { maximumPerOrder: less } });
	const fee = name.includes('withdrawal') ? ' plus the fee' : '';
	expect(message).toBe(
		`${cost} USDT${fee} is more than the credential's Maximum per Order (${less} USDT)`,
	);
	expect(sent).toEqual([]);
	await order(parameters, { fields: { maximumPerOrder: cost } });
	expect((await order(parameters, { fields: { maximumPerOrder: cost } })).sent).toHaveLength(1);
});

test('an order without a price from the API is not sent, whatever Price (USDT) says', async () => {
	const parameters = { ...CARD, svcProductId: '9003', options: { price: '1' } };
	const fields = { maximumPerOrder: '100' };
	const { message, description, sent } = await order(parameters, { fields });
	expect(message).toMatch('The cost of this order is unknown');
	expect(description).toMatch('Your own Price is ignored');
	expect(sent).toEqual([]);
});

test('an ID that the catalog has twice, once without a price, has no price', async () => {
	const wrap = (answer: unknown) => {
		const { products } = answer as { products: IDataObject[] };
		return { products: products.flatMap((one) => [one, { ...one, price_usdt: undefined }]) };
	};
	const { message, sent } = await order(CARD, { fields: { maximumPerOrder: '100' }, wrap });
	expect(message).toMatch('The cost of this order is unknown');
	expect(sent).toEqual([]);
});

test('Allowed Recipients: any other is refused before anything is sent, in a batch too', async () => {
	const fields = { allowedRecipients: `${TRON},\n${OTHER_TRON}` };
	for (const parameters of [WITHDRAWAL, batchOf([SENT])]) {
		const only = await order(parameters, { fields: { allowedRecipients: OTHER_TRON } });
		expect(only.message).toBe(`${TRON} is not one of the credential's Allowed Recipients`);
		expect(only.sent).toEqual([]);
		expect((await order(parameters, { fields })).items).toHaveLength(1);
	}
});

describe('Keep at Least', () => {
	const keep = (keepAtLeast: string) => ({ fields: { keepAtLeast } });

	test('counts all orders of a run, which reads the balance once, and sends none or all', async () => {
		const items = amounts('20', '20', '20');
		const { message, description, sent } = await order(WITHDRAWAL, keep('9940.01'), items);
		expect(description).toMatch(/None of the 3 items was sent\.$/);
		expect(message).toMatch("60 USDT would leave less than the credential's Keep at Least");
		expect(message).toMatch('you can still spend 59.99 USDT');
		expect(sent).toEqual([]);
		const reads = () => api.contract.arrived('GET /gw/partner/balance');
		const before = reads();
		expect((await order(WITHDRAWAL, keep('9940'), items)).items).toHaveLength(3);
		expect(reads()).toBe(before + 1);
	});

	test('with On Error: Continue, what fits is sent', async () => {
		const run = { ...amounts('20', '30', '20'), ...ON };
		const { items } = await order(WITHDRAWAL, keep('9960'), run);
		expect(items.map(({ error }) => error !== undefined)).toEqual([false, true, false]);
		expect(made()).toHaveLength(2);
	});

	test('a balance that cannot be read, or is no decimal, or orders that no place counts, send nothing', async () => {
		const mode = jest.replaceProperty(process, 'env', { ...process.env, EXECUTIONS_MODE: 'queue' });
		const inQueue = await order(WITHDRAWAL, keep('1'));
		mode.restore();
		expect(inQueue.message).toMatch(/^Orders can't be counted .* because n8n runs in queue mode$/);
		const balance = { available_balance: '5,000.00' };
		const odd = await order(WITHDRAWAL, { ...keep('1'), balance });
		expect(odd.message).toMatch('(it has no decimal available_balance in USDT)');
		api.sandbox.addFault({ match: { path: '/partner/balance', times: 0 }, fault: '403' });
		const none = await order(WITHDRAWAL, keep('1'));
		expect(none.message).toMatch('The balance could not be read (not_allowed)');
		expect([...inQueue.sent, ...odd.sent, ...none.sent]).toEqual([]);
	});

	test.each([
		['a withdrawal', { ...WITHDRAWAL, amount: '6000' }],
		['an own number', { ...CUSTOM, amount: '6000' }],
		['a batch', batchOf([{ ...SENT, amount: '6000' }])],
	])('Retry after a lost response (%s): found, done, and it counts nothing', async (_, given) => {
		const lost = { ...given, options: { retries: 0 } };
		const resumeSignature = 'the same';
		api.sandbox.addFault({ match: { path: '/withdrawals' }, fault: 'closed_after_commit' });
		api.sandbox.addFault({ match: { path: '/batch' }, fault: 'closed_after_commit' });
		api.sandbox.addFault({ match: { path: '/document_get', times: 0 }, fault: '500' });
		const first = await order(lost, keep('3000'), { resumeSignature });
		expect(first.message).toMatch('outcome unknown');
		expect(made()).toHaveLength(1);
		api.sandbox.clearFaults();
		// What is left now would not allow it again.
		const again = await order(lost, keep('3000'), { resumeSignature, mode: 'retry' });
		expect(again.message).toBe('');
		expect(again.items).toHaveLength(1);
		expect(made()).toHaveLength(1);
	});
});

test('what costs nothing passes below Keep at Least: a GET, and a screening that is quoted at 0', async () => {
	const fields = { keepAtLeast: '20000', maximumPerOrder: '5' };
	expect((await order(READ, { fields })).items).toHaveLength(1);
	expect((await order(SCREENING, { fields })).message).toMatch('0.75 USDT would leave less');
	const wrap = () => ({ price_usdt: '0.00' });
	expect((await order(SCREENING, { fields, wrap })).message).toBe('');
});

test.each<[string, object]>([
	['', { currency: 'USDT', data: { price: '0.75' } }],
	['0.75', { price_usdt: '0.75', data: { price_usdt: '0.01' } }],
	['is unknown', { price: '7', currency: 'EUR', data: { price_usdt: '0.75' } }],
	['is unknown', { one: { price: '0.75' }, other: { price: '0.75' } }],
	['is unknown', { success: false, data: { price: '0' } }],
])('a quote may be in an envelope without a price of its own: %j, %j', async (why, quote) => {
	const maximumPerOrder = why === '0.75' ? '0.5' : '1';
	const wrap = () => quote;
	const { message, sent } = await order(SCREENING, { fields: { maximumPerOrder }, wrap });
	expect(message).toMatch(why);
	expect(sent).toHaveLength(why === '' ? 1 : 0);
});

describe('an order that may exist, and that the limits do not allow', () => {
	const fields = { maximumPerOrder: '0.5' };

	const MORE = /^1 USDT plus the fee is more than the credential's Maximum per Order/;

	test.each<[string, INodeParameters, RegExp]>([
		['a withdrawal', CUSTOM, MORE],
		['an API Call', API_CALL, /outcome unknown \(may_exist\); repeat only with ext_id o-1$/],
	])('is unknown if a lookup fails, and the error says why: %s', async (_, parameters, why) => {
		const answers = { fields, document: FORBIDDEN };
		const { items, sent } = await order(parameters, answers, ON);
		expect(items).toMatchObject([{ details: { outcome: 'unknown', ext_id: 'o-1' } }]);
		expect(items[0]?.error).toMatch(why);
		expect(items[0]?.message).toMatch('an earlier one may have; repeat with ext_id');
		expect(sent).toEqual([]);
	});

	const BATCH = batchOf([{ ...SENT, ext_id: 'o-1' }]);

	test.each<[string, INodeParameters]>([
		['a withdrawal', CUSTOM],
		['a batch', BATCH],
		['an API Call', API_CALL],
	])('is done if a lookup finds it: %s', async (_, parameters) => {
		await order(parameters);
		const { message, items, sent } = await order(parameters, { fields });
		expect([message, sent]).toEqual(['', []]);
		expect(items).toMatchObject([{ ext_id: 'o-1' }]);
	});
});

test('an order within the limits is sent although its lookup fails, if the API recognizes a retry', async () => {
	const fields = { keepAtLeast: '1' };
	const { items } = await order(CUSTOM, { fields, document: LOST });
	expect(items).toMatchObject([{ ext_id: 'o-1' }]);
});

describe('a call whose cost is unknown', () => {
	const fields = { allowedRecipients: TRON };
	const withdrawal = JSON.stringify(SENT);
	const get = { resource: 'depositAddress', operation: 'get' };

	const queryWith = (name: string) => ({ query: JSON.stringify({ [name]: 'POST' }) });
	const PATH = '/partner/withdrawals';

	test.each<INodeParameters>([
		...['X-HTTP-Method-Override', 'x-http-method', 'X-HTTP-MethodOverride'].map(queryWith),
		{ method: 'POST', path: PATH, body: withdrawal },
		{ method: 'POST', path: '/x_get', body: '{"ext_id":"o-1"}' },
		{ path: `${PATH}?X-HTTP-Method-Override=POST` },
		{ path: `${PATH}?x=1;_method=POST` },
	])('an API Call can only be a GET: %j is refused', async (more) => {
		const { message, sent, items } = await order({ ...READ, ...more }, { fields });
		expect(message).toMatch('the cost of an API Call is unknown, so it can only be a GET');
		expect([sent, items]).toEqual([[], []]);
	});

	test.each(['payment_method', 'methods', 'shipping[method]', 'method_id'])(
		'the query parameter %s only looks like another method, and goes through',
		async (name) => {
			const { message, items } = await order({ ...READ, ...queryWith(name) }, { fields });
			expect([message, items.length]).toEqual(['', 1]);
		},
	);

	test('a failed API Call does not show its token to later nodes', async () => {
		api.sandbox.addFault({ match: { path: '/partner/balance', times: 0 }, fault: '500' });
		const { items } = await order(READ, { fields }, ON);
		expect(items).toEqual([expect.objectContaining({ error: expect.any(String) })]);
		expect(inspect(items, { depth: Infinity, showHidden: true })).not.toMatch(/Bearer|eyJ/);
	});

	test.each<[string, INodeParameters]>([
		['the Path of a read', { ...get, options: { path: '/api/purchase' } }],
		['the Body of a read', { ...get, options: { body: withdrawal } }],
		['the Path of a top-up', { ...TOP_UP, options: { path: '/api/purchase' } }],
		['the Body of a freeze', { ...TOP_UP, operation: 'freeze', options: { body: withdrawal } }],
	])('%s may not be replaced', async (_, parameters) => {
		const { message, description, sent } = await order(parameters, { fields });
		expect(message).toMatch('the cost of a call with a replaced Path or Body is unknown');
		expect(description).toMatch('enter that in API Differences of the credential');
		expect(sent).toEqual([]);
	});

	test("the panel's own Path replaces none in API Differences", async () => {
		const told = { calls: { card_topup: { path: '/api/partner/told' } } };
		const parameters = { ...TOP_UP, options: { path: '/api/partner/card_topup' } };
		await order(parameters, { fields: { ...fields, apiDifferences: told } });
		expect(api.contract.bodies('/told')).toHaveLength(1);
	});

	test.each<[string, IDataObject]>([
		['another op', { op: 'card_issue', body: SENT }],
		['another field beside', { op: 'withdrawal', kind: 'card_issue', body: SENT }],
		['another op', { op: 'withdraw_all', body: SENT }],
		['another currency', { body: { ...SENT, currency: 'EUR' } }],
		['no recipient', { body: { currency: 'USDT', network: 'TRON', amount: '1' } }],
		['no amount', { body: { currency: 'USDT', network: 'TRON', to_address: TRON } }],
	])('a batch takes withdrawals only: %s', async (_, entry) => {
		const batch = { ...batchOf([]), items: JSON.stringify([{ body: SENT }, entry]) };
		const { message, sent } = await order(batch, { fields });
		expect(message).toMatch('so a batch can only hold withdrawals');
		expect(sent).toEqual([]);
	});
});

test('a screening of the gate counts, at the price that the API quotes', async () => {
	const credential = api.contract.credential({ keepAtLeast: '9999' });
	const items = [TRON, OTHER_TRON].map((to) => ({ to }));
	const [clear, , , unresolved] = outputs(await startGate({ credential, items }));
	expect(clear).toHaveLength(1);
	expect(JSON.stringify(unresolved)).toMatch(
		"0.75 USDT would leave less than the credential's Keep at Least",
	);
});

test.each<[IDataObject, string]>([
	[{ maximumPerOrder: '0' }, 'Maximum per Order (USDT) must be more than 0'],
	[{ clearanceRules: undefined }, 'Clearance Rules is an expression'],
	// Every assumed call that spends.
	...OPERATIONS.filter((one) => one.endpoint.isAssumed && costs(one)).map(
		({ endpoint: { named = '' } }): [IDataObject, string] => [
			{ keepAtLeast: '1', apiDifferences: `{"calls":{"${named}":{"method":"GET"}}}` },
			`API Differences: calls.${named} is a GET`,
		],
	),
])('%j is refused before anything is sent', async (fields, why) => {
	const { message, sent } = await order(WITHDRAWAL, { fields });
	expect(message).toMatch(why);
	expect(sent).toEqual([]);
});
