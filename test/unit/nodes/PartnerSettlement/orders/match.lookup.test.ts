// Proves what a document says of an order, by rules 2 to 5 of docs/guarantees.md: written from the rules, not from the code.
import type { Key, Order, Proof } from '../../../../../nodes/PartnerSettlement/definition/order';
import type { Lookup } from '../../../../../nodes/PartnerSettlement/orders/decide';
import {
	lookupOf,
	saysNone,
	tellingText,
} from '../../../../../nodes/PartnerSettlement/orders/match';
import { readAnswer } from '../../../../../partner-api';
import { type Dialect, dialectOf } from '../../../../../partner-api/dialect';
import { ETHEREUM, OTHER_TRON, TRON } from '../../../../support/addresses';
import {
	ALL,
	AUTO,
	ESIM,
	FILLED,
	FREE_BODY,
	FREEZE,
	GIFT,
	GOODS,
	KEY,
	orderOf,
	OWN,
	OWN_ORDER,
	SCREENING,
	THREE,
	TOP_UP,
} from '../../../support/order';

describe('the proof of a lookup (rule 3), of a withdrawal', () => {
	const KINDS: [string, Key, Proof][] = [
		['an automatic key', 'automatic', 'something'],
		['an automatic key in a Retry', 'automatic', 'one_field'],
		['any key, where it is known to exist', 'automatic', 'nothing'],
		['an own number', 'own', 'all_fields'],
	];
	const NO_KEY = { key: [] };
	const [T, U, C] = ['this_order', 'unclear', 'came_to_nothing'] as const;

	/** What it says under each kind of key. */
	const TABLE: [object, Lookup[], Partial<Dialect>?][] = [
		[{}, [U, U, U, U]],
		[{ ...ALL, status: 'completed' }, [U, U, U, U]],
		[{ ...KEY, ...ALL, ext_id: 'o-2' }, [U, U, U, U]],
		[KEY, [U, U, T, U]],
		[{ ...KEY, withdrawal_id: 'w' }, [T, U, T, U]],
		[{ ...KEY, status: 'pending' }, [T, U, T, U]],
		[{ ...KEY, status: 'submitted' }, [U, U, T, U]],
		[{ ...KEY, amount: '1.0' }, [T, T, T, U]],
		[{ ...KEY, to_address: TRON }, [T, T, T, U]],
		[{ ...KEY, ...ALL }, [T, T, T, T]],
		[{ ...KEY, status: 'failed' }, [U, U, U, U]],
		[{ ...KEY, withdrawal_id: 'w', status: 'failed' }, [C, U, C, U]],
		[{ ...KEY, amount: '1', status: 'failed' }, [C, C, C, U]],
		[{ ...KEY, ...ALL, status: 'cancelled' }, [C, C, C, C]],
		// Other names, and records that do not show the key.
		[{ ...ALL, reference: 'o-1' }, [T, T, T, T], { key: ['reference'] }],
		[{ ...ALL, ...KEY }, [U, U, U, U], { key: ['reference'] }],
		[{ withdrawal_id: 'w', status: 'completed' }, [U, U, U, U], NO_KEY],
		[{ amount: '1' }, [T, T, T, U], NO_KEY],
		[ALL, [T, T, T, T], NO_KEY],
		[{ net: '-1', to_address: TRON, ...KEY }, [T, T, T, T], { amount: ['net'] }],
	];

	test.each(
		TABLE.flatMap(([document, lookups, differences = {}]) =>
			KINDS.map(
				([name, key, proof], place) =>
					[name, document, lookups[place] ?? U, { key, proof }, differences] as const,
			),
		),
	)('under %s: %j is %s', (_, document, says, of, differences) => {
		const dialect = dialectOf(differences);
		expect(lookupOf(readAnswer(document, dialect), orderOf(of), dialect).says).toBe(says);
	});
});

