// Every secret of the API document is redacted in responses and removed from webhooks, in any spelling, and nothing else is.
import {
	redactTokens,
	removeSecrets as removeSecretsOf,
} from '../../../../partner-api/values/redact';
import { redactSecrets } from '../../support/redact-as-parsed';

function removeSecrets(value: unknown, content: 'event' | 'password' = 'event') {
	return removeSecretsOf(value, content);
}

const HIDDEN = '••••••••';

/** Section 1, rule 11; sections 4.1, 4.4, 4.9 and 6.5. */
const SECRETS = {
	pan: 'number-of-a-card-4242',
	cvv: 'cvv-hidden',
	card_encrypted: 'jwe-hidden',
	card_decrypted: { pan: 'inner-hidden', exp_month: 12 },
	jwe: 'jwe-hidden',
	epin: 'epin-hidden',
	codes: ['code-hidden-1', { code: 'code-hidden-2' }],
	lpa: 'LPA:1$hidden',
	qr: 'qr-hidden',
	hmac_secret: 'hmac-hidden',
};

const HARMLESS = {
	card_id: 'card-1',
	last4: '4242',
	status: 'active',
	qr_available: true,
	error_code: 'none',
	company: 'Pan Am',
	span: 3,
};

const NESTED = {
	count: 2,
	results: [
		{ index: 0, body: { ...HARMLESS, ...SECRETS } },
		{ index: 1, body: { activation: { lpa: SECRETS.lpa, qr_available: true } } },
	],
};

test('every secret of the document is one, harmless fields are not', () => {
	expect(removeSecrets({ ...SECRETS, ...HARMLESS })).toEqual({
		value: HARMLESS,
		removed: Object.keys(SECRETS).sort(),
	});
	// Each once, in order.
	expect(removeSecrets(NESTED).removed).toEqual(Object.keys(SECRETS).sort());
});

test('what an answer alone holds secret, and an activation code under any name', () => {
	const answer = {
		items: [{ code: 'CODE-hidden', id: 1 }],
		qr_url: 'https://qr.example/hidden',
		install: 'open LPA:1$smdp.example$hidden',
		links: ['LPA:1$smdp.example$hidden', 'https://example.com'],
		escaped: 'https://example.com/?data=LPA%3A1%24smdp.example%24hidden',
		bare: '1$smdp.example$hidden',
		price: '1$',
		qr_available: false,
	};
	expect(redactSecrets(answer, 'goods')).toEqual({
		items: [{ code: HIDDEN, id: 1 }],
		qr_url: HIDDEN,
		install: HIDDEN,
		links: HIDDEN,
		escaped: HIDDEN,
		bare: HIDDEN,
		price: '1$',
		qr_available: false,
	});
	expect(removeSecrets(answer).value).toEqual({
		items: [{ id: 1 }],
		links: ['https://example.com'],
		price: '1$',
		qr_available: false,
	});
});

test.each([
	...'PAN Pan CVV cardEncrypted card-encrypted CARD_ENCRYPTED ePin e_pin'.split(' '),
	...'hmacSecret Lpa QR_code card_number cardNumber full_pan fullPAN PANNumber'.split(' '),
	...'card_pan pans masked_pan virtual_card_number_2 cvv2 cardCvc card_jwe'.split(' '),
	...'jweToken encrypted_details gift_epin epins gift_pin lpa_code lpaString'.split(' '),
	...'esim-lpa qr_code_url qrcode imageQR codes gift_codes giftcode redeemCode'.split(' '),
	...'activation_code product_activation_code promo_code pin_code webhook_secret'.split(' '),
	...'matchingId puk1 activation_url redemptionLink claim_link access_token'.split(' '),
	...'cardpin pin_number voucher_number'.split(' '),
	...['pan', 'cvv', 'card_encrypted', 'epin', 'pin', 'lpa', 'qr_code', 'hmac_secret', 'redeemCode'],
	...['gift_card_code', 'voucher_code', 'cvv_code', 'securityCode', 'giftcard_code', 'couponCode'],
	...['confirmation_code', 'access_code', 'auth_code', 'otp_code'],
])('%s is one in this spelling as well', (name) => {
	expect(redactSecrets({ [name]: 'to-be-hidden' })).toEqual({ [name]: HIDDEN });
	expect(removeSecrets({ [name]: 'x', kept: 1 })).toEqual({ value: { kept: 1 }, removed: [name] });
});

test.each([
	['at the top', SECRETS],
	['in lists and objects', NESTED],
	['in a list at the top', [SECRETS, [SECRETS]]],
])(
	'no secret is left %s, nor its name where it is removed, and the value itself is not changed',
	(_, value) => {
		const before = structuredClone(value);
		expect(JSON.stringify(redactSecrets(value))).not.toContain('hidden');
		expect(JSON.stringify(removeSecrets(value).value)).not.toMatch(/hidden|"lpa"|"pan"/);
		expect(value).toEqual(before);
	},
);

