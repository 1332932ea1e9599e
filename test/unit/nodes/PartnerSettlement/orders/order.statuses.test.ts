// What the statuses of a record say of its order.
import {
	cameToNothing,
	contradictsItself,
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

test.each<[JsonObject, boolean]>([
	[{ status: 'completed', document_status: 'failed' }, true],
	[{ status: 'pending', document_status: 'Rejected' }, true],
	[{ status: 'completed', document_status: 'declined' }, true],
	[{ status: 'completed', document_status: 'done' }, false],
	[{ status: 'failed', document_status: 'failed' }, false],
	[{ status: 'failed', document_status: 'done' }, false],
	[{ document_status: 'failed' }, false],
])('%j contradicts itself: %j', (record, isContradiction) => {
	expect(contradictsItself(record, { failedStatuses: ['declined'] })).toBe(isContradiction);
});
