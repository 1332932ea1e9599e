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
const ordered = [
	{ id: 'first', amount: '1', to: TRON },
	{ id: 'second', amount: '50', to: OTHER_TRON },
];
const both = batchOf(ordered.map(({ id, ...sent }) => ({ ...SENT, ...sent, ext_id: id })));

test.each<[string, INodeParameters, IDataObject]>([
	['Maximum per Order', own, { maximumPerOrder: '5' }],
	['Allowed Recipients', own, { allowedRecipients: TRON }],
	['Maximum per Order of a batch', both, { maximumPerOrder: '5' }],
])('an order beyond %s keeps those before it from being sent', async (_, given, fields) => {
	const { sent } = await order(given, { fields }, { items: given === both ? [{}] : ordered });
	expect(sent).toEqual([]);
});

test('one refusal is enough: no more is looked up', async () => {
	const items = ['a', 'b', 'c'].map((id) => ({ id, amount: '50', to: TRON }));
	const { lookups } = await order(own, { fields: { maximumPerOrder: '5' } }, { items });
	expect(lookups).toBe(1);
});

test('a Retry of what was never placed says that nothing was spent, and not that nobody knows', async () => {
	const items = [{ id: 'never', amount: '50', to: TRON }];
	const fields = { maximumPerOrder: '5' };
	const { message, description, sent } = await order(own, { fields }, { items, mode: 'retry' });
	expect(sent).toEqual([]);
	expect(message).toMatch(/more than Maximum per Order/);
	expect(description).toMatch(/^Not sent: nothing was spent\./);
});

test('one that was placed keeps none: it is done, and the others are sent', async () => {
	await order(own, {}, { items: ordered.slice(1) });
	const { items, sent } = await order(
		own,
		{ fields: { maximumPerOrder: '5' } },
		{ items: ordered },
	);
	expect(items.map(({ ext_id: extId }) => extId)).toEqual(['first', 'second']);
	expect(sent).toHaveLength(1);
});
