// How secret fields are recognized: codes of many kinds, values of a known form, card digits.
import { removeSecrets as removeSecretsOf } from '../../../../partner-api/values/redact';
import { redactSecrets } from '../../support/redact-as-parsed';

function removeSecrets(value: unknown) {
	return removeSecretsOf(value, 'event');
}

test.each(['activation_codes', 'redemption_code', 'redeemCodes', 'claim-code'])(
	'%s is no one-time password',
	(name) => {
		const event = { [name]: 'hidden', codes: '482913' };
		expect(removeSecretsOf(event, 'password')).toEqual({
			value: { codes: '482913' },
			removed: [name],
		});
	},
);

test.each(['name', 'key', 'label', 'type', 'title', 'field', 'Name', 'KEY'])(
	'%s names a secret beside it',
	(label) => {
		for (const holder of ['value', 'text', 'content', 'Value', 'values']) {
			const pair = { [label]: 'Gift-Card PIN', [holder]: 'hidden' };
			expect(redactSecrets({ fields: [pair] })).toEqual({
				fields: [{ [label]: 'Gift-Card PIN', [holder]: '••••••••' }],
			});
			expect(removeSecrets({ fields: [pair] })).toEqual({
				value: { fields: [{ [label]: 'Gift-Card PIN' }] },
				removed: [holder],
			});
			const nested = { [label]: 'epin', [holder]: { parts: ['hidden'] }, state: 'new' };
			expect(redactSecrets(nested)).toEqual({ ...nested, [holder]: '••••••••' });
			const plain = { [label]: 'Status', [holder]: 'ok' };
			expect(redactSecrets([plain])).toEqual([plain]);
			const none = { [label]: 'epin', [holder]: null, lang: 'en' };
			expect(redactSecrets(none)).toEqual(none);
		}
	},
);

test('a label names a secret by the rules of its content', () => {
	const pair = { name: 'code', value: 'ABC' };
	expect(redactSecrets(pair)).toEqual(pair);
	expect(redactSecrets(pair, 'goods')).toEqual({ name: 'code', value: '••••••••' });
	expect(removeSecrets(pair)).toEqual({ value: { name: 'code' }, removed: ['value'] });
	const password = { type: 'pin', value: '123456' };
	expect(removeSecretsOf(password, 'password').value).toEqual(password);
});

test.each([
	// JSON, also in a text.
	...['{"status":"ok","epin":"hidden"}', '{"voucher":"hidden"}', ' [{"card":{"cvv":"hidden"}}]'],
	...['{"body":"{\\"epin\\":\\"hidden\\"}"}', '[provider] 422: {"epin":"hidden"}'],
	...['[provider] 422: "{\\"epin\\":\\"hidden\\"}"', '{"epin" : "hidden"} (request {7})'],
	...['{"a":1} {"epin":"hidden"}', 'upstream: {"status":"ok","epin":"hidden", ... (cut)'],
	// JSON with a name twice, and with more levels than are read.
	'{"epin":"hidden","epin":"hidden"}',
	`${'['.repeat(501)}{"epin":"hidden"}${']'.repeat(501)}`,
	// Prose.
	...['PINs: 12, 34', '{"of":[{"name":"epin","value":"AB12"}]}', '[{\\"label\\": \\"PIN\\"}]'],
	...['<b>PIN</b>: 1234', '**PIN**: 1234', 'Code (PIN): 1234', 'epin: abcdefgh', 'epin:\n12345'],
	...['epin: 12345', 'PIN = 1234', 'card number: 1234', 'Your e-PIN: ABCD-EFGH (valid until 2027)'],
	...['ok, cvv:123.', 'giftCardCode=X1', 'https://x.example/?pin=1', 'webhook secret: abc'],
	...['epin：1234', 'epin #1: 1234', 'ePIN [1]: 1234', 'PIN/Code: 1234', 'voucher: ABCD'],
	...['PUK : 12345678', `invalid: {'epin': 'ABCD-1234'}`, '`pin`: 1234'],
	...['Array ( [cvv] => 123 )', `["epin"]=> string(4) "AB12"`, `Array ( 'cvv' => '123' )`],
	`'cvv'  => '123'`,
])('the text %j gives a secret away', (message) => {
	expect(redactSecrets({ message, kept: 1 })).toEqual({ message: '••••••••', kept: 1 });
	expect(removeSecrets({ message, kept: 1 })).toEqual({ value: { kept: 1 }, removed: ['message'] });
});

test.each([
	...['status: ok', 'error code: 42', 'code: not_found', 'order number: 77', 'ratio 16:9'],
	...['voucher: see below', 'Scan the QR code: open the app', 'card_number: is required', 'epin:'],
	...['pin=', 'card number, last four: 1111', 'pan_last4: 1111', 'the pan was bad, status: ok'],
	...['aGVsbG8Pan==', 'Error code (PIN): invalid', '<b>Voucher</b>: none', 'function f(pin): void'],
	...['pin #1 of 2, status: ok', 'pin/status: ok', 'voucher status: ok', '2026-01-31T12:00:00Z'],
	...['opinion: 4', '{"code":"insufficient_funds"}', '{"status":"failed"}', '{not JSON', '[1, 2]'],
	...['[a] {"code":"x"}', 'span: 3'],
])('the text %j does not', (message) => {
	expect(redactSecrets({ message })).toEqual({ message });
	expect(removeSecrets({ message })).toEqual({ value: { message }, removed: [] });
});

