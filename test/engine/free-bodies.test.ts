/** Proves that bodies of the operator are checked, limited and told apart as fields are. */
import type { INodeParameters } from 'n8n-workflow';
import { OFFER, useApiCalls, withdrawal } from './support/api-calls';
import { errorOf, startNode } from './support/run-node';

const NOBODY = 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb';
const USDT_CONTRACT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

const { api, call, orders } = useApiCalls();

describe('what cannot be right is refused before the first item is sent', () => {
	test.each([
		['an amount of nothing', withdrawal('b', { amount: '0' }), 'Body, amount must be more than 0'],
		[
			'an amount that is none',
			withdrawal('b', { amount: '1,5' }),
			'Body, amount must be a decimal',
		],
		['a wrong address', withdrawal('b', { to_address: 'T1' }), 'Body, to_address is not a TRON'],
		[
			'a wrong address, where no network is named',
			withdrawal('b', { network: undefined, to_address: 'T1' }),
			'Body, to_address is not a TRON',
		],
		[
			'the address of nobody',
			withdrawal('b', { to_address: NOBODY }),
			'Body, to_address is the address of nobody',
		],
		[
			'the contract of USDT, whatever the network is called',
			withdrawal('b', { network: 'TRC20', to_address: USDT_CONTRACT }),
			'Body, to_address is the contract of USDT, which gives nothing back',
		],
		['a quantity of nothing', { quantity: 0 }, 'Body, quantity must be a whole number'],
		['a forbidden field', { partner_id: 1 }, 'Body must not hold partner_id'],
	])('%s', async (_, body, message) => {
		const run = await call([{ body: withdrawal('a') }, { body }]);
		expect(errorOf(run).message).toMatch(message);
		expect(orders()).toEqual([]);
	});
});

test.each([
	[' 2 ', 2],
	['02', 2],
	['3', 3],
	[4, 4],
])('the quantity %j of a body is sent as the number it is', async (quantity, sent) => {
	const path = '/partner/gift-cards/purchase';
	await call([{ path, body: { offer_id: OFFER, quantity, ext_id: 'a' } }]);
	const [body = ''] = api.contract.bodies(path);
	expect(JSON.parse(body)).toMatchObject({ quantity: sent });
});

describe('one ext_id', () => {
	test('for the same body at another path is for another order', async () => {
		const parameters = {
			resource: 'card',
			operation: 'freeze',
			cardId: 'c',
			extIdMode: 'custom',
			extId: 'a',
			options: { path: '={{ $json.path }}' },
		};
		const items = [{ path: '/api/partner/one' }, { path: '/api/partner/two' }];
		const run = await startNode({
			parameters,
			items,
			credential: { ...api.contract.credential() },
		});
		expect(errorOf(run).message).toBe('The ext_id a stands for several orders in this run');
		expect(api.sandbox.stats().requests).toEqual({});
	});
});

describe('the spending guard looks into a body of the operator', () => {
	test('at its amount', async () => {
		const run = await call([{ body: withdrawal('a', { amount: '6' }) }], { maximumPerItem: '5' });
		expect(errorOf(run).message).toBe('6 USDT is more than Maximum per Item (5 USDT)');
		expect(orders()).toEqual([]);
	});

	test('refuses a call that names no amount, but none that only reads', async () => {
		const limits = { maximumPerItem: '5' };
		const bare = await call([{ path: '/partner/some' }], limits);
		expect(errorOf(bare).message).toMatch('costs is not known');
		const reading = await call([{ path: '/partner/balance', method: 'GET' }], limits);
		expect(reading.status).toBe('success');
	});

	test('also where it replaces an assumed one', async () => {
		const topUp = { resource: 'card', operation: 'topUp', cardId: '', amount: '' };
		const topUpWith = async (amount: string) =>
			errorOf(
				await startNode({
					parameters: {
						...topUp,
						extIdMode: 'auto',
						options: { body: `{ "card": "c", "amount": ${amount} }`, maximumPerItem: '5' },
					},
					items: [{}],
					credential: { ...api.contract.credential() },
				}),
			).message;
		expect(await topUpWith('"5.01"')).toMatch('5.01 USDT is more than');
		expect(await topUpWith('"-5"')).toBe('Body, amount must be more than 0, not -5');
	});
});

describe('a Body under Options', () => {
	const TOP_UP: INodeParameters = { resource: 'card', operation: 'topUp', extIdMode: 'custom' };

	async function topUp(body: string, fields: INodeParameters = { cardId: 'c', amount: '5' }) {
		const parameters = { ...TOP_UP, ...fields, extId: 'a', options: { body, retries: 0 } };
		const items = [{ body: { card_id: 'of-the-item', amount: '7' }, empty: {} }];
		const run = await startNode({
			parameters,
			items,
			credential: { ...api.contract.credential() },
		});
		return { sent: api.contract.bodies('/card_topup'), message: errorOf(run).message };
	}

	test.each(['{}', '{ }', ''])('as empty as %j leaves the fields as they are', async (body) => {
		const { sent } = await topUp(body);
		expect(sent).toEqual(['{"card_id":"c","amount":"5","ext_id":"a"}']);
	});

	test.each([
		['{"card_id":"mine","amount":"6"}', '{"card_id":"mine","amount":"6","ext_id":"a"}'],
		['={{ $json.body }}', '{"card_id":"of-the-item","amount":"7","ext_id":"a"}'],
	])('of %s takes their place, and none of them is needed', async (body, wanted) => {
		for (const fields of [{ cardId: '', amount: '' }, undefined]) {
			expect((await topUp(body, fields)).sent.at(-1)).toBe(wanted);
		}
	});

	test.each(['={{ $json.empty }}', '={{ JSON.stringify($json.empty) }}'])(
		'that an expression leaves empty (%s) does not send the fields instead',
		async (body) => {
			const { sent, message } = await topUp(body);
			expect(message).toBe('Body is an expression that gives nothing');
			expect(sent).toEqual([]);
		},
	);
});

test('an API Call with an empty Body sends none', async () => {
	await call([{ path: '/partner/some' }]);
	expect(api.contract.bodies('/partner/some')).toEqual(['']);
});
