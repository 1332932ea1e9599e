/** With limits in the credential, an API Call is a GET that nothing makes another method of, and that shows no token. */
import { inspect } from 'node:util';
import { TRON } from '../support/addresses';
import { API_CALL, useOrders } from './support/orders';

const { api, order } = useOrders();

const fields = { allowedRecipients: TRON };
const BALANCE = { ...API_CALL, method: 'GET', path: '/partner/balance', body: '' };

test.each([
	...['_method', 'method', '__method', '$method', '_method[]', '_method[0]', 'methodOverride'],
	...['X-HTTP-Method-Override', 'x-http-method', 'X-Method-Override', 'X-HTTP-MethodOverride'],
])('the query parameter %s may make another method of it, and is refused', async (name) => {
	const query = JSON.stringify({ [name]: 'POST' });
	const { message, items } = await order({ ...BALANCE, query }, { fields });
	expect(message).toMatch('what an API Call spends is not known: it may be a GET only');
	expect(items).toEqual([]);
});

test.each(['payment_method', 'methods', 'x-request-id', 'shipping[method]', 'method_id'])(
	'%s only looks like one, and goes through',
	async (name) => {
		const query = JSON.stringify({ [name]: 'x' });
		const { message, items } = await order({ ...BALANCE, query }, { fields });
		expect(message).toBe('');
		expect(items).toHaveLength(1);
	},
);

test('one that fails shows its token to nothing behind it', async () => {
	api.sandbox.addFault({ match: { path: '/partner/balance', times: 0 }, fault: '500' });
	const run = { onError: 'continueRegularOutput' as const };
	const { items } = await order({ ...BALANCE, query: '{}' }, { fields }, run);
	expect(items).toEqual([expect.objectContaining({ error: expect.any(String) as string })]);
	expect(inspect(items, { depth: Infinity, showHidden: true })).not.toMatch(/Bearer|eyJ/);
});
