import { maskSecrets, removeSecrets as removeSecretsOf } from '../../partner-api/secrets';

function removeSecrets(value: unknown) {
	return removeSecretsOf(value, { oneTimePassword: false });
}

describe('whatever its field is called', () => {
	const card = {
		card: { number: '4111111111111111' },
		note: 'Card 4111 1111 1111 1111 is ready',
		num: 4111111111111111,
		id: '4111111111111111',
		tx_hash: '4111111111111111',
		amount: '4111111111111111.00',
		counter: '4111111111111112',
		image: 'data:image/png;base64,aa',
	};
	const masked = {
		...card,
		card: { number: '••••••••' },
		note: '••••••••',
		num: '••••••••',
	};

	test('a card number is masked in every answer, but where it tells one thing from another', () => {
		expect(maskSecrets(card)).toEqual(masked);
	});

	test('a picture is masked as well in an answer that is there for its secrets', () => {
		expect(maskSecrets(card, { holdsSecrets: true })).toEqual({ ...masked, image: '••••••••' });
	});
});

test('a value goes by the name beside it', () => {
	const fields = [
		{ name: 'epin', value: 'hidden' },
		{ label: 'CVV', text: 'hidden' },
		{ type: 'epin', value: 'hidden' },
		{ name: 'amount', value: '1.00' },
	];
	expect(maskSecrets(fields)).toEqual([
		{ name: 'epin', value: '••••••••' },
		{ label: 'CVV', text: '••••••••' },
		{ type: 'epin', value: '••••••••' },
		{ name: 'amount', value: '1.00' },
	]);
	expect(removeSecrets({ fields })).toEqual({
		value: {
			fields: [
				{ name: 'epin' },
				{ label: 'CVV' },
				{ type: 'epin' },
				{ name: 'amount', value: '1.00' },
			],
		},
		removed: ['CVV', 'epin'],
	});
});

test('where there are secrets, whatever else stands beside the name and the value', () => {
	const fields = [{ id: 1, label: 'CVV', value: 'hidden' }];
	const masked = maskSecrets(fields, { holdsSecrets: true });
	expect(masked).toEqual([{ id: 1, label: 'CVV', value: '••••••••' }]);
	expect(removeSecrets({ fields }).value).toEqual({ fields: [{ id: 1, label: 'CVV' }] });
});

test('a long text is no name', () => {
	const long = 'Exposure of this address was computed from the chain. '.repeat(5);
	const report = [
		{ title: long, text: 'direct exposure 0.0 %' },
		{ label: long, value: 3 },
	];
	expect(maskSecrets(report)).toEqual(report);
	const password = { title: long, content: '482913' };
	expect(removeSecretsOf(password, { oneTimePassword: true }).value).toEqual(password);
});

test.each(['activation_codes', 'redemption_code', 'redeemCodes', 'claim-code'])(
	'%s is no one-time password',
	(name) => {
		const event = { [name]: 'hidden', codes: '482913' };
		expect(removeSecretsOf(event, { oneTimePassword: true })).toEqual({
			value: { codes: '482913' },
			removed: [name],
		});
	},
);

test('a one-time password in a text stays where it is wanted', () => {
	const event = { message: '{"otp_code":"123456"}' };
	expect(removeSecretsOf(event, { oneTimePassword: true }).value).toEqual(event);
	expect(removeSecretsOf(event, { oneTimePassword: false }).value).toEqual({});
});

test('the name of something that is sold is no name of its value', () => {
	const offer = { offer_id: '7', name: 'Steam Gift Code', value: '20.00' };
	expect(maskSecrets(offer)).toEqual(offer);
});

test.each([
	'{"status":"ok","epin":"hidden"}',
	'{"voucher":"hidden"}',
	' [{"card":{"cvv":"hidden"}}]',
	'{"body":"{\\"epin\\":\\"hidden\\"}"}',
])('%s in a text is removed with it', (message) => {
	expect(removeSecrets({ message, kept: 1 })).toEqual({ value: { kept: 1 }, removed: ['message'] });
});

test.each(['{"code":"insufficient_funds"}', '{"status":"failed"}', '{not JSON', '[1, 2]'])(
	'%s in a text is none',
	(message) => {
		expect(removeSecrets({ message })).toEqual({ value: { message }, removed: [] });
	},
);

test.each([
	['a name twice in it', '{"epin":"hidden","epin":"hidden"}'],
	['more levels than are read', `${'['.repeat(501)}{"epin":"hidden"}${']'.repeat(501)}`],
])('a text that is JSON with %s is taken for a secret', (_, message) => {
	expect(removeSecrets({ message, kept: 1 })).toEqual({ value: { kept: 1 }, removed: ['message'] });
});
