/** Proves that a lookup which failed itself, says that there is no order, or shows less than was ordered, settles nothing. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { OTHER_TRON, TRON } from '../support/addresses';
import { LOST, SENT, useOrders, WITHDRAWAL } from './support/orders';
import { type OwnAnswer, startFront } from './support/answers';
import { useSandbox } from '../support/use-sandbox';
import { until } from '../support/until';
import { Servers } from '../support/servers';
import { errorOf, outputs, startNode } from './support/run-node';
import { hintsOf } from './support/screenings';

describe('a lookup that proves nothing', () => {
	const { order } = useOrders({ settleMs: 5 });
	const OWN = { extIdMode: 'custom', extId: 'o-1', options: { retries: 0 } };
	const WAITING = {
		waitUntilReady: true,
		options: { retries: 0, maxWait: 0.3, pollInterval: 0.1 },
	};
	const ESIM = { resource: 'esim', operation: 'purchase', offerId: 'esim-tr-1gb' };

	const GIFT = { resource: 'giftCard', operation: 'purchase', offerId: 'gift-bookshop-10' };

	test.each<IDataObject>([
		{ status: 'failed', error: 'internal_error' },
		{ document_status: 'failed', error: 'internal_error' },
		{ ...SENT, to_address: OTHER_TRON, status: 'failed' },
	])('an accepted order is not reported as refused because of a lookup of %j', async (document) => {
		const answer = { withdrawal_id: 'w-1', ext_id: 'o-1', ...SENT, status: 'pending' };
		const orders: OwnAnswer[] = [{ status: 200, body: answer }];
		const { message } = await order({ ...WITHDRAWAL, ...OWN, ...WAITING }, { orders, document });
		expect(message).not.toMatch('refused');
	});

	test.each<IDataObject>([{ esim_id: null }, { esim_id: '' }, { esim_id: null, items: [] }])(
		'a field that a document leaves empty keeps its value: %j',
		async (document) => {
			const body = { esim_id: 'e-1', offer_id: ESIM.offerId, status: 'processing' };
			const esim = { esim_id: 'e-1', status: 'completed', activation: { lpa: 'LPA:1$a$b' } };
			const { items } = await order(
				{ ...ESIM, ...OWN, ...WAITING, extIdMode: 'auto' },
				{
					orders: [{ status: 200, body }],
					document: { ...document, status: 'completed' },
					read: () => ({ status: 200, body: esim }),
				},
			);
			expect(items).toEqual([expect.objectContaining({ esim_id: 'e-1', outcome_reached: true })]);
		},
	);

	const CONFLICT: OwnAnswer = { status: 409, body: { error: 'ext_id_conflict' } };

	test.each<[string, INodeParameters, IDataObject]>([
		['a withdrawal', WITHDRAWAL, { ...SENT, kind: 'withdrawal' }],
		['a gift card', GIFT, { kind: 'gift_purchase', offer_id: GIFT.offerId }],
	])('in a retry, %s under the key of the same order is its own', async (_, kind, shown) => {
		const document = { ...shown, status: 'completed' };
		const own = { ...kind, ...OWN };
		const retried = await order(own, { orders: [CONFLICT], document }, { mode: 'retry' });
		expect(retried.items).toMatchObject([document]);
		const hidden = { status: 403, body: { error: 'not_allowed' } };
		const unread = await order(own, { orders: [CONFLICT], document: hidden }, { mode: 'retry' });
		expect(unread.message).toMatch('outcome unknown');
		const other = { ...document, to_address: OTHER_TRON, offer_id: 'other' };
		const different = await order(own, { orders: [CONFLICT], document: other }, { mode: 'retry' });
		expect(different.message).toMatch('is taken');
	});

	test("in n8n's Retry a key and a status prove nothing, as items may come in another order", async () => {
		const lost = { orders: [LOST], document: { status: 'completed' } };
		expect((await order(WITHDRAWAL, lost)).message).toBe('');
		const { message } = await order(WITHDRAWAL, lost, { mode: 'retry' });
		expect(message).toMatch('outcome unknown');
	});

	test('a code that was bought is not told as the code of an error', async () => {
		const gift = { ...GIFT, ...OWN };
		const purchase = { purchase_id: 'p-1', status: 'completed', ext_id: 'o-1' };
		const asked = async (code: string) => {
			const orders: OwnAnswer[] = [{ status: 200, body: { code, purchase } }];
			return await order(gift, { orders, document: { status: 403, body: { error: 'no' } } });
		};
		expect(JSON.stringify(await asked('AMZN-9F3K-77QX'))).not.toMatch('AMZN-9F3K-77QX');
		expect((await asked('out_of_stock')).message).toMatch('out_of_stock');
	});
});

describe('a document of another order', () => {
	const { order } = useOrders({ settleMs: 5 });
	const OWN = { extIdMode: 'custom', extId: 'o-1', options: { retries: 0 } };
	const GIFT = { resource: 'giftCard', operation: 'purchase', offerId: 'gift-bookshop-10' };

	test('a card of another product is another order', async () => {
		const card = { resource: 'card', operation: 'issue', svcProductId: '101', ...OWN };
		const document = { svc_product_id: 102, status: 'completed' };
		expect((await order(card, { orders: [LOST], document })).description).toMatch(
			'it differs in svc_product_id (102; yours: 101)',
		);
	});

	test('a gift card of another amount is not done, however a buyer wrote it', async () => {
		const asked = async (sent: string, amount: string) => {
			const additionalFields = { requiredFields: JSON.stringify({ amount: sent }) };
			const document = { offer_id: GIFT.offerId, status: 'completed', required_fields: { amount } };
			return await order({ ...GIFT, ...OWN, additionalFields }, { orders: [LOST], document });
		};
		expect((await asked('50', '50.00')).message).toBe('');
		expect((await asked('50 EUR', '50 EUR')).message).toBe('');
		expect((await asked('50', '5')).description).toMatch('amount (5; yours: 50)');
		for (const other of ['50 EUR', 'number'])
			expect((await asked('50', other)).description).toMatch('but not required_fields.amount');
		for (const other of ['5 EUR', '50 USD', '5,00 EUR', 'fifty'])
			expect((await asked('50 EUR', other)).message).toMatch('outcome unknown');
	});
});

describe('while a terminal status is waited for', () => {
	const servers = new Servers();
	/** Orders stay pending. */
	const api = useSandbox({ settleMs: 60_000 });

	afterAll(() => {
		servers.close();
	});

	/** Withdraws 1 USDT under the key `order-1`; these are the responses to Document: Get, if not the sandbox's own. */
	async function withdrawn(
		options: INodeParameters,
		answer?: (body: string, before: number) => OwnAnswer,
	) {
		const front = await startFront(servers, api.sandbox.url, (path, body, before) =>
			path.endsWith('/document_get') ? answer?.(body, before) : undefined,
		);
		const run = await startNode({
			parameters: {
				...WITHDRAWAL,
				...{ waitUntilReady: true, extIdMode: 'custom', extId: 'order-1', options },
			},
			items: [{ amount: '1' }],
			credential: {
				...api.contract.credential({ apiUrl: `${front}/gw`, baseUrl: `${front}/core` }),
			},
		});
		// The last says what was ordered.
		const hints = hintsOf(run).slice(0, -1);
		return { item: outputs(run)[0]?.[0]?.json, hints, ...errorOf(run) };
	}

	/** The same, with a wait for a terminal status. The document looks like this. */
	async function outcomeWith(document: object, status = 200) {
		const options = { retries: 0, maxWait: 0.1, pollInterval: 0.1 };
		return await withdrawn(options, () => ({ status, body: document }));
	}

	/** The first hint, with the items and the step to take. */
	const NOT_COMPLETE =
		'Not complete when the wait ended: item 0. Each order is placed, but may still fail. Check it later with Document: Get.';

	const PENDING = { ext_id: 'order-1', amount: '1', to_address: TRON, status: 'pending' };

	test.each([
		['no ext_id', { ext_id: null, status: 'completed' }, 'does not show this ext_id'],
		['another address', { to_address: OTHER_TRON, status: 'failed' }, 'it differs in to_address'],
	])('a document with %s is not that of the order', async (_, change, why) => {
		const { item, hints } = await outcomeWith({ ext_id: 'order-1', note: 'x', ...change });
		expect(item).toMatchObject({ ...PENDING, outcome_reached: false });
		expect(item).not.toHaveProperty('note');
		expect(hints).toEqual([
			NOT_COMPLETE,
			expect.stringContaining(why),
			'Its status is pending. Look it up later with Document: Get.',
		]);
		expect(hints[1]).toMatch(/^A looked-up document was ignored: /);
	});

	test.each([
		['is told as missing by a success', 200, { success: false, error: 'document_not_found' }],
		['cannot be read for now', 503, { error: 'busy' }],
	])('a document that %s is looked up again', async (_, status, body) => {
		const options = { retries: 0, maxWait: 60, pollInterval: 0.1 };
		const document = { ext_id: 'order-1', status: 'completed' };
		let looks = 0;
		const { item, hints } = await withdrawn(options, (__, before) => {
			looks += 1;
			return before === 0 ? { status, body } : { status: 200, body: document };
		});
		expect(item).toMatchObject({ ...document, outcome_reached: true });
		expect([looks, hints]).toEqual([2, []]);
	});

	test('a look without an answer is not repeated: the order comes out when Maximum Wait for Result is over', async () => {
		api.sandbox.addFault({ match: { path: '/document_get', times: 0 }, fault: 'timeout' });
		const options = { maxWait: 1, pollInterval: 1, timeout: 3600 };
		const { item, hints } = await withdrawn(options);
		expect(item).toMatchObject({ ...PENDING, outcome_reached: false });
		expect(hints).toEqual([
			NOT_COMPLETE,
			'Document: Get failed (timeout). Get it later with Document: Get.',
		]);
		expect(api.contract.bodies('/document_get')).toHaveLength(1);
	});

	test('an order whose outcome was awaited when the execution was cancelled is open, and not called done', async () => {
		const running = startNode({
			parameters: { ...WITHDRAWAL, waitUntilReady: true, options: { retries: 0, maxWait: 100 } },
			items: ['1', '2'].map((amount) => ({ amount })),
			credential: api.contract.credential(),
		});
		await until(() => api.contract.bodies('/document_get').length > 0);
		running.cancel();
		const { message, description } = errorOf(await running);
		expect(message).toMatch('outcome unknown (cancelled); repeat only with ext_id n8n-');
		expect(description).not.toMatch('Done: ');
		expect(description).toMatch('Not sent: item 1.');
	});
});
