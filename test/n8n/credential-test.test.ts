// What the real n8n shows when a credential is saved. All that it can say: test/contract/credential-test.test.ts.
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

const SECRET = 'c2VjcmV0LXNlY3JldC1zZWNyZXQ';

test.each([
	['a good one', {}, 'OK', /^Connected\. Scopes: .* Base URL answers/],
	['an unknown kid', { keyId: 'nobody' }, 'Error', /that Key ID is registered/],
	['a URL that is none', { apiUrl: 'api.example.com' }, 'Error', /API URL is not a URL/],
	['a key that is none', { privateKey: SECRET }, 'Error', /^(?!.*c2VjcmV0).*Private Key: /],
])('%s', async (_, change, status, message) => {
	const data = { ...credentialData(own.sandbox, own.partner), ...change };
	const shown = await (await sharedN8n()).testCredential(own.credential, data);
	expect(shown.status).toBe(status);
	expect(shown.message).toMatch(message);
});
