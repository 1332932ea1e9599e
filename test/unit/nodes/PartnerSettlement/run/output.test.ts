// How an answer becomes an item that n8n takes for no failure, and that many activation codes hold nobody up.
import { simplify, toItem } from '../../../../../nodes/PartnerSettlement/run/output';
import { addQrCodes } from '../../../../../nodes/PartnerSettlement/run/qr-codes';

describe('an item', () => {
	test('belongs to its input item', () => {
		expect(toItem({ a: 1 }, 3, undefined)).toEqual({ json: { a: 1 }, pairedItem: { item: 3 } });
	});

	test('carries the ext_id it was sent with, unless the answer has it', () => {
		expect(toItem({ a: 1 }, 0, 'mine').json).toEqual({ a: 1, ext_id: 'mine' });
		expect(toItem({ ext_id: 'theirs' }, 0, 'mine').json).toEqual({ ext_id: 'theirs' });
		expect(toItem({ ext_id: null }, 0, 'mine').json).toEqual({ ext_id: 'mine' });
	});

	test('has no error at the top, which n8n takes for a failure of the node', () => {
		expect(toItem({ index: 0, error: 'insufficient_balance' }, 0, undefined).json).toEqual({
			index: 0,
			failure: { error: 'insufficient_balance' },
		});
		expect(toItem({ body: { error: 'kept' } }, 0, undefined).json).toEqual({
			body: { error: 'kept' },
		});
	});

	test.each([null, false])('an error of %j is none to n8n, and stays', (error) => {
		expect(toItem({ error, index: 0 }, 0, undefined).json).toEqual({ error, index: 0 });
	});

	test('an error that is an empty text is one to n8n, and does not come out', () => {
		expect(toItem({ error: '', index: 0 }, 0, undefined).json).toEqual({ index: 0 });
	});

	test('keeps a failure of its own', () => {
		const record = { id: 1, error: 'x', failure: 'theirs' };
		expect(toItem(record, 0, undefined).json).toEqual({
			id: 1,
			failure: 'theirs',
			failure_error: 'x',
		});
	});

	test.each(['text', 7, null, [1]])(
		'an entry that is no object (%j) stands under value',
		(entry) => {
			expect(toItem(entry, 0, undefined).json).toEqual({ value: entry });
		},
	);
});

test('a record that is wanted whole is not looked through', () => {
	const record = new Proxy<Record<string, unknown>>(
		{},
		{ ownKeys: () => fail('was looked through') },
	);
	expect(simplify(record, undefined)).toBe(record);
	expect(simplify({ id: 1 }, ['status'])).toEqual({ id: 1 });
});

function fail(reason: string): never {
	throw new Error(reason);
}

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
