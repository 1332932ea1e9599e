// Proves that a day no calendar has, and what is no email address, are refused before a card is paid; nothing else is judged.
import { OPERATIONS } from '../../nodes/PartnerSettlement/operations';
import { readWebhookSecret } from '../../partner-api';

const fields = OPERATIONS.find(
	({ resource, operation }) => resource === 'card' && operation === 'issue',
)?.fields;

function read(name: string, value: string): unknown {
	return fields?.find((one) => one.name === name)?.read(value);
}

test.each(['31.02.1991', '1991-02-31', '29.02.2023', '30/02/1990', '1990-13-01', '00.05.1990'])(
	'Birth Date %s is refused',
	(value) => {
		expect(() => read('birth_date', value)).toThrow(
			`Birth Date ${value} is no day of the calendar`,
		);
	},
);

test.each([
	['1990-01-31', '1990-01-31'],
	['29.02.2024', '29.02.2024'],
	['12/31/1990', '12/31/1990'],
	['1990-01-31T00:00:00', '1990-01-31'],
	['31 January 1990', '31 January 1990'],
	['19900131', '19900131'],
])('Birth Date %s is sent as %s', (value, sent) => {
	expect(read('birth_date', value)).toBe(sent);
});

test.each(['carla(at)example.com', 'carla', 'carla@', '@example.com', 'a b@example.com', 'a@b'])(
	'Email %s is refused',
	(value) => {
		expect(() => read('email', value)).toThrow('Email is not an email address');
	},
);

test.each(['carla@example.com', 'carla+card@mail.example.co.uk', 'üser@exämple.de'])(
	'Email %s is sent',
	(value) => {
		expect(read('email', ` ${value} `)).toBe(value);
	},
);

test.each([
	['[{"hmac_secret": "0123456789abcdef"}]', '0123456789abcdef'],
	['{"hmac_secret": "0123456789abcdef"}', '0123456789abcdef'],
	['0123456789abcdef', '0123456789abcdef'],
	['', ''],
])('a secret pasted as %s is %s', (pasted, secret) => {
	expect(readWebhookSecret(pasted, 'Webhook Secret')).toBe(secret);
});

test.each([
	'[]',
	'{"a": 1}',
	'[{"hmac_secret": "a"}, {"hmac_secret": "b"}]',
	'{"hmac_secret": ""}',
	'{',
])('%s is refused, and not repeated', (pasted) => {
	expect(() => readWebhookSecret(pasted, 'Webhook Secret')).toThrow(
		/^Webhook Secret looks like JSON$/,
	);
});
