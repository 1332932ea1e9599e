/** Under My Order Number, one order beyond a limit of the credential keeps all of the run from being sent. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { OTHER_TRON, TRON } from '../support/addresses';
import { batchOf } from './support/batch';
import { SENT, useOrders } from './support/orders';
import { WITHDRAWAL } from './support/withdrawal';

const { order } = useOrders({ settleMs: 5 });
const own = {
	...{ ...WITHDRAWAL, extIdMode: 'custom', extId: '={{ $json.id }}' },
	toAddress: '={{ $json.to }}',
};
const items = [
	{ id: 'first', amount: '1', to: TRON },
	{ id: 'second', amount: '50', to: OTHER_TRON },
];
const both = batchOf(items.map(({ id, ...sent }) => ({ ...SENT, ...sent, ext_id: id })));
const fields = { maximumPerOrder: '5' };

test.each<[string, INodeParameters, IDataObject]>([
	['Maximum per Order', own, fields],
	['Allowed Recipients', own, { allowedRecipients: TRON }],
	['Maximum per Order of a batch', both, fields],
])('an order beyond %s keeps those before it from being sent', async (_, given, limits) => {
	const run = { items: given === both ? [{}] : items };
	expect((await order(given, { fields: limits }, run)).sent).toEqual([]);
});

test('one refusal is enough: no more is looked up, and in a Retry it is known that nothing was spent', async () => {
	const three = ['a', 'b', 'c'].map((id) => ({ id, amount: '50', to: TRON }));
	expect((await order(own, { fields }, { items: three })).lookups).toBe(1);
	const retry = { items: three.slice(0, 1), mode: 'retry' as const };
	const { message, description, sent } = await order(own, { fields }, retry);
	expect(message).toMatch(/more than Maximum per Order/);
	expect(description).toMatch(/^Not sent: nothing was spent\./);
	expect(sent).toEqual([]);
});

test('one that was placed keeps none: it is done, and the others are sent', async () => {
	await order(own, {}, { items: items.slice(1) });
	const run = await order(own, { fields }, { items });
	expect(run.items.map(({ ext_id: extId }) => extId)).toEqual(['first', 'second']);
	expect(run.sent).toHaveLength(1);
});
