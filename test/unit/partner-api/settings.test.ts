// A credential is checked before anything is sent, and a change of it changes the key of its token.
import { randomBytes } from 'node:crypto';
import { InputError } from '../../../partner-api/errors';
import { readSettings, settingsKey } from '../../../partner-api/settings';

const CREDENTIAL = {
	apiUrl: 'https://api.example.com/gw',
	baseUrl: 'https://core.example.com',
	partnerId: '1042',
	keyId: 'key-7',
	privateKey: randomBytes(32).toString('base64'),
	serviceCode: 'svc',
};

const SETTINGS = readSettings(CREDENTIAL);

function read(change: Record<string, unknown>): ReturnType<typeof readSettings> {
	return readSettings({ ...CREDENTIAL, ...change });
}

test('the fields of a credential, other fields left aside', () => {
	expect(read({ webhookSecret: 'x', deduplicationRedisUrl: '' })).toEqual(SETTINGS);
});

test.each<[Record<string, unknown>, Record<string, unknown>]>([
	[{ apiUrl: ' https://api.example.com/gw// ' }, { apiUrl: 'https://api.example.com/gw' }],
	[{ apiUrl: 'https://API.example.com' }, { apiUrl: 'https://api.example.com' }],
	[{ partnerId: 1042 }, { partnerId: '1042' }],
	[{ partnerId: ' 1042\n' }, { partnerId: '1042' }],
	[{ serviceCode: ' ACME ' }, { serviceCode: 'acme' }],
	[{ serviceCode: '' }, { serviceCode: 'svc' }],
	[{ serviceCode: undefined }, { serviceCode: 'svc' }],
])('%j is read as %j', (given, expected) => {
	expect(read(given)).toMatchObject(expected);
});

test.each([
	['http://localhost:8455', false],
	['http://sandbox:8455', false],
	['http://127.0.0.1:8455', true],
	['http://[::1]:8455', true],
	['https://api.example.com', true],
])('with limits, %s: %p, as a workflow can change where a name leads', (url, isTaken) => {
	for (const name of ['apiUrl', 'baseUrl']) {
		const given = { [name]: url, maximumPerOrder: '1' };
		if (isTaken) expect(read(given)).toMatchObject({ [name]: url });
		else expect(() => read(given)).toThrow(/With limits in the credential, .+ start with https/);
	}
});

test.each([
	...'https://api.example.com:8443/x http://localhost:8455/gw'.split(' '),
	...'http://127.0.0.1:8455 http://127.1.2.3 http://[::1]:8455'.split(' '),
	'http://sandbox:8455/gw',
])('%s is an address', (apiUrl) => {
	expect(read({ apiUrl }).apiUrl).toBe(apiUrl);
});

test.each<[string, RegExp]>([
	['', /^API URL is not a URL$/],
	['api.example.com', /^API URL is not a URL$/],
	['http://api.example.com', /^API URL must start with https/],
	['http://127.0.0.1.example.com', /^API URL must start with https/],
	['http://134744072', /^API URL must start with https/],
	['http://[2001:db8::1]', /^API URL must start with https/],
	['file:///etc/passwd', /^API URL must start with https/],
	['https://user:word@api.example.com', /^API URL must not contain/],
	['https://api.example.com?x=1', /^API URL must not contain/],
	['https://api.example.com#x', /^API URL must not contain/],
])('%j is no address', (apiUrl, message) => {
	expect(() => read({ apiUrl })).toThrow(InputError);
	expect(() => read({ apiUrl })).toThrow(message);
	expect(() => read({ baseUrl: apiUrl })).toThrow(/^Base URL/);
});

test.each<[Record<string, unknown>, RegExp]>([
	[{ partnerId: '' }, /Partner ID must be decimal digits/],
	[{ partnerId: 'p-7' }, /Partner ID must be decimal digits/],
	[{ partnerId: '-7' }, /Partner ID must be decimal digits/],
	[{ keyId: ' ' }, /Key ID is empty/],
	[{ keyId: 'key-7\u200B' }, /^Key ID ends with an invisible character, U\+200B$/],
	[{ keyId: '="key-7"' }, /^Key ID is a spreadsheet formula$/],
	[{ partnerId: '\u20601042' }, /^Partner ID begins with an invisible character, U\+2060$/],
	[{ apiUrl: 'https://a.example/\u200B' }, /^API URL ends with an invisible character, U\+200B$/],
	[{ baseUrl: '="https://api.example.com"' }, /^Base URL is a spreadsheet formula$/],
	[{ maximumPerOrder: '5\u200B' }, /^Maximum per Order \(USDT\) ends with an invisible character/],
	[{ serviceCode: 'a b' }, /Service Code may hold only/],
	[{ serviceCode: 'a\r\nx' }, /Service Code may hold only/],
	[{ privateKey: undefined }, /incomplete: privateKey/],
	[{ apiUrl: null, keyId: {} }, /incomplete: apiUrl, keyId/],
	[{ clearanceHours: ' ', clearanceRules: ' ' }, /is an expression without a readable value/],
])('%j is refused', (change, message) => {
	expect(() => read(change)).toThrow(message);
});

test.each<[Record<string, unknown>, unknown]>([
	[{}, {}],
	[{ clearanceHours: '', clearanceRules: '' }, {}],
	[
		{ clearanceHours: 1.5, clearanceRules: '{"reviewFromScore": 25}' },
		{ clearance: { hours: '1.5', rules: { reviewFromScore: 25 } } },
	],
])('of %j, the limits are %j', (given, policy) => {
	expect(read(given).policy).toEqual(policy);
});

describe('the key under which a token is held', () => {
	test.each([
		{ apiUrl: 'https://other.example.com' },
		{ baseUrl: 'https://other.example.com' },
		{ partnerId: '1043' },
		{ keyId: 'key-8' },
		{ privateKey: randomBytes(32).toString('base64') },
		{ serviceCode: 'acme' },
		{ apiDifferences: '{"agentTokenPath": "/auth/v1/agent/token"}' },
		{ apiDifferences: '{"token": "data.token"}' },
	])('changes with %j', (change) => {
		expect(settingsKey(read(change))).not.toBe(settingsKey(SETTINGS));
	});

	test.each([
		{},
		{ clearanceHours: '24', clearanceRules: '{}' },
		// No token depends on this difference.
		{ apiDifferences: '{"noOrder": ["nothing"]}' },
	])('stays with %j, and shows nothing of the credential', (change) => {
		expect(settingsKey(read(change))).toBe(settingsKey(SETTINGS));
		expect(settingsKey(SETTINGS)).toMatch(/^[0-9a-f]{64}$/);
	});
});