describe('a document', () => {
	const PROVEN = { ...KEY, ...ALL };
	const PIN = orderOf({ ...OWN, fields: { pin: '0000' }, identifying: ['pin'] });
	const GUEST = { amount: '20', email: 'guest@example.com' };
	const ONE = { ...KEY, offer_id: 'e', items: ['e-1'] };
	const CARD = { fields: { svc_product_id: 101 }, identifying: ['svc_product_id'] };

	/** A gift card for an amount that its buyer wrote, as a document writes it: the first two are the same. */
	const written =
		(sent: string) =>
		(amount: string): [Lookup, Order, object] => {
			const fields = { offer_id: 'g', required_fields: { amount: sent } };
			const shown = { ...KEY, offer_id: 'g', required_fields: { amount } };
			const isSame = [sent, `${sent}.00`].includes(amount);
			return [isSame ? 'this_order' : 'unclear', { ...GIFT, ...OWN, fields }, shown];
		};

	test.each<[Lookup, Order, object, string?]>([
		// Rule 2.
		['another_order', OWN_ORDER, { ...PROVEN, to_address: OTHER_TRON }],
		['another_order', AUTO, { ...KEY, to_address: OTHER_TRON, status: 'failed' }],
		['another_order', OWN_ORDER, { ...KEY, to_address: OTHER_TRON, amount: '2' }],
		['another_order', TOP_UP, { ...KEY, card_id: 'd', amount: '50' }],
		['another_order', orderOf({ ...OWN, ...CARD }), { ...KEY, svc_product_id: 102 }],
		['unclear', OWN_ORDER, { ...PROVEN, amount: '2' }],
		['unclear', OWN_ORDER, { ...PROVEN, amount: '2', status: 'failed' }],
		['unclear', OWN_ORDER, { ...PROVEN, kind: 'card_topup' }],
		['this_order', SCREENING, { ...KEY, network: 'ETH', address: ETHEREUM.toLowerCase() }],

		// Rule 3: the ID that was sent is no new one; every scalar of a body; the kind of a freeze; counted goods.
		['this_order', TOP_UP, { ...KEY, card_id: 'c' }],
		['unclear', { ...FREEZE, identifying: ['kind'] }, { ...KEY, card_id: 'c' }],
		['unclear', { ...TOP_UP, ...OWN }, { ...KEY, card_id: 'c', status: 'completed' }],
		['this_order', { ...TOP_UP, ...OWN }, { ...KEY, card_id: 'c', amount: '50.00' }],
		['unclear', { ...FREEZE, ...OWN }, { ...KEY, card_id: 'c', status: 'completed' }],
		['this_order', { ...FREEZE, ...OWN }, { ...KEY, card_id: 'c', kind: 'card_freeze' }],
		['this_order', { ...FREEZE, ...OWN }, { ...KEY, card_id: 'c', event: 'CardFreeze' }],
		['unclear', { ...FREEZE, ...OWN }, { ...KEY, card_id: 'c', kind: 'card_topup' }],
		['unclear', FREE_BODY, { ...PROVEN, network: 'TRON' }],
		['another_order', FREE_BODY, { ...PROVEN, network: 'TRON', note: 'food' }],
		['this_order', FREE_BODY, { ...PROVEN, network: 'tron', note: 'rent' }],
		['unclear', orderOf({ ...OWN, fields: {}, identifying: [] }), { ...KEY, status: 'done' }],
		['unclear', { ...ESIM, ...OWN }, { ...KEY, offer_id: 'e' }],
		['this_order', { ...ESIM, ...OWN }, { ...KEY, offer_id: 'e', esim_id: 'e-1' }],
		['this_order', { ...ESIM, ...OWN }, { ...KEY, offer_id: 'e', quantity: 1 }],
		['this_order', { ...THREE, ...OWN }, { ...KEY, offer_id: 'e', items: GOODS }],
		['unclear', { ...THREE, ...OWN }, { ...KEY, offer_id: 'e', esim_id: 'e-1', status: 'done' }],
		['another_order', { ...ESIM, ...OWN }, { ...KEY, offer_id: 'e', items: GOODS }],
		['this_order', ESIM, { ...KEY, items: [{ esim_id: 'e-1' }], status: 'done' }],
		['unclear', { ...GIFT, ...OWN }, { ...KEY, offer_id: 'g' }],
		['unclear', FILLED, { ...KEY, offer_id: 'g', required_fields: { amount: '20' } }],
		['unclear', FILLED, { ...KEY, offer_id: 'g', required_fields: { amount: '20', email: 'b@x' } }],
		['this_order', FILLED, { ...KEY, ...FILLED.fields }],
		...['50', '50.00', '5', 'number'].map(written('50')),
		...['50 EUR', '5 EUR', '50 USD', '5,00 EUR', 'fifty'].map(written('50 EUR')),
		['this_order', FREE_BODY, { ...PROVEN, network: 'TRON', note: 'rent', items: [{ fee: '1' }] }],
		['unclear', { ...ESIM, ...OWN }, { ...KEY, purchase_id: 'p', quantity: 1, status: 'done' }],
		['another_order', { ...ESIM, ...OWN }, { ...KEY, offer_id: 'e', quantity: 4 }],
		[
			'another_order',
			{ ...THREE, ...OWN },
			{ ...ONE, status: 'done', document: { items: ['e-1'] } },
		],
		['unclear', { ...THREE, ...OWN }, { ...ONE, status: 'processing' }],
		['unclear', { ...TOP_UP, ...OWN }, { ...KEY, card_id: 'c-***1', amount: '1' }],

		// Rule 4, and an error that leaves it open.
		['came_to_nothing', AUTO, { ...PROVEN, status: 'failed', error: 'provider_down' }],
		['unclear', AUTO, { ...PROVEN, error: 'provider_down' }],
		['unclear', AUTO, { ...KEY, error: 'not_found' }],
		['unclear', AUTO, { ...PROVEN, status: 'failed', document_status: 'done' }],
		['unclear', THREE, { ...KEY, status: 'done', items: ['e-1', { status: 'failed' }] }],
		['unclear', AUTO, { ...PROVEN, status: 'refunded' }],
		['unclear', TOP_UP, { ...KEY, card_id: 'c', status: 'done', http_status: '402 Payment' }],
		['unclear', TOP_UP, { ...KEY, card_id: 'c', status: 'done', card: { status: 'cancelled' } }],
		['this_order', TOP_UP, { ...KEY, card_id: 'c', status: 'done', card: { status: 'active' } }],
		['this_order', TOP_UP, { ...KEY, card_id: 'c', status: 'delivered', code: 'EU-5' }],
		['came_to_nothing', FREEZE, { ...KEY, card_id: 'c', status: 'failed', error: 'declined' }],
		['came_to_nothing', FREEZE, { ...KEY, order_id: 'x', status: 'failed', error: 'declined' }],
		['unclear', FREEZE, { ...KEY, id: 'r', quantity: 0, status: 'failed', error: 'declined' }],
		['unclear', FREEZE, { ...KEY, order_id: 'x', status: 'rejected', error: 'declined' }],
		['unclear', FREEZE, { ...KEY, status: 'failed', error: 'x', data: { status: 'pending' } }],
		['unclear', FREEZE, { ...KEY, error_code: 'document_not_found', id: 'r' }],
		['this_order', AUTO, { ...PROVEN, status: 'fulfilled' }],
		['unclear', AUTO, { ...PROVEN, status: 'fulfilled' }, 'refused'],
		['this_order', AUTO, { ...PROVEN, status: 'processing' }, 'refused'],
		['this_order', AUTO, PROVEN, 'refused'],
		['came_to_nothing', AUTO, { ...PROVEN, status: 'failed' }, 'refused'],
	])('says %s: of %j, %j %s', (says, order, document, behind = '') => {
		const dialect = dialectOf({});
		const answer = readAnswer(document, dialect);
		expect(lookupOf(answer, order, dialect, behind === 'refused').says).toBe(says);
	});

	test.each<[RegExp, Order, object]>([
		[/does not show this ext_id/, AUTO, { ext_id: 'o-2' }],
		[/\(status done\), but not amount, to_address$/, OWN_ORDER, { ...KEY, status: 'done' }],
		[/but not enough to identify it$/, { ...ESIM, proof: 'one_field', fields: {} }, KEY],
		[
			/differs in amount \(2; yours: 1\.00\); .* enter that field as amount/,
			AUTO,
			{ ...KEY, amount: '2' },
		],
		[
			/another order .*: it differs in card_id \(d; yours: c\)$/,
			...([TOP_UP, { ...KEY, card_id: 'd' }] as const),
		],
		[
			/another order .*: it differs in pin \(\W+; yours: \W+\)$/,
			...([PIN, { ...KEY, pin: '4821' }] as const),
		],
		[
			/, but not your required_fields\.email$/,
			...([FILLED, { ...KEY, ...FILLED.fields, required_fields: GUEST }] as const),
		],
		[/\(c-\*\*\*1; yours: c\)$/, TOP_UP, { ...KEY, card_id: 'c-***1' }],
		[/as failed: it came to nothing/, AUTO, { ...PROVEN, status: 'Failed' }],
		[
			...([/its status \(completed and failed\) does not say/, AUTO] as const),
			{ ...PROVEN, status: 'completed', document_status: 'failed' },
		],
		[/its status \(expired\) does not say/, AUTO, { ...PROVEN, status: 'expired' }],
	])('says why: %s', (detail, order, document) => {
		const dialect = dialectOf({});
		expect(lookupOf(readAnswer(document, dialect), order, dialect).detail).toMatch(detail);
	});
});

