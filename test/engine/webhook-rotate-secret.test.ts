/** Proves that a rotated secret is never lost: it is shown, or the rotation is refused before it is sent. */
import type { INodeParameters } from 'n8n-workflow';
import { useSandbox } from '../support/use-sandbox';
import { OneAnswer } from './support/one-answer';
import { errorOf, NAME, type NodeRun, outputs, startNode } from './support/run-node';

const ROTATE = '/auth/v1/agent/hmac/rotate';
const OPERATION = { resource: 'webhook', operation: 'rotateSecret' };
const LOST =
	'Reveal Secrets is off: the new Webhook Secret would be lost, and the old one stops working at once';

const api = useSandbox();
const oneAnswer = new OneAnswer();

afterAll(() => {
	oneAnswer.close();
});

const callTo = (path: string, method = 'POST'): INodeParameters => ({
	resource: 'apiCall',
	operation: 'request',
	method,
	base: 'base',
	path,
	options: { retries: 0 },
});

function start(parameters: INodeParameters, more: Partial<NodeRun> = {}) {
	const credential = { ...api.contract.credential() };
	return startNode({ parameters, items: [{}], credential, ...more });
}

test('a rotation with Reveal Secrets off is refused before anything is sent', async () => {
	const run = await start({ ...OPERATION, revealSecrets: false });
	expect(errorOf(run).message).toBe(LOST);
	expect(errorOf(run).description).toMatch(/^Not sent: nothing was spent\. Turn Reveal Secrets on/);
	const onError = 'continueErrorOutput';
	const [, [failed] = []] = outputs(await start(OPERATION, { onError }));
	expect(failed?.json).toMatchObject({ error: LOST, details: { outcome: 'not_sent' } });
	expect(api.sandbox.stats().requests).toEqual({});
});

test.each([ROTATE, `${ROTATE}/`, `${ROTATE}?a=b`])('so is one by API Call: %s', async (path) => {
	const run = await start({ ...callTo(path), revealSecrets: false });
	expect(errorOf(run).message).toBe(LOST);
	expect(api.sandbox.stats().requests).toEqual({});
});

test.each<[string, INodeParameters]>([
	['Webhook: Rotate Secret', OPERATION],
	['API Call', callTo(ROTATE)],
])('with it on, %s shows the new secret', async (_, parameters) => {
	const callbackUrl = 'https://n8n.example.com';
	await start({ resource: 'webhook', operation: 'setUrl', callbackUrl, confirmReplace: true });
	const [[item] = []] = outputs(await start({ ...parameters, revealSecrets: true }));
	expect(item?.json.hmac_secret).toMatch(/^\w{16,}$/);
});

test('a hint says where the new secret belongs', async () => {
	const run = await oneAnswer.run({ hmac_secret: 'new' }, { ...OPERATION, revealSecrets: true });
	const [task] = run.data.resultData.runData[NAME] ?? [];
	expect(task?.hints?.map(({ message }) => message)).toEqual([
		expect.stringMatching(/^hmac_secret is the new Webhook Secret: put it into the credential/),
	]);
});

test('where the response shows none, the hint says so', async () => {
	const run = await oneAnswer.run({ rotated: true }, { ...OPERATION, revealSecrets: true });
	const [task] = run.data.resultData.runData[NAME] ?? [];
	expect(task?.hints?.map(({ message }) => message)).toEqual([
		expect.stringMatching(/^The response shows no hmac_secret/),
	]);
});
