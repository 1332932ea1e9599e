import type { INodeParameters } from 'n8n-workflow';
import { z } from 'zod';
import { Contract } from '../contract/support/partner';
import { useSandbox } from '../contract/support/use-sandbox';
import { Servers } from '../contract/support/servers';
import { until } from '../contract/support/until';
import { TRON } from '../addresses';
import { type OwnAnswer, startFront } from './support/front';
import { errorOf, type NodeRun, outputs, startNode } from './support/run-node';

const PRODUCT = '101';
const servers = new Servers();

const api = useSandbox({ settleMs: 5 });

afterAll(() => {
	servers.close();
});

/** One order with a key of the operator's own, tried once unless the options say otherwise. */
function order(
	parameters: INodeParameters,
	more: Partial<NodeRun> = {},
): ReturnType<typeof startNode> {
	return startNode({
		parameters: { extIdMode: 'custom', extId: 'order-1', options: { retries: 0 }, ...parameters },
		items: [{}],
		credential: { ...api.contract.settings() },
		...more,
	});
}

const WITHDRAWAL = {
	resource: 'withdrawal',
	operation: 'create',
	currency: 'USDT',
	network: 'TRON',
	amount: '1',
	toAddress: TRON,
};
const ISSUE = { resource: 'card', operation: 'issue', svcProductId: PRODUCT };

const cardSchema = z.object({ card_id: z.string(), debit_amount: z.string() });

/** A card that was bought under the key `order-1`, and what it cost. */
async function issueCard(): Promise<{ cardId: string; price: string }> {
	const run = await order(ISSUE);
	const { card_id: cardId, debit_amount: price } = cardSchema.parse(outputs(run)[0]?.[0]?.json);
	await until(() => orders().some(({ status }) => status === 'completed'));
	return { cardId, price };
}

function orders() {
	const id = Number(api.contract.partner.partnerId);
	return api.sandbox.state.orders.filter(({ partnerId }) => partnerId === id);
}

async function credentialBehind(answer: Parameters<typeof startFront>[2]) {
	const front = await startFront(servers, api.sandbox.url, answer);
	return { ...api.contract.settings({ apiUrl: `${front}/gw`, baseUrl: `${front}/core` }) };
}

