/** Proves that an error, or another order, in what a record holds is seen, whatever the record itself shows. */
import type { IDataObject } from 'n8n-workflow';
import { OneAnswer } from './support/one-answer';
import { errorOf } from './support/run-node';

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
	const parameters = { ...esims, additionalFields: { quantity: 2 }, extIdMode: 'auto' };
	const run = await alike.run({ status: 'completed', items }, parameters);
	expect(errorOf(run).message).toMatch('outcome unknown');
});
