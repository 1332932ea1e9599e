/** Proves what the document of a lookup says of an order: that it is this one, that nothing came of it, or nothing. */
import type { JsonObject } from '../../../../../partner-api';
import { judgeDocument, tellingText } from '../../../../../nodes/PartnerSettlement/orders/lookup';
import type { Order } from '../../../../../nodes/PartnerSettlement/orders/order';
import { TRON } from '../../../../support/addresses';
import { orderOf } from '../../../support/order';

describe('a document', () => {
	const shown: JsonObject = { ext_id: 'o-1', amount: '1', to_address: TRON };
	const custom = orderOf({ hasCustomKey: true });
	const TOP_UP = orderOf({
		fields: { card_id: 'c', amount: '50' },
		identifying: ['ext_id', 'card_id'],
		areas: ['card_topup'],
		hasCustomKey: true,
	});
	const OFFER = orderOf({ fields: { offer_id: 'o' }, identifying: ['ext_id', 'offer_id'] });
	const FREEZE = { ...TOP_UP, fields: { card_id: 'c' }, areas: ['card_freeze'] };

	test.each<[string, unknown, Order, string, RegExp | undefined]>([
		...[
			...[{}, { document: null }, { found: false, documents: [] }, { status: 'not_found' }],
			...[{ status: 'NOT_FOUND' }, { document_status: 'not found' }, { status: 'unknown' }],
			...[{ status: 'ok', document: null }, { status: 200, data: null }, { status: 'missing' }],
			...[
				{ status: 'success', data: null },
				{ status: 'error', error: 'document_not_found' },
			],
			...[
				{ type: 'document', found: false },
				{ status: 'ok', data: { status: 'not_found' } },
			],
		].map((rest): [string, unknown, Order, string, RegExp] => [
			`with the key alone, of an order without an amount, beside ${JSON.stringify(rest)}`,
			{ ext_id: 'o-1', ...rest },
			OFFER,
			'unclear',
			/nothing that proves an order/,
		]),
		...[
			...[{ esim_id: 'e-1' }, { offer_id: 'o' }, { status: 'pending' }],
			{ document: { offer_id: 'o', status: 'completed' } },
		].map((rest): [string, unknown, Order, string, undefined] => [
			`with the key, of an order without an amount, beside ${JSON.stringify(rest)}`,
			{ ext_id: 'o-1', ...rest },
			OFFER,
			'this_order',
			undefined,
		]),
		...['data', 'document'].flatMap((name): [string, unknown, Order, string, RegExp][] => [
			[
				`with what came to nothing under ${name}`,
				{ ext_id: 'o-1', [name]: { status: 'failed' } },
				OFFER,
				'came_to_nothing',
				/came to nothing/,
			],
			[
				`that is done, with a failed status under ${name}`,
				{ ext_id: 'o-1', status: 'done', [name]: { status: 'failed' } },
				OFFER,
				'unclear',
				/a failure in it/,
			],
			[
				`that is done, with an error under ${name}`,
				{ ext_id: 'o-1', status: 'done', [name]: { error: 'insufficient_balance' } },
				OFFER,
				'unclear',
				/nothing that proves an order/,
			],
			[
				`with another order under ${name}`,
				{ ext_id: 'o-1', status: 'done', [name]: { offer_id: 'other' } },
				OFFER,
				'unclear',
				/offer_id \(other/,
			],
		]),
		[
			'of a quantity of which one failed',
			{ ext_id: 'o-1', status: 'completed', items: [{ esim_id: 'e-1' }, { status: 'failed' }] },
			OFFER,
			'unclear',
			/a failure in it/,
		],
		[
			'that does not show the amount',
			{ ext_id: 'o-1', to_address: TRON },
			orderOf(),
			'unclear',
			/but not the amount of this one \(1\.00\)/,
		],
		[
			'that shows another amount, which is no identifying field',
			{ ext_id: 'o-1', card_id: 'c', amount: '5' },
			TOP_UP,
			'unclear',
			/amount 5.*but not the amount of this one \(50\)/,
		],
		[
			'of another kind',
			{ ext_id: 'o-1', card_id: 'c', amount: '50', kind: 'card_issue' },
			TOP_UP,
			'taken',
			/kind \(card_issue; asked for now: card_topup\)/,
		],
		[
			'of another kind, by its event, in another spelling',
			{ ext_id: 'o-1', card_id: 'c', event: 'CardIssue.status_changed' },
			FREEZE,
			'taken',
			/event \(card_issue; asked for now: card_freeze\)/,
		],
		[
			'with a word for its kind that the document does not have',
			{ ext_id: 'o-1', card_id: 'c', amount: '50', type: 'CARD', operation: 'debit' },
			TOP_UP,
			'this_order',
			undefined,
		],
		[
			'whose kind is its own, whatever another field calls it',
			{ ext_id: 'o-1', card_id: 'c', amount: '50', kind: 'card_topup', type: 'withdrawal' },
			TOP_UP,
			'this_order',
			undefined,
		],
		['of its own kind', { ext_id: 'o-1', kind: 'card_freeze' }, FREEZE, 'this_order', undefined],
		[
			'whose card alone is the same',
			{ ext_id: 'o-1', card_id: 'c', status: 'completed' },
			FREEZE,
			'unclear',
			/but not enough of it/,
		],
		[
			'with a status of its own',
			{ ...shown, status: 'expired' },
			orderOf(),
			'this_order',
			undefined,
		],
		[
			'with an error beside its status',
			{ ...shown, status: 'pending', error: 'x' },
			orderOf(),
			'this_order',
			undefined,
		],
		[
			'that is shown as failed',
			{ ...shown, status: 'Failed' },
			orderOf(),
			'came_to_nothing',
			/as failed: it came to nothing/,
		],
		[
			'that is shown as cancelled',
			{ ...shown, document_status: 'cancelled' },
			orderOf(),
			'came_to_nothing',
			/as cancelled/,
		],
		[
			'with two statuses that do not agree',
			{ ...shown, status: 'failed', document_status: 'done' },
			orderOf(),
			'came_to_nothing',
			/as failed, done/,
		],
		[
			'without a key',
			{ amount: '1', status: 'failed' },
			orderOf(),
			'unclear',
			/does not show this ext_id/,
		],
		[
			'with another key',
			{ ...shown, ext_id: 'o-2' },
			orderOf(),
			'unclear',
			/does not show this ext_id/,
		],
		[
			'with the key as a number',
			{ ...shown, ext_id: 1 },
			orderOf({ extId: '1' }),
			'unclear',
			/does not show this ext_id/,
		],
		['that is none', 'ok', orderOf(), 'unclear', /does not show this ext_id/],
		['in an envelope', { status: 'ok', data: shown }, custom, 'this_order', undefined],
		[
			'in an envelope, of another amount',
			{ result: { ...shown, amount: '2' } },
			custom,
			'taken',
			/differs in amount/,
		],
		[
			'in an envelope, that failed',
			{ data: { ...shown, status: 'failed' } },
			orderOf(),
			'came_to_nothing',
			/as failed/,
		],
		[
			'in an envelope that tells of an error',
			{ success: false, data: { ...shown, status: 'failed' } },
			orderOf(),
			'unclear',
			/does not show this ext_id/,
		],
		[
			'in an envelope, with an error and nothing that proves an order',
			{ data: { ext_id: 'o-1', error: 'not_found' } },
			orderOf(),
			'unclear',
			/nothing that proves an order/,
		],
		[
			'with a status that the credential tells',
			{ ...shown, status: 'Rejected' },
			orderOf({ failedStatuses: ['rejected'] }),
			'came_to_nothing',
			/as rejected/,
		],
		[
			'whose document_status alone is failed',
			{ ...shown, status: 'pending', document_status: 'failed' },
			orderOf(),
			'this_order',
			undefined,
		],
		[
			'that is completed, and whose document_status is failed',
			{ ...shown, status: 'completed', document_status: 'failed' },
			orderOf(),
			'this_order',
			undefined,
		],
		[
			'of another amount',
			{ ...shown, amount: '2' },
			custom,
			'taken',
			/another order .*differs in amount \(2; asked for now: 1\.00\)$/,
		],
		[
			'of another amount that failed',
			{ ...shown, amount: '2', status: 'failed' },
			custom,
			'taken',
			/differs in amount/,
		],
		[
			"that differs under the node's own key, where it may be this order, written otherwise",
			{ ...shown, to_address: `${TRON} (TRC20)`, status: 'failed' },
			orderOf(),
			'unclear',
			/differs in to_address/,
		],
		['under a custom key, with a field of the order', shown, custom, 'this_order', undefined],
		[
			'under a custom key, with none',
			{ ext_id: 'o-1', status: 'done' },
			custom,
			'unclear',
			/\(status done\), but not the amount of this one/,
		],
		[
			'under a custom key, with none, that failed',
			{ ext_id: 'o-1', status: 'failed' },
			custom,
			'unclear',
			/\(status failed\), but not the amount of this one/,
		],
		[
			'under a custom key, with a field of the order, that failed',
			{ ...shown, status: 'failed' },
			custom,
			'came_to_nothing',
			/came to nothing/,
		],
	])('%s', (_, document, order, finding, detail) => {
		const lookup = judgeDocument(document, order);
		expect(lookup).toMatchObject({ finding });
		if (detail) expect(lookup.detail).toMatch(detail);
		else expect(lookup).toEqual({ finding });
	});
});

test('what a record tells is found in an envelope', () => {
	expect(tellingText({ data: { ext_id: 'o-1', status: 'pending' } })).toBe('status pending');
});
