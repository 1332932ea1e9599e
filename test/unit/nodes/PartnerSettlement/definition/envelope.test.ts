// Where in a response its record stands, and that a record is never taken for an envelope.
import {
	contentIn,
	documentedRecord,
	errorIn,
	innermostIn,
	objectsIn,
	recordIn,
	withRecord,
} from '../../../../../nodes/PartnerSettlement/definition/envelope';
import { balanceGet } from '../../../../../nodes/PartnerSettlement/operations/balance/get';
import { batchCreate } from '../../../../../nodes/PartnerSettlement/operations/batch/create';
import { cardGet } from '../../../../../nodes/PartnerSettlement/operations/card/get';
import { cardGetBillingAddress } from '../../../../../nodes/PartnerSettlement/operations/card/get-billing-address';
import { cardIssue } from '../../../../../nodes/PartnerSettlement/operations/card/issue';
import { kytGet } from '../../../../../nodes/PartnerSettlement/operations/kyt/get';
import { withdrawalCreate } from '../../../../../nodes/PartnerSettlement/operations/withdrawal/create';
import { holdsFailure } from '../../../../../nodes/PartnerSettlement/orders/order';
import type { JsonObject } from '../../../../../partner-api';
import { CLEAR_RECORD } from '../../../../support/screening-records';

const RECORD: JsonObject = { ext_id: 'o-1', card_id: 'c-1', status: 'pending' };

const WRAPPED: [string, (record: JsonObject) => JsonObject][] = [
	['data', (data) => ({ data })],
	['result', (result) => ({ result })],
	['its only object', (card) => ({ card })],
	['data, beside a page', (data) => ({ data, meta: { page: 1 }, links: {} })],
	['two objects', (data) => ({ response: { data } })],
	['three objects', (data) => ({ body: { result: { data } } })],
	[
		'data, beside what tells of the call',
		(data) => ({ status: 'ok', success: true, code: 0, message: 'OK', request_id: 'r-1', data }),
	],
	['data, with codes of success', (data) => ({ status: 200, code: '200', error: null, data })],
	['data, beside no errors', (data) => ({ status: 'success', errors: [], data })],
];

test('of a list of any length, its start is looked at', () => {
	const looked = (length: number) => {
		let looks = 0;
		const part = new Proxy({}, { get: () => void (looks += 1) });
		const items = Array.from({ length }, () => part) as JsonObject[];
		expect(holdsFailure({ status: 'done', items }, {})).toBe(false);
		return looks;
	};
	expect(looked(100_000)).toBe(looked(50_000));
	expect(objectsIn([1, { a: 1 }, 'x', null, { b: 2 }])).toEqual([{ a: 1 }, { b: 2 }]);
	expect(objectsIn('none')).toEqual([]);
});

test('an envelope of an object with very many names is read once, however often it is asked for', () => {
	let listings = 0;
	const counted = {
		ownKeys: (target: object) => {
			listings += 1;
			return Reflect.ownKeys(target);
		},
	};
	const names = Array.from({ length: 200 }, (_, place) => [`n${String(place)}`, {}]);
	const data = new Proxy(Object.fromEntries(names) as object, counted) as JsonObject;
	const response = { data };
	expect(recordIn(response)).toBe(response);
	const afterOne = listings;
	for (const read of [recordIn, errorIn, contentIn, recordIn, errorIn]) read(response);
	expect(listings).toBe(afterOne);
});

test('a list where a code or a status belongs is not written out', () => {
	const list = new Proxy([1], {
		get: (target, name) => {
			if (name === '0') throw new Error('It was read');
			return Reflect.get(target, name) as unknown;
		},
	});
	for (const name of ['code', 'status', 'success', 'ok', 'http_status', 'error_code'])
		expect(() => errorIn({ [name]: list, data: RECORD })).not.toThrow();
	expect(errorIn({ code: list, data: RECORD })).toBe(list);
});

test('the many fields of a response are listed for the first question only', () => {
	let listings = 0;
	const ownKeys = (target: object) => {
		listings += 1;
		return Reflect.ownKeys(target);
	};
	const many = Object.fromEntries(Array.from({ length: 200 }, (_, nth) => [`n${nth}`, nth]));
	const response = new Proxy<JsonObject>(many, { ownKeys });
	for (let nth = 0; nth < 3; nth += 1) {
		expect(recordIn(response)).toBe(response);
		expect(errorIn(response)).toBeUndefined();
	}
	expect(listings).toBe(2);
});

