// Proves how a response is read: a table for each entry of the dialect, with its default and with another value.
import { type Answer, readAnswer } from '../../../partner-api';
import { type Dialect, dialectOf } from '../../../partner-api/dialect';

function read(body: unknown, differences: Partial<Dialect> = {}): Answer {
	return readAnswer(body, dialectOf(differences));
}

/** A body that is the record. */
const same = (body: object): [object, object] => [body, body];

describe('envelope', () => {
	test.each<[unknown, object, Partial<Dialect>?]>([
		same({ ext_id: 'a', card: { id: 1 } }),
		[{ code: 0, data: { result: { order: { ext_id: 'a' } } } }, { ext_id: 'a' }],
		[{ status: 'ok', data: { ext_id: 'a' } }, { ext_id: 'a' }],
		same({ order_id: 'o', data: { ext_id: 'a' } }),
		same({ status: 'pending', data: { ext_id: 'a' } }),
		same({ one: { ext_id: 'a' }, two: { x: 1 } }),
		[{ a: { b: { c: { d: { ext_id: 'a' } } } } }, { d: { ext_id: 'a' } }],
		[{ one: { ext_id: 'a' }, two: { x: 1 } }, { ext_id: 'a' }, { envelope: ['one'] }],
		[{ data: { ext_id: 'a' } }, { ext_id: 'a' }, { envelope: ['one'] }],
		[{ data: { ext_id: 'a' } }, { data: { ext_id: 'a' } }, { envelope: [] }],
		[{ data: { one: { two: 2 } } }, { one: { two: 2 } }, { envelope: ['data'] }],
		[{ x: { data: { ext_id: 'a' }, meta: {} } }, { ext_id: 'a' }, { envelope: ['data'] }],
		[{ price_usdt: '1', order: { ext_id: 'a' } }, { ext_id: 'a' }],
		same({ price_usdt: '1', plan: { name: 'b' } }),
		...[
			{ address: 'T', previous: { order_id: 'o' } },
			{ epin: '1', purchase: { purchase_id: 'p' } },
			{ deposit_address: 'T', limits: {} },
			{ status: 'error', data: { ext_id: 'a' } },
		].map(same),
		[{ data: null, meta: { page: 1 } }, {}, { envelope: ['data'] }],
		[{ data: [{ ext_id: 'a' }], total: 1 }, { ext_id: 'a' }, { envelope: ['data'] }],
		...[{ sanctions_hit: true }, { matches: [{ sanctions_hit: true }] }].map(
			(hit): [object, object, Partial<Dialect>] => [
				{ ...hit, data: { x: 1 } },
				{ ...hit, data: { x: 1 } },
				{ envelope: ['data'] },
			],
		),
		[{ callback: { ext_id: 'x' }, order: { ext_id: 'a' } }, { ext_id: 'a' }],
		[[{ ext_id: 'a' }], { ext_id: 'a' }],
		[[{ ext_id: 'a' }, { ext_id: 'b' }], {}],
		[null, {}],
		['text', {}],
		[{ data: null }, {}],
		[{ data: [], message: '' }, {}],
	])('of %j the record is %j', (body, record, differences = {}) => {
		expect(read(body, differences).record).toEqual(record);
	});

	test('an object of many names is none', () => {
		const names = Array.from({ length: 101 }, (_, index) => [`n${index}`, 1]);
		const body = { ...Object.fromEntries(names), data: { ext_id: 'a' } };
		expect(read(body).record).toBe(body);
	});
});

