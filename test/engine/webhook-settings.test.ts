/** Proves that a callback URL is not replaced by mistake, and that a rotated secret is never lost: it is shown, or nothing is sent. */
import type { INodeParameters } from 'n8n-workflow';
import { useSandbox } from '../support/use-sandbox';
import { OneAnswer } from './support/one-answer';
import { errorOf, outputs, startNode } from './support/run-node';
import { hintsOf } from './support/screenings';

const PATH = '/webhook_register';
const ROTATE = '/auth/v1/agent/hmac/rotate';
const URL = 'https://n8n.example.com/webhook/abc';
const SET = { resource: 'webhook', operation: 'setUrl', confirmReplace: true, options: {} };
const ROTATION = { resource: 'webhook', operation: 'rotateSecret' };
const CALL = { resource: 'apiCall', operation: 'request', method: 'POST', base: 'base' };
const OFF =
	'Reveal Secrets is off: the new Webhook Secret would be lost, and the old one stops working at once';
const api = useSandbox();
const one = new OneAnswer(false);

afterAll(() => {
	one.close();
});

async function start(parameters: INodeParameters) {
	const credential = { ...api.contract.credential() };
	return await startNode({ parameters, items: [{}], credential });
}

describe('Set URL', () => {
	const WHOLE = /must be a whole HTTPS address/;
	test.each([
		['n8n.example.com/webhook/abc', WHOLE],
		['/webhook/abc', WHOLE],
		['http://n8n.example.com/webhook/abc', WHOLE],
		['http://localhost.example.com/webhook/abc', WHOLE],
		['https://n8n.example.com/webhook-test/abc', /is a Test URL/],
		['http://localhost:5678/webhook-test/abc', /is a Test URL/],
	])('%s is refused before anything is sent', async (callbackUrl, message) => {
		const error = errorOf(await start({ ...SET, callbackUrl }));
		expect(error.message).toMatch(message);
		expect(error.description).toMatch(/^Not sent: nothing was spent\. Copy the Production URL /);
		expect(api.contract.bodies(PATH)).toEqual([]);
	});

	test.each([
		URL,
		'https://n8n.example.com:8443/webhook/webhook-tests',
		'http://localhost:5678/webhook/abc',
		'http://[::1]:5678/webhook/abc',
	])('%s is sent, from its field or in a body of the operator', async (callbackUrl) => {
		const body = JSON.stringify({ callback_url: callbackUrl });
		for (const more of [{ callbackUrl }, { callbackUrl: '', options: { body } }]) {
			expect((await start({ ...SET, ...more })).data.resultData.error).toBeUndefined();
		}
		expect(api.contract.bodies(PATH)).toEqual([body, body]);
	});

	test.each([{ success: false }, { error: 'x', code: 400 }, { data: { error: 'x' } }])(
		'%j under a success is no success',
		async (answer) => {
			const parameters = { ...SET, callbackUrl: URL, options: { retries: 0 } };
			expect(errorOf(await one.run(answer, parameters)).message).toMatch('outcome unknown');
		},
	);

	test.each([
		['off', { confirmReplace: false }],
		['not there, as in an older workflow', { confirmReplace: undefined }],
	])('Replace the Current URL %s: refused before anything is sent', async (_, confirmation) => {
		const error = errorOf(await start({ ...SET, callbackUrl: URL, ...confirmation }));
		expect(error.message).toBe('Replace the Current URL is off');
		expect(error.description).toMatch(/^Not sent.* other workflows stop receiving /);
		expect(api.contract.bodies(PATH)).toEqual([]);
	});
});

describe('Rotate Secret', () => {
	test.each<INodeParameters>([
		ROTATION,
		...[ROTATE, `${ROTATE}/`, `${ROTATE}?a=b`].map((path) => ({ ...CALL, path })),
	])('with Reveal Secrets off, %j is refused before anything is sent', async (parameters) => {
		const { message, description } = errorOf(await start({ ...parameters, revealSecrets: false }));
		expect(message).toBe(OFF);
		expect(description).toMatch(/^Not sent: nothing was spent\. Turn Reveal Secrets on/);
		expect(api.sandbox.stats().requests).toEqual({});
	});

	test.each<INodeParameters>([ROTATION, { ...CALL, path: ROTATE }])(
		'with it on, %j shows the new secret',
		async (parameters) => {
			await start({ ...SET, callbackUrl: URL });
			const [[item] = []] = outputs(await start({ ...parameters, revealSecrets: true }));
			expect(item?.json.hmac_secret).toMatch(/^\w{16,}$/);
		},
	);

	test.each([
		[{ hmac_secret: 'new' }, /^hmac_secret is the new Webhook Secret: put it into the credential/],
		[{ data: { hmac_secret: 'new' }, hmac_secret: 17 }, /hmac_secret/],
		[{ rotated: true }, /^The response shows no hmac_secret/],
	])('%j comes out as it is, and a hint says what it is', async (answer, hint) => {
		const run = await one.run(answer, { ...ROTATION, revealSecrets: true });
		expect(outputs(run)).toMatchObject([[{ json: answer }]]);
		expect(hintsOf(run)).toEqual([expect.stringMatching(hint)]);
	});
});
