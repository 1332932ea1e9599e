import { maskSecrets, removeSecrets } from '../../partner-api/secrets';

const CARD = { alsoSecret: ['number', 'pin'], holdsSecrets: true };

test.each<[string, unknown]>([
	['masked_pan', '411111******1111'],
	['masked_pan', '4111 11** **** 1111'],
	['pan', 'XXXX-XXXX-XXXX-1111'],
	['cardNumber', '••••••••1111'],
	['number', '**** 1111'],
	['pan_last4', '1111'],
	['pan_last4', 1111],
	['card_number_last4', '0001'],
	['panLastFour', '1111'],
])('%s %j shows no more than a receipt does, and stays', (name, value) => {
	expect(maskSecrets({ [name]: value }, CARD)).toEqual({ [name]: value });
});

test.each<[string, unknown]>([
	['masked_pan', '4111111111111111'],
	['masked_pan', '4111111*****1111'],
	['masked_pan', '411111******11111'],
	['pan_last4', '4111111111111111'],
	['pan_last4', '11111'],
	['number', '1111'],
	['pan', '1111'],
	['cvv', '123'],
	['cvv', '***3'],
	['cvv_last4', '1234'],
	['pin', '1234'],
	['pin_number', '****1234'],
	['epin', '****1234'],
])('%s %j does not', (name, value) => {
	expect(maskSecrets({ [name]: value }, CARD)).not.toEqual({ [name]: value });
});

test('a webhook stays free of all of it', () => {
	const card = { masked_pan: '411111******1111', pan_last4: '1111' };
	expect(removeSecrets(card, { oneTimePassword: false }).value).toEqual({});
});