test.each<[unknown, boolean, Partial<Dialect>?]>([
	...[null, {}, [], '', { data: null }, { data: [], message: '' }].map(
		(body): [unknown, boolean] => [body, true],
	),
	[{ ok: true, data: {} }, true, { envelope: ['data'] }],
	[{ data: null, meta: { page: 1 } }, true, { envelope: ['data'] }],
	[{ success: true, code: 200, data: [], errors: [] }, true, { envelope: ['data'] }],
	[{ data: [{ ext_id: 'a' }, { ext_id: 'b' }] }, false, { envelope: ['data'] }],
	[{ ok: true, ext_id: 'a', data: null }, false, { envelope: ['data'] }],
	[{ ok: true, order_id: 'o', data: null }, false, { envelope: ['data'] }],
	[{ status: true, data: {} }, true],
	[{ status: 'success', data: {} }, true],
	[{ id: 'd-9', status: 'queued', metadata: {} }, false],
	...[[{ ext_id: 'a' }], ['a'], 'text', 0, false, { found: false }, { ext_id: 'a' }].map(
		(body): [unknown, boolean] => [body, false],
	),
	[{ documents: [{ ext_id: 'a' }] }, false],
	[{ code: 'internal', data: {} }, false],
])('%j is empty: %s', (body, isEmpty, differences = {}) => {
	expect(read(body, differences).isEmpty).toBe(isEmpty);
});

describe('key', () => {
	test.each<[unknown, string | undefined, Partial<Dialect>?]>([
		[{ ext_id: 'a' }, 'a'],
		[{ ext_id: 7 }, '7'],
		[{ ext_id: ['a'] }, ''],
		[{ ext_id: ' ' }, undefined],
		[{ reference: 'a' }, undefined],
		[{ reference: 'a', ext_id: 'b' }, 'a', { key: ['reference'] }],
		[{ ext_id: 'b' }, undefined, { key: ['reference'] }],
		[{ ext_id: 'b' }, undefined, { key: [] }],
		[{ ext_id: 'a', data: { amount: '1' } }, 'a', { envelope: ['data'] }],
	])('of %j it is %j', (body, extId, differences = {}) => {
		expect(read(body, differences).extId).toBe(extId);
	});
});

test.each<[unknown, string | undefined, Partial<Dialect>?]>([
	[{ ext_id: 'a', amount: '-2.00' }, '-2.00'],
	[{ ext_id: 'a', amount: 2 }, '2'],
	[{ ext_id: 'a', debit_amount: '2' }, undefined],
	[{ ext_id: 'a', debit_amount: '2', amount: '3' }, '2', { amount: ['debit_amount'] }],
	[{ ext_id: 'a', sum: { net: '2' } }, '2', { amount: ['sum.net'] }],
	[{ ext_id: 'a', amount: '3' }, undefined, { amount: [] }],
])('amount: of %j it is %j', (body, amount, differences = {}) => {
	expect(read(body, differences).field('amount')).toBe(amount);
});

test.each<[unknown, string | undefined, Partial<Dialect>?]>([
	[{ ext_id: 'a', card_id: 'c' }, 'c'],
	[{ ext_id: 'a', esim_id: 5 }, '5'],
	[{ ext_id: 'a', purchase_id: 'p' }, 'p'],
	[{ ext_id: 'a', card_id: false, purchase_id: 0, esim_id: '' }, undefined],
	[{ ext_id: 'a', ref_id: 'r' }, undefined],
	[{ ext_id: 'a', ref_id: 'r', card_id: 'c' }, 'r', { goodsId: ['ref_id'] }],
])('goodsId: of %j it is %j', (body, id, differences = {}) => {
	expect(read(body, differences).field('goods_id')).toBe(id);
});

test('fields: under other names', () => {
	const body = { ext_id: 'a', request: { cardId: 'c' }, offer_id: 'o' };
	const { field } = read(body, { fields: { card_id: ['card', 'request.cardId'] } });
	expect(['card_id', 'offer_id'].map(field)).toEqual(['c', 'o']);
	const last = read({ log: [{ state: 'new' }, { state: 'done' }] }, { status: ['log.-1.state'] });
	expect(last.statusWord).toBe('done');
});