describe.each(WRAPPED)('a record in %s', (_, wrapped) => {
	test('is read there, and replaced there', () => {
		const response = wrapped(RECORD);
		expect(recordIn(response)).toBe(RECORD);
		expect(innermostIn(response)).toBe(RECORD);
		expect(withRecord(response, { status: 'done' })).toEqual(wrapped({ status: 'done' }));
	});

	test('tells its error', () => {
		const response = wrapped({ ...RECORD, error: 'declined' });
		expect(recordIn(response)).toMatchObject({ error: 'declined' });
		expect(errorIn(response)).toBe('declined');
		expect(errorIn(wrapped(RECORD))).toBeUndefined();
	});
});

test.each<[string, JsonObject]>([
	['a record with an object', { ...RECORD, data: { ext_id: 'o-2' } }],
	['a record by an id', { id: 7, data: { ext_id: 'o-2' } }],
	['a record by the status of an order', { status: 'accepted', data: { ext_id: 'o-2' } }],
	['a record by what was ordered', { amount: '1', card: { card_id: 'c-2' } }],
	['a screening', { ...CLEAR_RECORD, report: { ext_id: 'x', sanctions_hit: false } }],
	['a billing address', { billing_address: { country: 'DE' } }],
	['a result of a batch', { index: 0, status: 'ok', body: { ext_id: 'o-2' } }],
	['a page of a partner', { ok: true, partner: { id: 42, status: 'active' } }],
	['a price', { product: 'x', price: { amount: '5', currency: 'EUR' } }],
	['two objects that may be meant', { card: { card_id: 'c' }, order: { order_id: 'o' } }],
	['an envelope of nothing', { data: { note: 'x' } }],
	['an envelope of a list', { data: [RECORD] }],
	['five objects deep', { data: { data: { data: { data: RECORD } } } }],
])('%s is read as it is', (_, response) => {
	expect(recordIn(response)).toBe(response);
	expect(withRecord(response, RECORD)).toBe(RECORD);
});

test.each<[string, JsonObject, unknown]>([
	['an error', { error: 'declined' }, 'declined'],
	['errors', { errors: ['declined'] }, ['declined']],
	['no success', { success: false }, { success: false }],
	['a code', { code: 'insufficient_balance', message: 'low' }, 'insufficient_balance'],
	['a code in digits', { code: 1002 }, 1002],
	['a status', { status: 'error' }, 'error'],
	['an HTTP status', { status: 422 }, 422],
])('an envelope that tells of %s holds no record', (_, envelope, error) => {
	const response = { ...envelope, data: RECORD };
	expect(recordIn(response)).toBe(response);
	expect(errorIn(response)).toEqual(error);
	expect(innermostIn(response)).toBe(RECORD);
});

test.each([[{ data: { error: 'declined' } }], [{ data: { success: false } }]])(
	'an error in the place of a record is seen: %j',
	(response) => {
		expect(errorIn(response)).toBeDefined();
	},
);

test.each([null, 'ok', 7, [RECORD], undefined])('%j holds no record', (response) => {
	expect(recordIn(response)).toBeUndefined();
	expect(innermostIn(response)).toBe(response);
});

describe('a response comes out', () => {
	const withdrawal = { ...RECORD, withdrawal_id: 'w-1' };
	const balance = { available_balance: '1' };
	const batch = { count: 0, results: [] };

	test.each([
		['a withdrawal', withdrawalCreate, withdrawal],
		['a balance', balanceGet, balance],
		['a screening', kytGet, CLEAR_RECORD],
		['a batch', batchCreate, batch],
	])('without its envelope, where the document shows its shape: %s', (_, operation, record) => {
		expect(documentedRecord(operation, { status: 'ok', data: record })).toBe(record);
		expect(documentedRecord(operation, record)).toBe(record);
	});

	test.each([
		['an order of no shown shape', cardIssue, { data: RECORD }],
		['a card', cardGet, { data: { pan: '4', cvv: '1' } }],
		['a billing address', cardGetBillingAddress, { billing_address: { country: 'DE' } }],
		['an error around it', kytGet, { success: false, data: CLEAR_RECORD }],
		['no record', balanceGet, { data: {} }],
	])('as it is: %s', (_, operation, response) => {
		expect(documentedRecord(operation, response)).toBe(response);
	});
});

test('a response of any depth and length is read', () => {
	let deep: JsonObject = RECORD;
	for (let level = 0; level < 400; level += 1) deep = { data: deep };
	expect(recordIn(deep)).toBe(deep);
	expect(innermostIn(deep)).toBe(RECORD);
	const long = Object.fromEntries(
		Array.from({ length: 200_000 }, (_, at) => [`f${String(at)}`, at]),
	);
	expect(recordIn({ ...long, data: { ...long, ext_id: 'o-1' } })).toHaveProperty('ext_id', 'o-1');
});
