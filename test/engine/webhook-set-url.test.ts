/** Proves what Webhook: Set URL sends. */
import { useSandbox } from '../support/use-sandbox';
import { OneAnswer } from './support/one-answer';
import { errorOf, startNode } from './support/run-node';

const PATH = '/webhook_register';
const api = useSandbox();
const one = new OneAnswer(false);

afterAll(() => {
	one.close();
});

/** Sets this callback URL. */
async function setUrl(
	callbackUrl: string,
	options = {},
	confirmation: object = { confirmReplace: true },
) {
	return await startNode({
		parameters: {
			resource: 'webhook',
			operation: 'setUrl',
			callbackUrl,
			options,
			...confirmation,
		},
		items: [{}],
		credential: { ...api.contract.credential() },
	});
}

test.each([
	['n8n.example.com/webhook/abc', /must be a whole HTTPS address/],
	['/webhook/abc', /must be a whole HTTPS address/],
	['http://n8n.example.com/webhook/abc', /must be a whole HTTPS address/],
	['https://n8n.example.com/webhook-test/abc', /is a Test URL/],
	['http://localhost:5678/webhook-test/abc', /is a Test URL/],
])('%s is refused before anything is sent', async (callbackUrl, message) => {
	const error = errorOf(await setUrl(callbackUrl));
	expect(error.message).toMatch(message);
	expect(error.description).toMatch(/^Not sent: nothing was spent\. Copy the Production URL /);
	expect(api.contract.bodies(PATH)).toEqual([]);
});

test.each([
	'https://n8n.example.com/webhook/abc',
	'https://n8n.example.com:8443/webhook/webhook-tests',
	'http://localhost:5678/webhook/abc',
	'http://[::1]:5678/webhook/abc',
])('%s is sent', async (callbackUrl) => {
	expect((await setUrl(callbackUrl)).data.resultData.error).toBeUndefined();
	expect(api.contract.bodies(PATH)).toEqual([JSON.stringify({ callback_url: callbackUrl })]);
});

test('a body of the operator needs no Callback URL', async () => {
	const run = await setUrl('', { body: '{ "callback_url": "https://n8n.example.com/webhook/a" }' });
	expect(run.data.resultData.error).toBeUndefined();
	expect(api.contract.bodies(PATH)).toHaveLength(1);
});

test.each([
	{ success: false },
	{ error: 'callback_url required', code: 400 },
	{ data: { error: 'x' } },
])('%j under a success is no success', async (answer) => {
	const parameters = { resource: 'webhook', operation: 'setUrl', confirmReplace: true };
	const callbackUrl = 'https://n8n.example.com/webhook/abc';
	const run = await one.run(answer, { ...parameters, callbackUrl, options: { retries: 0 } });
	expect(errorOf(run).message).toMatch('outcome unknown');
});

test.each([
	['off', { confirmReplace: false }],
	['not there, as in an older workflow', {}],
])('Replace the Current URL %s: refused before anything is sent', async (_, confirmation) => {
	const error = errorOf(await setUrl('https://n8n.example.com/webhook/abc', {}, confirmation));
	expect(error.message).toBe('Replace the Current URL is off');
	expect(error.description).toMatch(/^Not sent.* other workflows stop receiving /);
	expect(api.contract.bodies(PATH)).toEqual([]);
});