test.each<[unknown, boolean, Partial<Dialect>?]>([
	[{ ext_id: 'a', error: '' }, false],
	[{ ext_id: 'a', error: null, errors: [], error_code: '', success: true, ok: 1 }, false],
	[{ ext_id: 'a', error: false, http_status: '201' }, false],
	[{ ext_id: 'a', error: {} }, false],
	[{ ext_id: 'a', error: { code: 0, message: '', details: [] } }, false],
	[{ ext_id: 'a', error: { code: 3 } }, true],
	[{ ext_id: 'a', error: { code: 0, message: 'Declined' } }, true],
	[{ ext_id: 'a', error: 220 }, true],
	[{ ext_id: 'a', error: true, message: 'No' }, true],
	[{ ext_id: 'a', error: 'false' }, false],
	[{ ext_id: 'a', errors: ['x'] }, true],
	[{ ext_id: 'a', error_code: 'x' }, true],
	[{ ext_id: 'a', success: 'false' }, true],
	[{ ext_id: 'a', ok: 0 }, true],
	[{ ext_id: 'a', http_status: '302' }, true],
	[{ ext_id: 'a', http_status: 503 }, true],
	[{ ext_id: 'a', http_status: '402 Payment Required' }, true],
	[{ ext_id: 'a', error_code: false }, false],
	[{ ext_id: 'a', ok: 'No' }, true],
	[{ ext_id: 'a', code: 'GIFT-1234' }, false],
	[{ code: 0, data: { ext_id: 'a' } }, false],
	[{ code: '200000', data: { ext_id: 'a' } }, false],
	[{ code: 4001, data: { ext_id: 'a' } }, true],
	[{ error: 'x', data: { ext_id: 'a' } }, true],
	[{ ext_id: 'a', fault: 'x' }, false],
	[{ ext_id: 'a', fault: 'x' }, true, { error: ['fault'] }],
	[{ ext_id: 'a', error: 'x' }, false, { error: ['fault'] }],
	[{ code: 1, data: { ext_id: 'a' } }, false, { error: ['fault'] }],
	[{ request: { ext_id: 'a' }, result: { error: 'x' } }, true, { envelope: ['request'] }],
	[{ order: { status: 'done' }, callback: { error: 'x' } }, false, { envelope: ['order'] }],
	[{ order: { ext_id: 'a' }, callback: { error: 'x' } }, false, { envelope: ['order'] }],
	[{ order: { ext_id: 'a' }, other: { error: 'x' } }, true, { envelope: ['order'] }],
])('error: %j reports one: %s', (body, isError, differences = {}) => {
	expect(read(body, differences).error !== undefined).toBe(isError);
});

test.each<[unknown, Answer['error']]>([
	[
		{ error: 'declined', message: 'No' },
		{ code: 'declined', message: 'No' },
	],
	[{ error: { code: 'declined', message: 'No' } }, { code: 'declined', message: 'No' }],
	[
		{ success: false, code: 'declined' },
		{ code: 'declined', message: 'success: false' },
	],
	...[{ success: false }, { ok: 'no' }, { http_status: '422' }].map(
		(body): [unknown, Answer['error']] => [
			body,
			{ code: undefined, message: Object.entries(body)[0]?.join(': ') },
		],
	),
	[{ error: ['a'] }, { code: undefined, message: undefined }],
])('error: of %j it is %j', (body, error) => {
	expect(read(body).error).toEqual(error);
});

test.each<[unknown, string | undefined, Partial<Dialect>?]>([
	[{ ext_id: 'a', kind: 'card_topup' }, 'card_topup'],
	[{ ext_id: 'a', type: 'CardTopup' }, 'card_topup'],
	[{ ext_id: 'a', event: 'card_topup.status_changed' }, 'card_topup'],
	[{ ext_id: 'a', operation: 'debit', kind: 'x' }, undefined],
	[{ ext_id: 'a', kind: 'payout' }, undefined],
	[
		{ ext_id: 'a', kind: 'payout' },
		'withdrawal',
		{ kind: { fields: ['kind'], words: { payout: 'withdrawal' } } },
	],
	[{ ext_id: 'a', kind: 'withdrawal' }, undefined, { kind: { fields: [], words: {} } }],
])('kind: of %j it is %j', (body, kind, differences = {}) => {
	expect(read(body, differences).kind).toBe(kind);
});

