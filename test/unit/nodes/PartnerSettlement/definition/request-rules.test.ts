// No request names another partner or source of payment, and no path still holds a placeholder.
import {
	checkedPath,
	refuseForbidden,
} from '../../../../../nodes/PartnerSettlement/definition/request-rules';
import type { JsonValue } from '../../../../../partner-api';

const refused = (value: JsonValue) => () => {
	refuseForbidden(value, 'Body');
};

test.each<JsonValue>([
	{ partner_id: 1 },
	{ client_id: 'x' },
	{ payment_source: 'stars' },
	{ items: [{ body: { client_id: 'x' } }] },
	{ required_fields: { partner_id: 1 } },
	{ required_fields: { payment_source: 'stars' } },
	{ required_fields: [{ deep: { partner_id: 1 } }] },
	{ filter: [{ deep: { partner_id: 1 } }] },
])('%j is refused', (value) => {
	expect(refused(value)).toThrow(/^Body must not hold (partner_id|client_id|payment_source): /);
});

test.each<JsonValue>([
	{ required_fields: { client_id: 'the account at the shop' } },
	{ body: { required_fields: { more: [{ client_id: 'x' }] } } },
	{ toString: 1, note: 'partner_id' },
])('%j is not', (value) => {
	expect(refused(value)).not.toThrow();
});

test.each([
	'/partner/cards/{card_id}',
	'/partner/cards/{{ $json.id }}',
	'/partner/cards/{',
	'/a?b={b}',
])('the path %s still holds a placeholder', (path) => {
	expect(() => checkedPath(path)).toThrow(/^Path (holds|must start)/);
});
