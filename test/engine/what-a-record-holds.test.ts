/** Proves that an error, or another order, in what a record holds is seen, whatever the record itself shows. */
import type { IDataObject } from 'n8n-workflow';
import { TRON } from '../support/addresses';
import { OneAnswer } from './support/one-answer';
import { SENT } from './support/orders';
import { errorOf, outputs } from './support/run-node';
import { WITHDRAWAL } from './support/withdrawal';

const POLL = { retries: 0, pollInterval: 0.1 };
const alike = new OneAnswer();

afterAll(() => {
	alike.close();
});

test.each<[string, IDataObject]>([
	['an error', { error: 'insufficient_balance' }],
	['no success', { success: false }],
	['another order', { offer_id: 'other' }],
])('a record that holds %s under data is no order, whatever it shows', async (_, data) => {
	const gift = { resource: 'giftCard', operation: 'purchase', offerId: 'new', options: POLL };
	for (const record of [{ status: 'completed' }, { ext_id: 'o-1' }]) {
		const run = await alike.run(
			{ ...record, data },
			{ ...gift, extIdMode: 'custom', extId: 'o-1' },
		);
		expect(errorOf(run).message).not.toBe('');
	}
});

test.each<[string, IDataObject]>([
	['an error', { error: 'out_of_stock' }],
	['a failure', { status: 'failed' }],
])('of eSIMs, one of which shows %s, nobody knows', async (_, item) => {
	const esims = { resource: 'esim', operation: 'purchase', offerId: 'new', options: POLL };
	const items = [{ esim_id: 'e-1' }, item];
	const own = { extIdMode: 'custom', extId: 'o-1' };
	const parameters = { ...esims, additionalFields: { quantity: 2 }, ...own };
	for (const held of [{ items }, { data: { items } }]) {
		const run = await alike.run({ ext_id: 'o-1', status: 'completed', ...held }, parameters);
		expect(errorOf(run).message).toMatch('outcome unknown');
	}
});

test.each<[string, IDataObject]>([
	['amount', { amount: '2', status: 'done' }],
	['kind', { kind: 'card_topup', status: 'done' }],
])('what is held beside the record of an order may have its own %s', async (_, document) => {
	const own = { extIdMode: 'custom', extId: 'o-1', options: POLL };
	const record = { ...SENT, ext_id: 'o-1', kind: 'withdrawal', status: 'completed', fee: '1' };
	const run = await alike.run({ ...record, document }, { ...WITHDRAWAL, ...own }, SENT);
	expect(errorOf(run).message).toBe('');
	expect(outputs(run)[0]).toHaveLength(1);
});

test.each<[string, IDataObject]>([
	['beside an amount that is null', { amount: null, to_address: null, data: { amount: '10' } }],
	['beside a kind of its own', { type: 'card_topup', document: { kind: 'withdrawal' } }],
	['beside a kind alone', { type: 'withdrawal', data: { amount: '10', to_address: TRON } }],
	['beside a word for the response', { type: 'response', data: { kind: 'card_topup' } }],
])('what is held %s may be another order', async (_, record) => {
	const own = { extIdMode: 'custom', extId: 'o-1', options: POLL };
	const shown = { ext_id: 'o-1', status: 'completed', ...record };
	const run = await alike.run(shown, { ...WITHDRAWAL, ...own }, SENT);
	expect(errorOf(run).message).toMatch('outcome unknown');
});

test.each<IDataObject>([
	...[{ status: 'ERROR' }, { status: 'failure' }, { status: 402 }, { status: '402' }],
	...[{ success: 0 }, { success: 'false' }, { ok: 'No' }],
])('%j beside the key is an error', async (told) => {
	const gift = { resource: 'giftCard', operation: 'purchase', offerId: 'new', options: POLL };
	const own = { extIdMode: 'custom', extId: 'o-1' };
	const run = await alike.run({ ext_id: 'o-1', message: 'no stock', ...told }, { ...gift, ...own });
	expect(errorOf(run).message).toMatch('outcome unknown');
});
