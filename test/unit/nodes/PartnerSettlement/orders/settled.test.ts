// Proves that an order which came to nothing is told as refused, and not as one whose number another order has; and whether a
// found order is new.
import { settle } from '../../../../../nodes/PartnerSettlement/orders/settled';
import { readAnswer } from '../../../../../partner-api';
import { dialectOf } from '../../../../../partner-api/dialect';
import { orderOf } from '../../../support/order';

const ORDER = orderOf({ key: 'own' });

test('an order that came to nothing does not say that its number is taken', () => {
	const another = { lookup: 'another_order' } as const;
	const ended = settle(ORDER, 'maybe', { last: 'came_to_nothing' }, another);
	expect(ended).toMatchObject({ outcome: 'refused', isKeyTaken: false });
	const answer = readAnswer({ status: 'failed', error: 'no_stock' }, dialectOf({}));
	const other = readAnswer({ status: 'done' }, dialectOf({}));
	const told = settle(
		ORDER,
		'maybe',
		{ last: 'came_to_nothing', answer },
		{ ...another, answer: other },
	);
	expect(told).toMatchObject({
		failure: { details: { detail: 'its status is failed (no_stock)' } },
	});
	const conflict = settle(ORDER, 'maybe', { last: 'refused' }, another);
	expect(conflict).toMatchObject({ outcome: 'refused', isKeyTaken: true });
});

test('a repeat that the API shows only by its number does not promise to find or place it', () => {
	const answer = readAnswer({ ext_id: 'o-1', status: 'done' }, dialectOf({}));
	const settled = settle(ORDER, 'sent', { last: 'lost' }, { lookup: 'unclear', answer });
	expect(settled).toMatchObject({ outcome: 'unknown', mayBeTaken: true });
	const error = readAnswer({ status: 'error' }, dialectOf({}));
	const nothing = settle(ORDER, 'sent', { last: 'lost' }, { lookup: 'unclear', answer: error });
	expect(nothing).toMatchObject({ outcome: 'unknown', mayBeTaken: false });
});

test.each([
	['lost', 'new'],
	['nothing_yet', 'there'],
] as const)('an order that a lookup finds (last attempt: %s) is %s', (last, age) => {
	expect(settle(orderOf(), 'sent', { last }, { lookup: 'this_order' })).toMatchObject({ age });
});