const LAST = `${HIDDEN}1111`;

test.each<[string, unknown, unknown]>([
	// A card number keeps its last four digits, as on a receipt, and only those; a short one shows nothing.
	['pan', '4111222233331111', LAST],
	['card_number', '4111 2222 3333 1111', LAST],
	['masked_pan', '4111111111111111', LAST],
	['masked_pan', '411111******1111', LAST],
	['masked_pan', '4111111*****1111', LAST],
	['masked_pan', '411111******11111', LAST],
	['masked_pan', '4111 11** **** 1111', LAST],
	['pan', 'XXXX-XXXX-XXXX-1111', LAST],
	['cardNumber', '••••••••1111', LAST],
	['pan', 'eyJhbGciOiJ4', HIDDEN],
	['pan', '1111', HIDDEN],
	['pan', '42', HIDDEN],
	['pan', '12345678', HIDDEN],
	['number', '1111', HIDDEN],
	// The last four alone are no secret.
	['pan_last4', '1111', '1111'],
	['pan_last4', 1111, 1111],
	['card_number_last4', '0001', '0001'],
	['panLastFour', '1111', '1111'],
	['pan_last4', '4111111111111111', HIDDEN],
	// Nothing else shows its last digits.
	['epin', '1111222233334444', HIDDEN],
	['cvv', '123', HIDDEN],
	['cvv', '***3', HIDDEN],
	['pin', '1234', HIDDEN],
	['pin_number', '****1234', HIDDEN],
	['epin', '****1234', HIDDEN],
	// A card number is found in any field; as a number, from 15 digits on.
	['note', 378282246310005, HIDDEN],
])('%s %j comes out as %j', (name, value, shown) => {
	expect(redactSecrets({ [name]: value }, 'goods')).toEqual({ [name]: shown });
});

test.each([
	// What the document lists for webhooks (section 6.4) and for a screening (section 2.6) ...
	...['ext_id', 'status', 'document_status', 'ref_id', 'order_id', 'card_id', 'http_status'],
	...['error', 'message', 'amount', 'currency', 'network', 'to_address', 'offer_id', 'event_id'],
	...['error_code', 'severity_ui', 'sanctions_hit', 'provider_check_id', 'iccid', 'report'],
	// ... and what is easily taken for a secret.
	...['country_code', 'countryCode', 'postal_code', 'zipcode', 'statusCodes', 'currency_code'],
	...['activation_error_code', 'product_code', 'panel', 'company', 'span', 'expansion', 'japan'],
	...['shipping', 'test_ping', 'opinion', 'keeping', 'last4', 'codec', 'phone_number'],
	...['http_code', 'aqr', 'otp', 'exp_month', 'card_type', 'risk_code', 'rule_codes', 'alert_code'],
	...['transaction_code', 'reference_code', 'entry_code', 'operator_code', 'coverage_codes'],
	...['carrierCode', 'code_type', 'reason_code', 'postal_codes', 'error_code_value'],
	...['failure_code', 'idempotency_key'],
])('%s is none', (name) => {
	expect(removeSecrets({ [name]: 'kept' })).toEqual({ value: { [name]: 'kept' }, removed: [] });
	expect(redactSecrets({ [name]: 'kept' })).toEqual({ [name]: 'kept' });
});

test('code alone is one in a webhook, elsewhere only where the answer holds codes', () => {
	expect(removeSecrets({ code: 'x' }).removed).toEqual(['code']);
	expect(redactSecrets({ code: 'x' })).toEqual({ code: 'x' });
	expect(redactSecrets({ code: 'x', Code1: 'y' }, 'goods')).toEqual({
		code: HIDDEN,
		Code1: HIDDEN,
	});
});

test.each([
	...['otp', 'code', 'pin', 'otp_code', 'verificationCode', 'one_time_password', 'secret', 'codes'],
	...['otp_secret', 'security_code', 'verification_value', 'pin_number', 'passcode', 'token'],
])('a one-time password is kept where it is wanted, called %s', (name) => {
	const { codes, ...secrets } = SECRETS;
	for (const password of ['123456', 123456, ['123456'], { value: '123456' }]) {
		const value = { [name]: password, card_id: 'c', named: { type: name, value: '123456' } };
		const gift = { gift_codes: codes };
		expect(removeSecrets({ ...value, ...secrets, ...gift }, 'password')).toEqual({
			value,
			removed: [...Object.keys(secrets), 'gift_codes'].sort(),
		});
		const values = ['4111 1111 1111 1111', 'eyJhbGciOiJ4In0.a.b.c.d', 'LPA:1$a$b'];
		const hidden = values.map((secret) => ({ [name]: secret, secret }));
		expect(removeSecrets({ ...value, hidden }, 'password').value).toEqual({
			...value,
			hidden: hidden.map(() => ({})),
		});
	}
});

