import { openOrders, ordersIn, readSettings } from '../../partner-api';

const credential = { apiUrl: 'https://a.example', baseUrl: 'https://a.example', privateKey: 'k' };
const settings = readSettings({ ...credential, partnerId: '7', keyId: 'k' });
const another = readSettings({ ...credential, partnerId: '8', keyId: 'k' });

test('an order is open until it is settled, for its partner alone', () => {
	openOrders.add(settings, ['a', 'b']);
	expect(openOrders.has(settings, 'a')).toBe(true);
	expect(openOrders.has(another, 'a')).toBe(false);
	openOrders.settle(settings, 'a', false);
	expect(openOrders.has(settings, 'a')).toBe(false);
	expect(openOrders.has(settings, 'b')).toBe(true);
});

test('one that was carried out stays open where it may come again', () => {
	openOrders.add(settings, ['again']);
	openOrders.settle(settings, 'again', true);
	expect(openOrders.has(settings, 'again')).toBe(true);
	openOrders.settle(settings, 'again', false);
	expect(openOrders.has(settings, 'again')).toBe(false);
});

test('however many were carried out, none that was lost is forgotten', () => {
	openOrders.add(settings, ['lost']);
	for (let index = 0; index <= 10_000; index += 1) {
		openOrders.settle(settings, `done-${String(index)}`, true);
	}
	expect(openOrders.has(settings, 'lost')).toBe(true);
	expect(openOrders.has(settings, 'done-0')).toBe(false);
});

test('those that are open for longest are forgotten when there are too many', () => {
	openOrders.add(settings, ['first', 'second']);
	const many = Array.from({ length: 9_999 }, (_, index) => `many-${String(index)}`);
	openOrders.add(settings, many);
	expect(openOrders.has(settings, 'first')).toBe(false);
	expect(openOrders.has(settings, 'second')).toBe(true);
});

test.each([
	[{ ext_id: 'a' }, [{ ext_id: 'a' }]],
	[{ items: [{ op: 'x', body: { ext_id: 'a' } }, { body: {} }] }, [{ ext_id: 'a' }, {}]],
	[{ items: [{ ext_id: 'a' }], ext_id: 'b' }, [{ ext_id: 'a' }]],
	[{ items: [{ ext_id: 'a' }], amount: '1' }, [{ ext_id: 'a' }, { amount: '1' }]],
	[{ items: [], ext_id: 'b' }, [{ items: [], ext_id: 'b' }]],
	[{ items: ['x'] }, [{ items: ['x'] }]],
	[undefined, [{}]],
])('%j places %j', (body, orders) => {
	expect(ordersIn(body)).toEqual(orders);
});
