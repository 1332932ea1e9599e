/** Proves what is said of an order number that was used for another order: what that was, what is asked now, what to do. */
import type { IDataObject } from 'n8n-workflow';
import { OTHER_TRON, TRON } from '../addresses';
import type { OwnAnswer } from './support/front';
import { batchOf } from './support/batch';
import { FORBIDDEN, NONE, SENT, useOrders } from './support/orders';
import { WITHDRAWAL } from './support/withdrawal';

const { order, made } = useOrders({ settleMs: 5 });

const CONFLICT: OwnAnswer = { status: 409, body: { error: 'ext_id_conflict' } };
const CUSTOM = { ...WITHDRAWAL, extIdMode: 'custom', extId: 'order-1' };

async function conflict(document: IDataObject | OwnAnswer) {
	const { message, description } = await order(CUSTOM, { orders: [CONFLICT], document });
	return { message, description };
}

test('at the sandbox: both orders are told, and nothing is paid twice', async () => {
	await order(CUSTOM);
	const items = [{ amount: '30' }];
	const { message, description } = await order({ ...CUSTOM, toAddress: OTHER_TRON }, {}, { items });
	expect(message).toBe(
		'Withdrawal: Create: refused, the ext_id belongs to another order (ext_id_conflict)',
	);
	expect(description).toMatch(
		/^Refused: this run ordered nothing\..* This ext_id was used before, for another order\./,
	);
	expect(description).toContain(`amount (1; asked for now: 30)`);
	expect(description).toContain(`to_address (${TRON}; asked for now: ${OTHER_TRON})`);
	expect(description).toContain('If the other order is the one you mean, it exists already.');
	expect(description).not.toMatch(/repeat with/i);
	expect(made()).toEqual(['order-1']);
});

test('an order of another kind is told by what its record shows', async () => {
	const { description } = await conflict({ status: 'completed', offer_id: 'gift-1' });
	expect(description).toContain('an order with this ext_id (status completed, offer_id gift-1)');
});

test('without a lookup it says what to do', async () => {
	const { message, description } = await conflict(FORBIDDEN);
	expect(message).toBe(
		'Withdrawal: Create: refused, the ext_id belongs to another order (ext_id_conflict)',
	);
	expect(description).toContain('give it an order number of its own');
	expect(description).toContain('this run ordered nothing');
});

test('in a batch, the list of what failed does not ask to repeat it', async () => {
	await order(CUSTOM);
	const { description } = await order(batchOf([{ ...SENT, amount: '30', ext_id: 'order-1' }]));
	expect(description).toContain(
		'All that failed: not sent, the ext_id belongs to another order (may_exist): item 1',
	);
	expect(description).not.toMatch(/repeat (only )?with/i);
});

test('where the lookup shows no order, nothing was ordered', async () => {
	const { message, description } = await conflict(NONE);
	expect(message).toBe('Withdrawal: Create: refused (ext_id_conflict)');
	expect(description).toContain('Refused: nothing was spent.');
});
