// What an operator's own body must not hold, how its amounts are read, and which of its fields identify the order.
import {
	anyOrderIdentifying,
	batchEntries,
	checkedOrder,
} from '../../../../../nodes/PartnerSettlement/definition/free-body';
import { requireAllowedFields } from '../../../../../nodes/PartnerSettlement/definition/request-rules';
import type { JsonObject } from '../../../../../partner-api';
import { OTHER_TRON, TRON } from '../../../../support/addresses';

const SENT = { currency: 'USDT', network: 'TRON', amount: '1', to_address: TRON };
const NOBODY = 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb';
const USDT_CONTRACT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

test.each<[JsonObject, string]>([
	[{ amount: '0' }, 'amount must be more than 0, not 0'],
	[{ amount: '1,5' }, 'amount must be a decimal'],
	[{ to_address: 'T1' }, 'to_address is not a TRON'],
	[{ to_address: 'T1', network: undefined }, 'to_address is not a TRON'],
	[{ to_address: NOBODY }, 'to_address is an address that nobody owns'],
	[{ to_address: USDT_CONTRACT, network: 'TRC20' }, 'to_address is the USDT contract, which'],
	[{ quantity: 0 }, 'quantity must be a whole number'],
	...['ext_id', 'iccid', 'quantity', 'refresh'].flatMap((name) =>
		[null, '', ' '].map((value): [JsonObject, string] => [{ [name]: value }, `${name} is empty`]),
	),
	[{ ext_id: 'INV-77\u200B' }, 'ext_id ends with an invisible character, U+200B'],
	[{ ext_id: 'Cafe\u0301' }, 'ext_id holds a letter in an unusual form (not NFC)'],
])('%j is refused by its name', (change, message) => {
	expect(() => checkedOrder({ ...SENT, ...change }, 'Body')).toThrow(`Body, ${message}`);
	const items = [{ body: SENT }, { body: { ...SENT, ...change } }];
	expect(() => batchEntries({ items })).toThrow(`Items, entry 1, ${message}`);
});

test.each(['offer_id', 'card_id', 'esim_id', 'iccid', 'address'])(
	'%s with an invisible character is refused, at any depth',
	(name) => {
		for (const body of [{ [name]: `a\u200B` }, { deep: [{ [name]: `a\u200B` }] }]) {
			expect(() => {
				requireAllowedFields(body, 'Body');
			}).toThrow(/^Body.* ends with an invisible character, U\+200B$/);
		}
	},
);

test.each<[JsonObject, JsonObject]>([
	[{ quantity: ' 2 ' }, { quantity: 2 }],
	[{ quantity: '02' }, { quantity: 2 }],
	[{ quantity: 4 }, { quantity: 4 }],
	[{ amount: 1.5 }, { amount: '1.5' }],
	[{ ext_id: ' h-1\n' }, { ext_id: 'h-1' }],
	[{ to_address: OTHER_TRON }, { to_address: OTHER_TRON }],
	[{ first_name: 'ش\u200Cاه e\u0301' }, { first_name: 'ش\u200Cاه e\u0301' }],
])('%j is sent as %j', (change, sent) => {
	expect(checkedOrder({ ...SENT, ...change }, 'Body')).toEqual({ ...SENT, ...sent });
});

test('a body of several orders belongs into a batch', () => {
	expect(() => checkedOrder({ ...SENT, items: [SENT] }, 'Body')).toThrow('holds several orders');
});

test('an order is known by its IDs, a withdrawal by its amount too, a screening by its address', () => {
	const ids = [
		...['ext_id', 'offer_id', 'to_address', 'card_id', 'plan_id', 'iccid', 'esim_id'],
		...['<svc>_product_id', 'quantity', 'required_fields.amount'],
	];
	expect(anyOrderIdentifying({ amount: '1' })).toEqual(ids);
	expect(anyOrderIdentifying(SENT)).toEqual([...ids, 'amount']);
	expect(anyOrderIdentifying({ address: TRON })).toEqual([...ids, 'network', 'address']);
});
