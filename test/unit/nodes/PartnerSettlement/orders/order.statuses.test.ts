// What the statuses of a record say of its order.
import {
	cameToNothing,
	contradictionOf,
	statusesOf,
	statusOf,
} from '../../../../../nodes/PartnerSettlement/orders/order';
import type { JsonObject } from '../../../../../partner-api';

test('the statuses of a record are both, in small letters', () => {
	expect(statusesOf({ status: 'Failed', document_status: 'done' })).toEqual(['failed', 'done']);
	expect(statusesOf({ status: '', document_status: 7 })).toEqual([]);
	expect(statusesOf('failed')).toEqual([]);
	expect(statusesOf({ status: 'ok', data: { status: 'Failed' } })).toEqual(['failed']);
});

test.each<[JsonObject, string]>([
	[{ status: 'pending', document_status: 'failed' }, 'pending'],
	[{ status: 'pending', document_status: 'done' }, 'pending'],
	[{ status: 'failed', document_status: 'done' }, 'failed'],
	[{ status: '', document_status: 'done' }, 'done'],
	[{}, ''],
])('of %j, the status that counts is "%s"', (record, status) => {
	expect(statusOf(record)).toBe(status);
});

describe('a status means that nothing came of an order', () => {
	const words = { failedStatuses: ['rejected'] };

	test.each([
		[{ status: 'failed' }, true],
		[{ status: 'Cancelled' }, true],
		[{ document_status: 'failed' }, true],
		[{ status: 'REJECTED' }, true],
		[{ data: { ext_id: 'o-1', status: 'rejected' } }, true],
		[{ status: 'declined' }, false],
		[{ status: 'pending', document_status: 'failed' }, false],
		[{ status: 'completed', document_status: 'rejected' }, false],
	])('%j: %j', (record, isNothing) => {
		expect(cameToNothing(record, words)).toBe(isNothing);
	});

	test('by no word that nobody told', () => {
		expect(cameToNothing({ status: 'rejected' }, {})).toBe(false);
	});
});

test.each<[JsonObject, string | undefined]>([
	[{ status: 'completed', document_status: 'failed' }, 'failed'],
	[{ status: 'pending', document_status: 'Rejected' }, 'rejected'],
	[{ status: 'completed', document_status: 'declined' }, 'declined'],
	[{ status: 'completed', document_status: 'done', http_status: '402' }, '402'],
	[{ status: 'completed', http_status: 503 }, '503'],
	[{ status: 'completed', document_status: 'done', http_status: '201' }, undefined],
	[{ status: 'failed', document_status: 'failed', http_status: '402' }, undefined],
	[{ status: 'failed', document_status: 'done' }, undefined],
	[{ document_status: 'failed' }, undefined],
])('what in %j contradicts its status: %j', (record, contradiction) => {
	expect(contradictionOf(record, { failedStatuses: ['declined'] })).toBe(contradiction);
});
