import { maskSecrets, removeSecrets } from '../../partner-api/secrets';

const MASK = '••••••••';

/** What an operation that is no source of secrets may answer with; nothing there can unmask it. */
const PLAIN = [
	...['risk_code', 'rule_codes', 'alert_code', 'transaction_code', 'reference_code', 'entry_code'],
	...['operator_code', 'coverage_codes', 'carrierCode', 'code', 'code_type'],
];
const SECRET = [
	...['pan', 'cvv', 'card_encrypted', 'epin', 'pin', 'lpa', 'qr_code', 'hmac_secret', 'codes'],
	...['activation_code', 'gift_codes', 'gift_card_code', 'redeemCode', 'voucher_code', 'pin_code'],
	...['lpa_code', 'cvv_code', 'securityCode', 'giftcard_code', 'confirmation_code', 'couponCode'],
	...['access_code', 'auth_code', 'otp_code', 'promo_code', 'code_value', 'codes_list'],
];
/** Plain in every answer; after another word, `value` says nothing. */
const NEVER_SECRET = [
	...['error_code', 'reason_code', 'country_code', 'postal_codes', 'error_code_value'],
];

test.each(PLAIN)('%s is plain where no secrets are, and stays a secret in a webhook', (name) => {
	expect(maskSecrets({ [name]: 'kept' })).toEqual({ [name]: 'kept' });
	expect(removeSecrets({ [name]: 'x' }, { oneTimePassword: false }).removed).toEqual([name]);
});

test.each(SECRET)('%s is a secret wherever it stands', (name) => {
	for (const holdsSecrets of [false, true]) {
		expect(maskSecrets({ [name]: 'hidden' }, { holdsSecrets })).toEqual({ [name]: MASK });
	}
});

test.each(NEVER_SECRET)('%s is no secret', (name) => {
	for (const holdsSecrets of [false, true]) {
		expect(maskSecrets({ [name]: 'kept' }, { holdsSecrets })).toEqual({ [name]: 'kept' });
	}
});

test('where secrets are, a code that is not known as a plain one is masked', () => {
	const masked = maskSecrets({ risk_code: 'x', country_code: 'DE' }, { holdsSecrets: true });
	expect(masked).toEqual({ risk_code: MASK, country_code: 'DE' });
});
