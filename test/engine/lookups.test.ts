/** Proves that a lookup which failed itself, says that there is no order, or shows less than was ordered, settles nothing. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { OTHER_TRON, TRON } from '../support/addresses';
import { type Answers, ESIM, GIFT, LOST, SENT, useOrders, WITHDRAWAL } from './support/orders';
import type { OwnAnswer } from './support/answers';
import { until } from '../support/until';
import { errorOf } from './support/run-node';

describe('a lookup that proves nothing', () => {
	const { order } = useOrders({ settleMs: 5 });
	const OWN = { extIdMode: 'custom', extId: 'o-1', options: { retries: 0 } };
	const options = { retries: 0, maxWait: 0.3, pollInterval: 0.1 };
	const WAITING = { waitUntilReady: true, options };

	test.each<IDataObject>([{ esim_id: null }, { esim_id: '' }, { esim_id: null, items: [] }])(
		'a field that a document leaves empty keeps its value: %j',
		async (document) => {
			const body = { esim_id: 'e-1', offer_id: ESIM.offerId, status: 'processing' };
			const esim = { esim_id: 'e-1', status: 'completed', activation: { lpa: 'LPA:1$a$b' } };
			const parameters = { ...ESIM, ...WAITING, extIdMode: 'auto' };
			const { items } = await order(parameters, {
				orders: [{ status: 200, body }],
				document: { ...document, status: 'completed' },
				read: () => ({ status: 200, body: esim }),
			});
			expect(items).toEqual([expect.objectContaining({ esim_id: 'e-1', outcome_reached: true })]);
		},
	);

	const CONFLICT: OwnAnswer = { status: 409, body: { error: 'ext_id_conflict' } };

	test.each<[string, INodeParameters, IDataObject]>([
		['a withdrawal', WITHDRAWAL, { ...SENT, kind: 'withdrawal' }],
		['a gift card', GIFT, { kind: 'gift_purchase', offer_id: GIFT.offerId }],
	])('in a retry, %s under the key of the same order is its own', async (_, kind, shown) => {
		const document = { ...shown, status: 'completed' };
		const answers = { orders: [CONFLICT], document };
		const { items } = await order({ ...kind, ...OWN }, answers, { mode: 'retry' });
		expect(items).toMatchObject([document]);
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

describe('while a terminal status is waited for', () => {
	/** Orders stay pending. */
	const { api, start, order } = useOrders({ settleMs: 60_000 });

	/** Withdraws 1 USDT under the key `o-1`, and waits for a terminal status. */
	async function withdrawn(options: INodeParameters, answers: Answers = {}) {
		const own = { waitUntilReady: true, extIdMode: 'custom', extId: 'o-1', options };
		const { items, ...run } = await order({ ...WITHDRAWAL, ...own }, answers);
		return { item: items[0], ...run };
	}

	/** The first hint, with the items. */
	const NOT_COMPLETE = 'Not complete when the wait ended: item 0.';

	const PENDING = { ext_id: 'o-1', amount: '1', to_address: TRON, status: 'pending' };

	test.each([
		['no ext_id', { ext_id: null, status: 'completed' }, 'does not show this ext_id'],
		['another address', { to_address: OTHER_TRON, status: 'failed' }, 'it differs in to_address'],
	])('a document with %s is not that of the order', async (_, change, why) => {
		const body = { ext_id: 'o-1', note: 'x', ...change };
		const short = { retries: 0, maxWait: 0.1, pollInterval: 0.1 };
		const { item, hints } = await withdrawn(short, { document: { status: 200, body } });
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
		const done = { status: 200, body: { ext_id: 'o-1', status: 'completed' } };
		const document = (before: number) => (before === 0 ? { status, body } : done);
		const { item, hints, lookups } = await withdrawn(options, { document });
		expect(item).toMatchObject({ ...done.body, outcome_reached: true });
		expect([lookups, hints]).toEqual([2, []]);
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
		const options = { retries: 0, maxWait: 100 };
		const items = ['1', '2'].map((amount) => ({ amount }));
		const running = start({ ...WITHDRAWAL, waitUntilReady: true, options }, { items });
		await until(() => api.contract.bodies('/document_get').length > 0);
		running.cancel();
		const { message, description } = errorOf(await running);
		expect(message).toMatch('outcome unknown (cancelled); repeat only with ext_id n8n-');
		expect(description).not.toMatch('Done: ');
		expect(description).toMatch('Not sent: item 1.');
	});
});
