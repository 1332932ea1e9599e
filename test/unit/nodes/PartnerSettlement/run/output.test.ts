// How an answer becomes an item that n8n takes for no failure, and that many activation codes hold nobody up.
import { simplify, toItem } from '../../../../../nodes/PartnerSettlement/run/output';
import { addQrCodes } from '../../../../../nodes/PartnerSettlement/run/qr-codes';

type Row = [name: string, record: unknown, extId: string | undefined, json: object];
const OWN_FAILURE = { failure: 'y', failure_error: 'x' };

test.each<Row>([
	['belongs to its input item', { a: 1 }, undefined, { a: 1 }],
	['carries the ext_id it was sent with', { a: 1 }, 'mine', { a: 1, ext_id: 'mine' }],
	['keeps the ext_id of the response', { ext_id: 'theirs' }, 'mine', { ext_id: 'theirs' }],
	['keeps no ext_id that is null', { ext_id: null }, 'mine', { ext_id: 'mine' }],
	// n8n takes an error at the top for a failure of the node; null and false are none to it.
	['has no error at the top', { i: 0, error: 'x' }, undefined, { i: 0, failure: { error: 'x' } }],
	['keeps an error inside', { body: { error: 'x' } }, undefined, { body: { error: 'x' } }],
	['keeps an error of null', { error: null, i: 0 }, undefined, { error: null, i: 0 }],
	['keeps an error of false', { error: false, i: 0 }, undefined, { error: false, i: 0 }],
	['has no error that is an empty text', { error: '', i: 0 }, undefined, { i: 0 }],
	['keeps a failure of its own', { error: 'x', failure: 'y' }, undefined, OWN_FAILURE],
	...['text', 7, null, [1]].map((value): Row => [
		'has under value what is no object',
		value,
		undefined,
		{ value },
	]),
])('an item %s: %j', (_, record, extId, json) => {
	expect(toItem(record, 3, extId)).toEqual({ json, pairedItem: { item: 3 } });
});

test('a record that is wanted whole is not looked through', () => {
	const ownKeys = (): never => {
		throw new Error('was looked through');
	};
	const record = new Proxy<Record<string, unknown>>({}, { ownKeys });
	expect(simplify(record, undefined)).toBe(record);
	expect(simplify({ id: 1 }, ['status'])).toEqual({ id: 1 });
});

describe('QR codes', () => {
	/** What is n8n's of a run: it keeps a file. */
	const RUN = {
		hints: new Set<string>(),
		node: { helpers: { prepareBinaryData: (file: Buffer) => Promise.resolve({ data: file }) } },
	} as unknown as Parameters<typeof addQrCodes>[0];

	test('eSIMs inside of eSIMs take no more looks with each level', async () => {
		let looks = 0;
		const innermost = {
			get activation() {
				looks += 1;
				return undefined;
			},
		};
		let record: object = innermost;
		for (let level = 0; level < 12; level += 1) {
			record = { esim: { activation: {}, items: [record] } };
		}
		await addQrCodes(RUN, { json: { ...record, status: 'active' } });
		expect(looks).toBeLessThan(10);
	});
});
