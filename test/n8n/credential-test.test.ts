// What the real n8n shows when a credential is saved.
import { startOwnSandbox, type OwnSandbox } from '../support/n8n/own-sandbox';
import { credentialData } from '../../dev/stack/credential';
import { sharedN8n } from '../support/n8n/harness';

let own: OwnSandbox;

beforeAll(async () => {
	own = await startOwnSandbox();
});

afterAll(async () => {
	await own.sandbox.close();
});

beforeEach(() => {
	own.sandbox.setBlocked(own.partner.partnerId, false);
});

/** What n8n shows on Save for the sandbox's credential with these fields changed. */
async function press(change: Record<string, string> = {}, partner = own.partner) {
	const api = await sharedN8n();
	const data = { ...credentialData(own.sandbox, partner), ...change };
	return await api.testCredential(own.credential, data);
}

test('a good credential passes', async () => {
	expect(await press()).toMatchObject({
		status: 'OK',
		message: expect.stringMatching(/^Connected\. Scopes: .* Base URL answers/) as string,
	});
});

test.each([
	['an unknown kid', { keyId: 'nobody' }, /that Key ID is registered/],
	['a URL that is none', { apiUrl: 'api.example.com' }, /API URL is not a URL/],
	['no partner id', { partnerId: 'acme' }, /Partner ID must be decimal digits/],
	['another service code', { serviceCode: 'other' }, /Service Code/],
	['a dead Base URL', { baseUrl: 'http://127.0.0.1:9' }, /check Base URL/],
	[
		'a public key',
		{ privateKey: '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----' },
		/Private Key: this is a PEM block of type "PUBLIC KEY"/,
	],
])('%s is named', async (_, change, message) => {
	expect(await press(change)).toMatchObject({
		status: 'Error',
		message: expect.stringMatching(message) as string,
	});
});

test('a web page at the URL is named', async () => {
	own.sandbox.addFault({ match: { path: '/auth/v1/partner/token' }, fault: '502_html' });
	expect(await press()).toMatchObject({
		status: 'Error',
		message: expect.stringMatching(
			/A web page came back instead of a response of the API: check API URL/,
		) as string,
	});
});

test('a clock that is off is named with its seconds', async () => {
	own.sandbox.configure({ clockOffsetSeconds: 3600 });
	const { status, message } = await press();
	own.sandbox.configure({ clockOffsetSeconds: 0 });
	expect(status).toBe('Error');
	// The sandbox's clock is an hour ahead; the answer's own second may pass in between.
	expect(message).toMatch(/clock of this machine is 3(599|600|601) seconds behind/);
});

test('a blocked partner is named', async () => {
	own.sandbox.setBlocked(own.partner.partnerId, true);
	expect(await press()).toMatchObject({
		status: 'Error',
		message: expect.stringMatching(/blocked or inactive/) as string,
	});
});

test('a credential for screenings alone passes, and its scopes are told', async () => {
	const partner = await own.sandbox.createPartner({ scopes: ['kyt:check'] });
	expect(await press({}, partner)).toMatchObject({
		status: 'OK',
		message: expect.stringMatching(/Scopes: kyt:check/) as string,
	});
});

test('no message repeats the private key', async () => {
	const secret = 'c2VjcmV0LXNlY3JldC1zZWNyZXQ';
	const { message } = await press({ privateKey: secret });
	expect(message).not.toContain(secret);
});