test.each([null, '', []])('that there is none (%j) is no secret', (nothing) => {
	expect(redactSecrets({ epin: nothing, codes: nothing })).toEqual({
		epin: nothing,
		codes: nothing,
	});
});

describe('in the record of what was bought', () => {
	const shownOf = (names: string[]) => {
		const record = Object.fromEntries(names.map((name) => [name, 'ABC-DEF']));
		const shown = redactSecrets(record, 'goods') as Record<string, unknown>;
		return names.filter((name) => shown[name] === 'ABC-DEF');
	};

	test('names that end like a secret are masked', () => {
		const gift = ['link', 'url', 'gift_url', 'download_url', 'license_key', 'product_key', 'key'];
		const more = ['password', 'serial', 'serial_number', 'voucher_code', 'e_code', 'redeemLink'];
		const short = ['cid', 'CID', 'pwd', 'card_pwd', 'nonce', 'CardUri', 'card_uri', 'cardCid'];
		expect(shownOf(short)).toEqual([]);
		expect(shownOf([...gift, ...more, 'track1', 'track2', 'install_url', 'codes'])).toEqual([]);
	});

	test('what tells of the order comes out', () => {
		const kept = ['offer_id', 'status', 'country_code', 'currency_code', 'error_code', 'brand'];
		const more = ['card_id', 'logo_url', 'order_number', 'pan_last4', 'created_at', 'iccid'];
		const near = [...'acid incident pwd_set announced curious logo_uri c_id ICCID'.split(' ')];
		expect(shownOf([...kept, ...more, ...near])).toEqual([...kept, ...more, ...near]);
		const record = { cid: '1', nonce: '2', pwd: '3', CardUri: '4' };
		expect(redactSecrets(record)).toEqual(record);
	});
});

test('a code of any type beside what an envelope holds fails nothing', () => {
	for (const code of [{ toString: 1 }, ['ok'], null, true]) {
		const envelope = { code, data: { a: 1 } };
		expect(redactSecrets(envelope)).toEqual(envelope);
	}
});

const TOKEN = `eyJhbGciOiJub25lIn0.${'payload-1_'.repeat(4)}.${'Signature2'.repeat(4)}`;

const escaped = (text: string, isCapital = false) =>
	Array.from(text, (one) => {
		const hex = one.charCodeAt(0).toString(16).padStart(4, '0');
		return `\\u${isCapital ? hex.toUpperCase() : hex}`;
	}).join('');

test.each([
	['small', escaped(TOKEN)],
	['capital', escaped(TOKEN, true)],
	['one of them', TOKEN.replace(/.$/, '\\u0032')],
	['its payload alone', escaped(TOKEN.split('.')[1] ?? '')],
])('escapes: %s', (_, repeated) => {
	const { seen } = JSON.parse(redactTokens(`{"seen": "${repeated}"}`, [TOKEN])) as { seen: string };
	expect(seen).toContain(HIDDEN);
	for (const part of TOKEN.split('.').slice(1)) expect(seen).not.toContain(part.slice(-24));
});

test('a token of any length is found, also where another text has escapes', () => {
	const long = `${'x'.repeat(9_000)}.${'y'.repeat(4_000)}`;
	for (const token of [long, 'tok_live.abcdefghijklmno.pqr']) {
		const shown = redactTokens(`{"owner": "Jos\\u00e9", "sent": "${token}"}`, [token]);
		expect(
			token
				.split('.')
				.slice(-2)
				.some((part) => shown.includes(part)),
		).toBe(false);
	}
});

test.each([
	'{"a": "\\u00e9\\n\\"\\\\u0041"}',
	'{"a": "\\u0041"}',
	'{"a": "\\\\\\u0041\\u2028"}',
	`{"a": "\\u0022${'x'.repeat(50)}"}`,
])('without a token, %s stays as it is', (text) => {
	expect(redactTokens(text, [TOKEN])).toBe(text);
});

test('beside a token, an escaped quote, backslash or other character is the same JSON', () => {
	const value = { a: 'é"\\u0041\u0001', b: TOKEN };
	const text = `{"a": "\\u00e9\\"\\\\u0041\\u0001", "b": "${escaped(TOKEN)}"}`;
	const shown = JSON.parse(redactTokens(text, [TOKEN])) as typeof value;
	expect({ ...shown, b: shown.b.slice(-8) }).toEqual({ ...value, b: HIDDEN });
});
