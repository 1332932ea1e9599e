/** Proves what is said of an order number that was used for another order: what that was, what is asked now, what to do. */
import type { IDataObject } from 'n8n-workflow';
import { OTHER_TRON, TRON } from '../support/addresses';
import type { OwnAnswer } from './support/front';
import { batchOf } from './support/batch';
import { FORBIDDEN, LOST, NONE, SENT, useOrders } from './support/orders';
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
		'Withdrawal: Create: nothing was spent, the order number (ext_id) belongs to another order (ext_id_conflict)',
	);
	expect(description).toMatch(
		/^Nothing was spent, the order number \(ext_id\) belongs to another order\. If that order is the one you mean, it exists already; for a new order, use another number\./,
	);
	expect(description).toContain(`to_address (${TRON}; asked for now: ${OTHER_TRON})`);
	expect(description).toContain('the lookup shows another order with this ext_id: it differs in ');
	expect(description).not.toMatch(/repeat with/i);
	expect(made()).toEqual(['order-1']);
});

test('an order of another kind is told by what its record shows', async () => {
	const { description } = await conflict({ status: 'completed', offer_id: 'gift-1' });
	expect(description).toContain('an order with this ext_id (status completed, offer_id gift-1)');
});

test('without a lookup it says what to do', async () => {
	const { message, description } = await conflict(FORBIDDEN);
	expect(message).toMatch(/outcome unknown \(ext_id_conflict\); repeat only with ext_id order-1$/);
	expect(description).toContain('which needs the scope document:read');
	expect(description).not.toMatch(/nothing was spent/i);
});

test('after a lost response the conflict may be with the order itself', async () => {
	const parameters = { ...CUSTOM, options: { retries: 1 } };
	const { message } = await order(parameters, { orders: [LOST, CONFLICT], document: FORBIDDEN });
	expect(message).toMatch(/outcome unknown \(ext_id_conflict\); repeat only with ext_id order-1$/);
});

test('in a batch, the list of what failed does not ask to repeat it', async () => {
	await order(CUSTOM);
	const { description } = await order(
		batchOf([{ ...SENT, to_address: OTHER_TRON, ext_id: 'order-1' }]),
	);
	expect(description).toContain(
		'All that failed: item 0 with ext_id order-1: nothing was spent, the order number (ext_id) belongs to another order (another_order)',
	);
	expect(description).not.toMatch(/repeat (only )?with/i);
});

describe('where a lookup shows no order, an attempt before may have the key', () => {
	const IN_USE: OwnAnswer = { status: 409, body: { error: 'request_in_progress' } };
	const NO_CODE: OwnAnswer = { status: 409, body: { message: 'in progress' } };
	const AS_422: OwnAnswer = { status: 422, body: { error: 'ext_id_conflict' } };
	const AUTO = { ...WITHDRAWAL, extIdMode: 'auto' };

	test.each([
		['under a number of its own', CUSTOM, {}],
		['in a retry', AUTO, { mode: 'retry' }],
	] as const)('%s', async (_, parameters, more) => {
		for (const answer of [CONFLICT, IN_USE, NO_CODE, AS_422]) {
			const run = await order(parameters, { orders: [answer], document: NONE }, more);
			expect(run.message).toMatch('outcome unknown');
			expect(run.description).not.toMatch(/nothing was spent|number of its own/i);
		}
	});

	const BUSY: OwnAnswer = { status: 429, body: { error: 'rate_limited' } };
	const AFTER_LOST = [CONFLICT, IN_USE, NO_CODE, AS_422, BUSY];

	test.each(AFTER_LOST)('after a lost response: %j', async (answer) => {
		const parameters = { ...AUTO, options: { retries: 1, longestWait: 0 } };
		const { message } = await order(parameters, { orders: [LOST, answer], document: NONE });
		expect(message).toMatch('outcome unknown');
	});

	test('but not in a retry that ends with a 429: it is not sent', async () => {
		const parameters = { ...AUTO, options: { retries: 0 } };
		const answers = { orders: [BUSY], document: NONE };
		const { message } = await order(parameters, answers, { mode: 'retry' });
		expect(message).toBe('Withdrawal: Create: not sent (rate_limited)');
		const { message: first } = await order(parameters, answers);
		expect(first).toBe('Withdrawal: Create: not sent (rate_limited)');
	});

	const REFUSED_TOKEN: OwnAnswer = { status: 401, body: { error: 'invalid_token' } };
	const token = (before: number) => (before === 1 ? LOST : undefined);

	test('after a lost response, where the next attempt gets no token', async () => {
		const parameters = { ...AUTO, options: { retries: 1, longestWait: 0 } };
		const answers = { orders: [LOST, REFUSED_TOKEN], document: NONE, token };
		const { message } = await order(parameters, answers);
		expect(message).toMatch('outcome unknown');
	});

	test('but not in a retry that gets no token', async () => {
		const parameters = { ...AUTO, options: { retries: 0 } };
		const answers = { orders: [REFUSED_TOKEN], document: NONE, token };
		const { message } = await order(parameters, answers, { mode: 'retry' });
		expect(message).toBe('Withdrawal: Create: not sent (unavailable)');
	});

	test('but not where the API refuses for another reason', async () => {
		const poor: OwnAnswer = { status: 409, body: { error: 'insufficient_balance' } };
		const parameters = { ...AUTO, options: { retries: 1 } };
		const { message } = await order(parameters, { orders: [LOST, poor], document: NONE });
		expect(message).toBe('Withdrawal: Create: refused (insufficient_balance)');
	});
});

test('without a lookup, the conflict of an automatic key may be with the order itself', async () => {
	const answers = { orders: [CONFLICT], document: FORBIDDEN };
	const { message } = await order({ ...WITHDRAWAL, extIdMode: 'auto' }, answers, { mode: 'retry' });
	expect(message).toMatch('outcome unknown');
});

const GIFT = {
	...{ resource: 'giftCard', operation: 'purchase', offerId: 'gift-music-5' },
	...{ extIdMode: 'custom', extId: 'gift-1', options: { retries: 0 } },
};
const gift = (email: string) => ({
	...GIFT,
	additionalFields: { requiredFields: JSON.stringify({ email }) },
});
const ESIM = {
	...{ resource: 'esim', operation: 'purchase', offerId: 'esim-tr-1gb' },
	...{ extIdMode: 'custom', extId: 'esim-1', options: { retries: 0 } },
};

describe('the same offer with one order number', () => {
	test('for another recipient is not done, though its document shows the same', async () => {
		await order(gift('ada@example.com'));
		const second = gift('bob@example.com');
		const { items, message } = await order(second);
		expect(items).toEqual([]);
		expect(message).toMatch('outcome unknown');
	});

	test.each([
		['refused', undefined],
		['answered as if it were the first', { status: 200, body: { esim_id: 'e-1', quantity: 1 } }],
	])('for another quantity is another order: %s', async (_, answer) => {
		await order({ ...ESIM, additionalFields: { quantity: 1 } });
		const second = { ...ESIM, additionalFields: { quantity: 3 } };
		const { items, message } = await order(second, { orders: [answer] });
		expect(items).toEqual([]);
		expect(message).toMatch(/another_order|ext_id_conflict/);
	});
});