test('a one-time password in such a text stays where it is wanted, a card number does not', () => {
	const event = { message: 'PIN: 123456', text: 'card number: 1234' };
	const { message } = event;
	expect(removeSecretsOf(event, 'password')).toEqual({ value: { message }, removed: ['text'] });
});

/** Numbers that the card schemes publish for tests, and what only looks like one. */
test.each([
	['card', { number: '4242424242424242' }],
	['text', 'Card 5555 5555 5555 4444 is ready'],
	['sentence', 'Issued: No.4242424242424242.'],
	['expiry', 'exp 2027 4242 4242 4242 4242'],
	['spaced', '4242\u00a04242  4242\u00a04242'],
	['numeric', 4242424242424242],
	['notes', ['ok', 'card 4242 4242 4242 4242']],
	['jwe_sentence', 'eyJhbGciOiJSU0EifQ.a-b.c_d.e.f.'],
	['install', 'LPA: 1$smdp.example$x'],
	['raw', '{"x":"3782-822463-10005"}'],
	['stripe', '%B4111111111111111^LOVELACE/ADA^30012010000000000?'],
	['second_stripe', ';4111111111111111=30012010000000000?'],
	['payload', 'eyJhbGciOiJSU0EifQ.a-b.c_d.e.f'],
	['picture', 'data:image/png;base64,aGlkZGVu'],
	['voucher', 'ABC'],
	['vouchers', 'ABC'],
	['message', 'HTTP 400: {"code":"7","epin":"ABC"}, see below'],
	['reference', '"{\\"epin\\":\\"ABC\\"}"'],
	['card_no', '1'],
	['cc_no', '1'],
	['csc', '1'],
] as const)('%s: %j is removed from an event', (name, value) => {
	const { value: left, removed } = removeSecrets({ [name]: value, kept: 1 });
	const emptied = { card: { card: {} }, notes: { notes: ['ok'] } };
	expect(left).toEqual({ kept: 1, ...(name in emptied && emptied[name as keyof typeof emptied]) });
	expect(removed).toEqual([name === 'card' ? 'number' : name]);
});

test.each([
	['ext_id', '4242424242424242'],
	['ext_id', 'voucher:1042'],
	['order_refs', ['epin=7', '4242424242424242']],
	['tx_hash', '0xab4242424242424242cd'],
	['note', '0xab4242424242424242cd'],
	['note', 'B4242424242424242'],
	['to', '4242424242424241'],
	['amount', '4242424242424242.00'],
	['at', '4242424242424242000'],
	['imei', '352099001761481'],
	['note', 'order 2026112200000007 was refused'],
	['iccid', '8944500102198304826'],
	['token', 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIxIn0.c2ln'],
])('%s: %s is kept', (name, value) => {
	expect(removeSecrets({ [name]: value }).value).toEqual({ [name]: value });
});

test('the code of an error, or of a country, is none of a gift card', () => {
	const code = 'ABC';
	const kept = { error: { code }, errors: [{ code }], country: { code }, currency: { code } };
	expect(redactSecrets({ ...kept, gift: { code } }, 'goods')).toEqual({
		...kept,
		gift: { code: '••••••••' },
	});
	const odd = { error: { code: 'LPA:1$a$b' }, country: { code: { epin: '1' } } };
	expect(redactSecrets(odd, 'goods')).toEqual({
		error: { code: '••••••••' },
		country: { code: { epin: '••••••••' } },
	});
});

test('the code of an envelope that went well is none of a gift card', () => {
	for (const code of [0, '0', 200, 'ok', 'SUCCESS']) {
		const envelope = { code, data: { status: 'pending' } };
		expect(redactSecrets(envelope, 'goods')).toBe(envelope);
		expect(redactSecrets({ code, result: { code } }, 'goods')).toEqual({
			code,
			result: { code: '••••••••' },
		});
	}
	for (const envelope of [{ code: 'ABC', data: {} }, { code: 200 }, { code: 200, data: 'x' }]) {
		expect(redactSecrets(envelope, 'goods')).toEqual({ ...envelope, code: '••••••••' });
	}
});

test('what was bought has codes in texts, too, and a message may quote a token', () => {
	const given = { steps: 'Code: ZZZZ-1', barcode: '1', epincode: 'A', kept: 'Order number: 1' };
	const [steps, barcode, epincode] = Array(3).fill('••••••••');
	expect(redactSecrets(given, 'goods')).toEqual({ ...given, steps, barcode, epincode });
	expect(redactSecrets(given)).toEqual(given);
	expect(redactSecrets('Bearer eyJh.eyJp.c2ln lacks rights')).toBe('••••••••');
});