describe('a lookup after a lost answer', () => {
	test('takes no order of another kind for this one, even with the same fields', async () => {
		const { cardId, price } = await issueCard();
		api.sandbox.addFault({ match: { path: '/card_topup', times: 0 }, fault: '500' });
		const topUp = { resource: 'card', operation: 'topUp', cardId, amount: price };
		const { message, description } = errorOf(await order(topUp));
		expect(message).toBe(
			'Card: Top Up: outcome unknown (internal_error); repeat only with ext_id order-1',
		);
		expect(description).toMatch(
			/Document: Get shows an order with this ext_id \(status completed\), but not enough of it/,
		);
		expect(orders().map(({ kind }) => kind)).toEqual(['card_issue']);
	});

	test('that does not show all of the order asks the API itself, by one repeat', async () => {
		api.sandbox.addFault({ match: { path: '/create_card' }, fault: 'closed_after_commit' });
		const [item] = outputs(await order(ISSUE))[0] ?? [];
		expect(item?.json).toMatchObject({ ext_id: 'order-1', debit_amount: expect.any(String) });
		expect(api.contract.arrived('POST /core/api/pin/create_card')).toBe(2);
		expect(orders()).toHaveLength(1);
	});

	test('that shows nothing is not followed by a repeat', async () => {
		api.sandbox.addFault({ match: { path: '/create_card' }, fault: 'closed_before' });
		expect(errorOf(await order(ISSUE)).description).toMatch('shows no order with this ext_id');
		expect(api.contract.arrived('POST /core/api/pin/create_card')).toBe(1);
	});

	test('believes a document that shows all of a withdrawal', async () => {
		api.sandbox.addFault({
			match: { path: '/withdrawals', times: 0 },
			fault: 'closed_after_commit',
		});
		const [item] = outputs(await order(WITHDRAWAL))[0] ?? [];
		expect(item?.json).toMatchObject({ ext_id: 'order-1', amount: '1', to_address: TRON });
		expect(api.contract.arrived('POST /gw/partner/withdrawals')).toBe(1);
	});

	test('believes a document under a key that was derived for this very order', async () => {
		api.sandbox.addFault({
			match: { path: '/api/purchase', times: 0 },
			fault: 'closed_after_commit',
		});
		const gift = { resource: 'giftCard', operation: 'purchase', offerId: 'magic-never' };
		const [item] = outputs(await order({ ...gift, extIdMode: 'auto' }))[0] ?? [];
		expect(item?.json).toMatchObject({ offer_id: 'magic-never' });
		expect(errorOf(await order(gift)).message).toMatch('outcome unknown');
	});

	test('of a top-up looks at the eSIM as well, which stands in the path', async () => {
		const buy = { resource: 'esim', operation: 'purchase', offerId: 'magic-never' };
		await order(buy);
		api.sandbox.addFault({ match: { path: '/topups', times: 0 }, fault: '500' });
		const topUp = { ...buy, operation: 'topUp', esimId: 'esim-1' };
		expect(errorOf(await order(topUp)).message).toMatch('outcome unknown');
	});

	test('finds the order where the repeat of a lost one is refused', async () => {
		api.sandbox.addFault({ match: { path: '/withdrawals' }, fault: 'closed_after_commit' });
		api.sandbox.addFault({ match: { path: '/withdrawals' }, fault: '403' });
		const options = { retries: 1, longestWait: 0 };
		const [item] = outputs(await order({ ...WITHDRAWAL, options }))[0] ?? [];
		expect(item?.json).toMatchObject({ ext_id: 'order-1', amount: '1' });
		expect(api.contract.arrived('POST /gw/partner/withdrawals')).toBe(2);
	});
});

test.each([
	['amount', { amount: '2' }],
	['to_address', { to_address: 'T1' }],
	['ext_id', { ext_id: 'order-2' }],
])('an answer that shows another %s is not taken for this order', async (_, change) => {
	const order1 = { currency: 'USDT', network: 'TRON', amount: '1.00', to_address: TRON };
	const made = { withdrawal_id: 'w', status: 'pending', created_at: '2026-01-31T00:00:00Z' };
	const body = { ...order1, ...made, ext_id: 'order-1', ...change };
	const credential = await credentialBehind((path) =>
		path.endsWith('/withdrawals') ? { status: 200, body } : undefined,
	);
	const { message, description } = errorOf(await order(WITHDRAWAL, { credential }));
	expect(message).toBe(
		'Withdrawal: Create: outcome unknown (another_order); repeat only with ext_id order-1',
	);
	expect(description).toMatch('another order than the one that was sent');
});

