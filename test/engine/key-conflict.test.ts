/** Proves what errors and hints say if an order number was used before: how the two orders differ, and what is new. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { OTHER_TRON, TRON } from '../support/addresses';
import { batchOf, ESIM, GIFT, LOST, NONE, SENT, useOrders, WITHDRAWAL } from './support/orders';
import { CreatingNode } from './support/creating';
import type { OwnAnswer } from './support/answers';

const { api, order, made } = useOrders({ settleMs: 5 });

const CONFLICT: OwnAnswer = { status: 409, body: { error: 'ext_id_conflict' } };
const CUSTOM = { ...WITHDRAWAL, extIdMode: 'custom', extId: 'order-1' };
const OWN = { extIdMode: 'custom', extId: 'o-1', options: { retries: 0 } };

test('at the sandbox: the error shows both orders, and nothing is paid twice', async () => {
	await order(CUSTOM);
	const items = [{ amount: '30' }];
	const { message, description } = await order({ ...CUSTOM, toAddress: OTHER_TRON }, {}, { items });
	expect(message).toBe(
		'Withdrawal: Create: nothing was spent because the order number (ext_id) is taken (ext_id_conflict)',
	);
	expect(description).toMatch(
		/^Nothing was spent because the order number \(ext_id\) is taken\. An order with this number exists, perhaps yours with different details\. It can't be changed\. Use another number only for a second order\./,
	);
	expect(description).toContain(`to_address (${TRON}; yours: ${OTHER_TRON})`);
	expect(description).toContain('the lookup shows another order with this ext_id: it differs in ');
	expect(description).not.toMatch(/repeat with/i);
	const batch = batchOf([{ ...SENT, to_address: OTHER_TRON, ext_id: 'order-1' }]);
	const said = (await order(batch)).description;
	expect(said).toContain(
		'All failures: item 0 with ext_id order-1: nothing was spent because the order number (ext_id) is taken (another_order)',
	);
	expect(said).not.toMatch(/repeat (only )?with/i);
	expect(made()).toEqual(['order-1']);
});

test('another amount under the same number: the error does not say to repeat it', async () => {
	await order({ ...CUSTOM, extId: 'amounts' });
	const again = { ...CUSTOM, extId: 'amounts' };
	const { message, description } = await order(again, {}, { items: [{ amount: '7' }] });
	expect(message).toMatch('outcome unknown (ext_id_conflict)');
	expect(description).toMatch(
		/^Outcome unknown: the API shows an order for ext_id amounts\. It may be your order with different details, so compare it first \(Document: Get\)\. Use another number only for a second order\./,
	);
	expect(description).toContain('it differs in amount (1; yours: 7)');
	expect(description).not.toMatch(/repeat with|places it/);
});

describe('where a lookup shows no order, an attempt before may have the key', () => {
	const IN_USE: OwnAnswer = { status: 409, body: { error: 'request_in_progress' } };
	const NO_CODE: OwnAnswer = { status: 409, body: { message: 'in progress' } };
	const AS_422: OwnAnswer = { status: 422, body: { error: 'ext_id_conflict' } };
	const BUSY: OwnAnswer = { status: 429, body: { error: 'rate_limited' } };
	const AUTO = { ...WITHDRAWAL, extIdMode: 'auto' };
	const RETRY = { mode: 'retry' } as const;
	const AGAIN = { ...AUTO, options: { retries: 1, longestWait: 0 } };

	test.each([CONFLICT, IN_USE, NO_CODE, AS_422, BUSY])('%j', async (answer) => {
		const lost = await order(AGAIN, { orders: [LOST, answer], document: NONE });
		expect(lost.message).toMatch('outcome unknown');
		if (answer === BUSY) return;
		const answers = { orders: [answer], document: NONE };
		for (const run of [await order(CUSTOM, answers), await order(AUTO, answers, RETRY)]) {
			expect(run.message).toMatch('outcome unknown');
			expect(run.description).not.toMatch(/nothing was spent|number of its own/i);
		}
	});

	test('but not where the API refuses for another reason', async () => {
		const poor: OwnAnswer = { status: 409, body: { error: 'insufficient_balance' } };
		const { message } = await order(AGAIN, { orders: [LOST, poor], document: NONE });
		expect(message).toBe('Withdrawal: Create: refused (insufficient_balance)');
	});

	test('but not in a retry that ends with a 429: it is not sent', async () => {
		for (const mode of ['retry', 'trigger'] as const) {
			const { message } = await order(AUTO, { orders: [BUSY], document: NONE }, { mode });
			expect(message).toBe('Withdrawal: Create: not sent (rate_limited)');
		}
	});

	test('after a lost response without a token for the next attempt, not in a retry without one', async () => {
		const orders = [LOST, { status: 401, body: { error: 'invalid_token' } }];
		const token = (before: number) => (before === 1 ? LOST : undefined);
		const lost = await order(AGAIN, { orders, document: NONE, token });
		expect(lost.message).toMatch('outcome unknown');
		const answers = { orders: orders.slice(1), document: NONE, token };
		const { message } = await order(AUTO, answers, { mode: 'retry' });
		expect(message).toBe('Withdrawal: Create: not sent (unavailable)');
	});
});

test.each(['freeze', 'topUp'])(
	"the ext_id of a card's issue given to Card: %s does nothing, and says what to write instead",
	async (operation) => {
		const creation = { operation: 'card.issue', keys: 'custom', more: [{}] } as const;
		const node = await CreatingNode.of(api.sandbox, creation);
		await node.start({});
		const [extId = ''] = node.keys;
		const { orders } = api.sandbox.state;
		const cardId = String(orders.find((one) => one.extId === extId)?.record.card_id);
		const before = orders.length;
		const run = await order(
			{ resource: 'card', operation, cardId, amount: '2.50', ...OWN, extId: '={{ $json.ext_id }}' },
			{},
			{ items: [{ ext_id: extId }], credential: node.api.credential() },
		);
		expect(run.items).toEqual([]);
		expect(run.message).toMatch('outcome unknown (may_exist)');
		expect(run.description).toContain('the API shows an order');
		expect(run.description).toContain('kind (card_issue; yours: card_');
		expect(run.description).toContain(`such as ${operation.toLowerCase()}-{{ $json.ext_id }}.`);
		expect(api.sandbox.state.orders).toHaveLength(before);
	},
);

const to = (email: string) => ({ requiredFields: JSON.stringify({ email }) });
const FIRST = { status: 200, body: { esim_id: 'e-1', quantity: 1 } };

test.each<[string, INodeParameters, IDataObject[], RegExp, OwnAnswer?]>([
	['recipient', GIFT, [to('ada@example.com'), to('bob@example.com')], /outcome unknown/],
	['quantity', ESIM, [{ quantity: 1 }, { quantity: 3 }], /ext_id_conflict/],
	['quantity, answered as the first', ESIM, [{ quantity: 1 }, { quantity: 3 }], /other/, FIRST],
])('one order number for another %s of the same offer is never done', async (...row) => {
	const [, parameters, [first, second], said, answer] = row;
	await order({ ...parameters, ...OWN, additionalFields: first } as INodeParameters);
	const other = { ...parameters, ...OWN, additionalFields: second } as INodeParameters;
	const { items, message } = await order(other, { orders: [answer] });
	expect(items).toEqual([]);
	expect(message).toMatch(said);
});
