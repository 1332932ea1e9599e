// No request names another partner or source of payment, and no path or ID of an operator leads to another call.
import {
	checkedPath,
	requireAllowedFields,
} from '../../../../../nodes/PartnerSettlement/definition/request-rules';
import { InputError, type JsonValue, pathSegment } from '../../../../../partner-api';

const refused = (value: JsonValue) => () => {
	requireAllowedFields(value, 'Body');
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
	expect(refused(value)).toThrow(/^Body must not contain (partner_id|client_id|payment_source): /);
});

test.each<JsonValue>([
	{ required_fields: { client_id: 'the account at the shop' } },
	{ body: { required_fields: { more: [{ client_id: 'x' }] } } },
	{ toString: 1, note: 'partner_id' },
])('%j is not', (value) => {
	expect(refused(value)).not.toThrow();
});

const BASE = 'https://api.example.com/gw';

describe('a path of the operator', () => {
	test.each([
		...'/partner/balance / /a/b-c_d~e /a/... /.well-known /a%20b /x?a=1&b=2 /%00'.split(' '),
		...'/v1.1/x /a;v=1/x /x?a=/../b /a/partners/7 /x?partner=7 /x?q=partner_id /🦊 /x?a=🦊'.split(
			' ',
		),
	])('%s stays on its base', (path) => {
		expect(checkedPath(path)).toBe(path);
		expect(new URL(BASE + path).href.startsWith(`${BASE}/`)).toBe(true);
	});

	test.each([
		...['', '/a b', '/a\n/b', '/a\t/../b', ' /a', '/a\\..\\b'],
		...'partner https://evil.example //evil.example @evil.example .evil.example :8080/x'.split(' '),
		...'/.. /../x /a/../../x /./x /a/. /..?x /a/..#x /%2e%2e/x /%2E%2E/x /.%2e/x'.split(' '),
		...'/%2e./x /a/%2e /a/%252e%252E/x /..%2fx /a%5c..%5Cx /..;/x /a/..;v=1 /a/..%20/x'.split(' '),
		// Each of these would be sent as another one.
		...['/\u0000', '/a\u0007b', '/\u007f', '/\u0085'],
	])('%j is refused', (path) => {
		expect(() => checkedPath(path)).toThrow(InputError);
	});

	test.each(
		'/partner/balance?partner_id=7 /x?a=1&client_id=7 /x?payment_source=stars /x?partner%5Fid=7'.split(
			' ',
		),
	)('%s is refused for what must never be sent', (path) => {
		expect(() => checkedPath(path)).toThrow(
			/must not contain (partner_id|client_id|payment_source): /,
		);
	});
});

describe('an id in a path', () => {
	test.each(['card-1', '7', 'a/b', '../x', 'a b', '?x=1', '#x', '%2e%2e', 'ä', '...', 'a..b'])(
		'%j is one segment, with every character',
		(id) => {
			const url = new URL(`${BASE}/cards/${pathSegment(id)}/topups`);
			const segments = url.pathname.split('/');
			expect(segments).toHaveLength(5);
			expect(decodeURIComponent(segments[3] ?? '')).toBe(id);
			expect([url.search, url.hash]).toEqual(['', '']);
		},
	);

	test.each(['.', '..', ''])('%j is refused: it would be another path', (id) => {
		expect(() => pathSegment(id)).toThrow(InputError);
	});
});