describe('items', () => {
	test('are records, or texts that are IDs', () => {
		const { parts } = read({ ext_id: 'a', items: [{ esim_id: 'e-1' }, 'e-2', 3] });
		expect(parts.map(({ field }) => field('goods_id'))).toEqual(['e-1', 'e-2', '3']);
	});

	test('may have another name', () => {
		const { parts } = read({ ext_id: 'a', esims: ['e-1'], items: ['x'] }, { items: ['esims'] });
		expect(parts.map(({ field }) => field('goods_id'))).toEqual(['e-1']);
	});

	test('of a hostile list only the first are read', () => {
		const items = Array.from({ length: 5_000 }, () => 'e');
		expect(read({ ext_id: 'a', items }).parts).toHaveLength(1_000);
	});
});

describe('results of a batch (section 2.8)', () => {
	const result = (more: object, differences: Partial<Dialect> = {}) =>
		read({ results: [more], meta: { request_id: 'r' } }, differences).parts[0];

	test('are read by their body, with what is beside it', () => {
		const given = { index: 1, op: 'withdrawal', status: 'accepted', body: { ext_id: 'a' } };
		const answer = result(given);
		expect(answer).toMatchObject({ index: 1, extId: 'a', record: { ext_id: 'a' }, result: given });
		expect(answer?.status).toBeUndefined();
		expect(result({ status: 'failed', body: {} }, { status: ['state'] })?.status).toBe('failed');
	});

	test.each<[object, object]>([
		[{ ext_id: 'a', body: { amount: '1' } }, { extId: 'a' }],
		[{ error: 'declined', body: { message: 'No' } }, { error: { code: 'declined' } }],
		[{ error: '', body: { ext_id: 'a' } }, { error: undefined }],
		[{ status: 'failed', body: { ext_id: 'a' } }, { status: 'failed' }],
		[{ status: 'failed', body: { status: 'pending' } }, { status: 'unclear' }],
		[{ status: 'rejected', body: { status: 'pending' } }, { status: 'unclear' }],
		[{ status: 'completed', body: { ext_id: 'a' } }, { status: undefined }],
		[
			{ index: 1, ext_id: 'a', status: 'failed' },
			{ index: 1, extId: 'a', status: 'failed' },
		],
	])('%j is read as %j, also where records tell errors elsewhere', (given, expected) => {
		expect(result(given)).toMatchObject(expected);
		expect(result(given, { error: ['problem'] })).toMatchObject(expected);
	});
});

test.each<[unknown, boolean]>([
	[{ sanctions_hit: true }, true],
	[{ id: 1, sanctions_hit: 'yes' }, false],
	[{ status: 'error', result: { sanctions_hit: true } }, true],
	[{ error: 'x', data: { data: { sanctions_hit: true } } }, true],
	[{ status: 'completed', report: { sanctions_hit: true } }, true],
	[{ status: 'completed', matches: [{}, { sanctions_hit: true }] }, true],
	[{ sanctions_hit: false }, false],
])('a hit is found in %j: %s', (body, isHit) => {
	expect(read(body).isHit).toBe(isHit);
});

test('the IDs of an order are listed; that of a request is none', () => {
	const body = { withdrawal_id: 'w', order_id: 'o', card_id: 'c', ref_id: 'r', id: 'i' };
	expect(read(body).ids).toEqual(['withdrawal_id', 'order_id', 'card_id']);
});

test('a place with dots begins in the record, or in what is around it', () => {
	const body = { meta: { key: 'a', state: 'done', type: 'payout' }, order: { amount: '1' } };
	const kind = { fields: ['meta.type'], words: { payout: 'withdrawal' as const } };
	const told = { envelope: ['order'], key: ['meta.key'], status: ['meta.state'], kind };
	const { extId, status, kind: area, record } = read(body, told);
	expect([extId, status, area, record]).toEqual(['a', 'over', 'withdrawal', { amount: '1' }]);
});