describe('"there is none" (rule 5)', () => {
	test('may be told in any case: a status is read in lower case', () => {
		const dialect = dialectOf({ noOrder: ['NoSuchThing'] });
		expect(['nosuchthing', 'NoSuchThing'].map((word) => saysNone(word, dialect))).toEqual([
			true,
			true,
		]);
	});

	test.each([
		...['document_not_found', 'DocumentNotFound', 'document-not-found', 'unknown_document'],
		...['ORDER_NOT_FOUND', 'document.not-found', 'order_does_not_exist', 'no_document'],
		...['order_not_found', 'unknown_order', 'no_such_order', 'ext_id_not_found', 'unknown_ext_id'],
	])('is said by %s', (code) => {
		expect(saysNone(code, dialectOf({}))).toBe(true);
	});

	test.each([
		...[
			'',
			' ',
			'not_found',
			'unknown',
			'invalid_ext_id',
			'card_not_found',
			'forbidden',
			'no_ext_id',
		],
		...['Not Found', 'route_not_found', 'border_closed', 'order_locked', 'unknown_ext_id_format'],
	])('is not said by %j, unless API Differences says so', (code) => {
		expect(saysNone(code, dialectOf({}))).toBe(false);
		expect(saysNone(code, dialectOf({ noOrder: [code] }))).toBe(code.trim() !== '');
	});
});

test('what a record tells an operator is short', () => {
	const record = { ...KEY, status: 'Pending', amount: '25', note: 'x', offer_id: 'o'.repeat(500) };
	const text = tellingText(readAnswer(record, dialectOf({})));
	expect(text).toBe(`status pending, amount 25, offer_id ${'o'.repeat(100)}`);
});