describe('a later try of an order whose answer was lost', () => {
	/** The answer is lost, and nothing can be looked up. */
	async function lose(): Promise<void> {
		api.sandbox.addFault({ match: { path: '/withdrawals' }, fault: 'closed_after_commit' });
		api.sandbox.addFault({ match: { path: '/document_get', times: 0 }, fault: '403' });
		expect(errorOf(await order(WITHDRAWAL)).message).toMatch('outcome unknown');
	}

	const mayExist =
		/earlier try.*may have gone through.*Outcome unknown: repeat with ext_id order-1/;

	test('is never called refused, not even by Retry On Fail', async () => {
		api.sandbox.addFault({ match: { path: '/document_get', times: 0 }, fault: '403' });
		api.sandbox.addFault({ match: { path: '/withdrawals' }, fault: 'closed_after_commit' });
		api.sandbox.addFault({ match: { path: '/withdrawals', times: 0 }, fault: '403' });
		const { message, description } = errorOf(await order(WITHDRAWAL, { maxTries: 2 }));
		expect(api.contract.arrived('POST /gw/partner/withdrawals')).toBe(2);
		expect(orders()).toHaveLength(1);
		expect(message).toBe(
			'Withdrawal: Create: outcome unknown (not_allowed); repeat only with ext_id order-1',
		);
		expect(description).toMatch(mayExist);
		expect(description).not.toMatch('nothing was spent.');
	});

	test('settles it when it goes through: what comes after is told as it is', async () => {
		await lose();
		const derived = { ...WITHDRAWAL, extIdMode: 'auto' };
		const run = { resumeSignature: 'a-run' };
		api.sandbox.addFault({ match: { path: '/withdrawals' }, fault: 'closed_after_commit' });
		expect(errorOf(await order(derived, run)).message).toMatch('outcome unknown');
		expect((await order(derived, run)).status).toBe('success');
		api.sandbox.addFault({ match: { path: '/withdrawals' }, fault: '403' });
		expect(errorOf(await order(derived, run)).message).toBe(
			'Withdrawal: Create: refused (not_allowed)',
		);
	});

	test('of another partner is another order', async () => {
		await lose();
		api.contract = await Contract.of(api.sandbox);
		api.sandbox.addFault({ match: { path: '/withdrawals' }, fault: '403' });
		expect(errorOf(await order(WITHDRAWAL)).message).toMatch(': refused (not_allowed)');
	});
});

describe('a cart', () => {
	const batch = {
		resource: 'batch',
		operation: 'create',
		items: JSON.stringify([{ body: { offer_id: 'magic-never', ext_id: 'order-1' } }]),
		options: { retries: 1, longestWait: 0 },
	};
	const refused: OwnAnswer = {
		status: 200,
		body: { count: 1, results: [{ index: 0, status: 'failed', error: 'ext_id_conflict' }] },
	};

	test('a refusal in the repeat of a lost cart leaves that order open', async () => {
		api.sandbox.addFault({ match: { path: '/batch' }, fault: 'closed_after_commit' });
		api.sandbox.addFault({ match: { path: '/document_get' }, fault: '403' });
		const credential = await credentialBehind((path, _, before) =>
			path.endsWith('/batch') && before > 0 ? refused : undefined,
		);
		const { message, description } = errorOf(await order(batch, { credential }));
		expect(orders()).toHaveLength(1);
		expect(message).toBe(
			'Batch: Create: outcome unknown (ext_id_conflict); repeat only with ext_id order-1',
		);
		expect(description).toMatch(/looking the order up failed too \(not_allowed\)/);
	});

	test.each([
		['another order', { index: 0, body: { ext_id: 'order-1', offer_id: 'other' } }, false],
		['this one, with a numbering of its own', { index: 1, body: { ext_id: 'order-1' } }, true],
	])('what a repeat shows is looked at: %s', async (_, result, isThis) => {
		api.sandbox.addFault({ match: { path: '/batch' }, fault: 'closed_after_commit' });
		const answer: OwnAnswer = { status: 200, body: { count: 1, results: [result] } };
		const credential = await credentialBehind((path, __, before) =>
			path.endsWith('/batch') && before > 0 ? answer : undefined,
		);
		const run = await order({ ...batch, options: { retries: 0 } }, { credential });
		if (isThis) expect(outputs(run)[0]?.[0]?.json).toMatchObject({ body: result.body });
		else expect(errorOf(run).message).toMatch(/outcome unknown .*only with ext_id order-1$/);
	});

	test('an order that the document does not prove is sent again in a cart of its own', async () => {
		api.sandbox.addFault({ match: { path: '/batch' }, fault: 'closed_after_commit' });
		const options = { retries: 0 };
		const [item] = outputs(await order({ ...batch, options }))[0] ?? [];
		expect(item?.json).toMatchObject({ ext_id: 'order-1', body: { offer_id: 'magic-never' } });
		expect(api.contract.arrived('POST /gw/partner/batch')).toBe(2);
		expect(orders()).toHaveLength(1);
	});
});
