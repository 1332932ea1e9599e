/** Proves that a run says what of its orders is new, and what was there already. */
import { CreatingNode } from './support/creating';
import { FORBIDDEN, useOrders } from './support/orders';
import { WITHDRAWAL } from './support/withdrawal';

const { api, order, made } = useOrders({ settleMs: 5 });

const CUSTOM = { ...WITHDRAWAL, extIdMode: 'custom', extId: '={{ $json.id }}' };
/** Of the sandbox itself: one address for all runs. */
const payouts = (...ids: string[]) => ({
	items: ids.map((id) => ({ id, amount: '5' })),
	credential: { ...api.contract.credential() },
});

test('under an own number, where the API knows repeats, an order may be new or not', async () => {
	for (const count of ['1', '2']) {
		expect((await order(CUSTOM, {}, payouts('a', 'b'))).summary).toBe(
			'2 withdrawals ordered now or before, 10 USDT: an order number is paid once.',
		);
		expect((await order({ ...CUSTOM, extIdMode: 'auto' }, {}, payouts('c'))).summary).toBe(
			'1 withdrawal ordered, 5 USDT.',
		);
		expect(made()).toHaveLength(2 + Number(count));
	}
});

test('what a lookup found before anything was sent was there already', async () => {
	const parameters = { resource: 'card', operation: 'topUp', cardId: 'c-1', amount: '1' };
	const { summary } = await order(
		{ ...parameters, extIdMode: 'custom', extId: 'o-1', options: { retries: 0 } },
		{ document: { card_id: 'c-1', amount: '1', status: 'completed' } },
	);
	expect(summary).toBe('1 card top-up there already, 1 USDT: not ordered again.');
});

describe('the number of an order before', () => {
	async function cardFrom() {
		const node = await CreatingNode.of(api.sandbox, {
			operation: 'card.issue',
			keys: 'custom',
			more: [{}],
			options: { retries: 0 },
		});
		await node.start({});
		const id = Number(node.api.partner.partnerId);
		const made = api.sandbox.state.orders.find(({ partnerId }) => partnerId === id);
		return { node, extId: made?.extId ?? '', cardId: String(made?.record.card_id) };
	}

	test.each([
		['freeze', { amount: undefined }],
		['topUp', { amount: '2.50' }],
	])('given to Card: %s does nothing, and says what to write instead', async (operation, more) => {
		const { node, extId, cardId } = await cardFrom();
		const before = api.sandbox.state.orders.length;
		const run = await order(
			{
				...{ resource: 'card', operation, cardId, ...more },
				...{ extIdMode: 'custom', extId: '={{ $json.ext_id }}', options: { retries: 0 } },
			},
			{},
			{ items: [{ ext_id: extId }], credential: { ...node.api.credential() } },
		);
		expect(run.items).toEqual([]);
		expect(run.message).toMatch('outcome unknown (may_exist)');
		expect(run.description).toContain('this attempt sent nothing');
		expect(run.description).toContain('kind (card_issue; asked for now: card_');
		expect(run.description).toContain(`such as ${operation.toLowerCase()}-{{ $json.ext_id }}.`);
		expect(api.sandbox.state.orders).toHaveLength(before);
	});
});

test('another amount under the same number is never done', async () => {
	const topUp = { resource: 'card', operation: 'topUp', cardId: 'c-1', amount: '50' };
	const document = { card_id: 'c-1', amount: '5', status: 'completed' };
	const custom = { extIdMode: 'custom', extId: 'o-1', options: { retries: 0 } };
	const call = {
		...{ resource: 'apiCall', operation: 'request', method: 'POST', base: 'base' },
		path: '/api/partner/card_topup',
		body: JSON.stringify({ card_id: 'c-1', amount: '50', ext_id: 'o-1' }),
	};
	const batch = {
		...{ resource: 'batch', operation: 'create' },
		items: JSON.stringify([{ body: { card_id: 'c-1', amount: '50', ext_id: 'o-1' } }]),
	};
	for (const parameters of [
		{ ...topUp, ...custom },
		{ ...call, ...custom },
		{ ...batch, ...custom },
	]) {
		const { items, message, description, sent } = await order(parameters, { document });
		expect({ items, sent }).toEqual({ items: [], sent: [] });
		expect(message).toMatch('outcome unknown (may_exist)');
		expect(description).toContain('this attempt sent nothing');
		expect(description).toContain('amount (5; asked for now: 50)');
	}
});

test("where nothing listens, an order number of the operator's may be of an earlier run: this one sent nothing", async () => {
	const credential = { ...api.contract.credential({ apiUrl: 'http://127.0.0.1:1' }) };
	const { message, description } = await order(CUSTOM, {}, { ...payouts('e'), credential });
	expect(message).toMatch('outcome unknown (connection_failed); repeat only with ext_id e');
	expect(description).toMatch(
		/^Outcome unknown: this attempt sent nothing, and whether an earlier one did cannot be told now; repeat with ext_id e\./,
	);
	expect(description).not.toMatch('if an attempt');
});

test('after a failure, a custom number needs no warning of a new run', async () => {
	const answers = { orders: [undefined, FORBIDDEN] };
	const { items } = payouts('f', 'g');
	const { description } = await order(CUSTOM, answers, { items });
	expect(description).toMatch(/Done before it: item 0 \(status \w+\)\.$/);
	const auto = await order({ ...WITHDRAWAL, extIdMode: 'auto' }, answers, { items });
	expect(auto.description).toMatch(
		/\(a new run may order them again, Retry on this execution does not\)\.$/,
	);
});
