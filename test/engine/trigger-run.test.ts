// The trigger in n8n's engine: which runs of an event go on, when its callback URL is set, and that a rotated secret is never lost.
import { randomUUID } from 'node:crypto';
import { DataDeduplicationService, HookContext } from 'n8n-core';
import type {
	ICheckProcessedContextData,
	INode,
	INodeParameters,
	WorkflowActivateMode,
} from 'n8n-workflow';
import { PartnerSettlementTrigger } from '../../nodes/PartnerSettlementTrigger/PartnerSettlementTrigger.node';
import {
	additionalData,
	errorOf,
	hintsOf,
	outputs,
	startNode,
	useNode,
	workflowOf,
} from './support/run-node';
import { registration } from '../../nodes/PartnerSettlementTrigger/registration';
import { useApis, useOneAnswer } from './support/answers';

/** In place of n8n's table of what nodes have processed. */
class Processed {
	private readonly entries = new Set<string>();

	checkProcessedAndRecord(items: string[], _scope: string, context: ICheckProcessedContextData) {
		const fresh = items.filter((item) => !this.entries.has(`${context.workflow.id} ${item}`));
		for (const item of fresh) this.entries.add(`${context.workflow.id} ${item}`);
		return Promise.resolve({ new: fresh, processed: [] });
	}

	removeProcessed(items: string[], _scope: string, context: ICheckProcessedContextData) {
		for (const item of items) this.entries.delete(`${context.workflow.id} ${item}`);
		return Promise.resolve();
	}

	clearAllProcessedItems = () => Promise.resolve();
	getProcessedDataCount = () => Promise.resolve(this.entries.size);
}

beforeAll(async () => {
	await DataDeduplicationService.init(new Processed());
});

const TRIGGER = new PartnerSettlementTrigger();

/** The settings of a node with which n8n would go on, whatever the node says. */
const GOES_ON: [string, Partial<INode>][] = [
	['On Error: Stop Workflow', {}],
	['On Error: Continue', { onError: 'continueRegularOutput' }],
	['On Error: Continue (using error output)', { onError: 'continueErrorOutput' }],
	['Continue On Fail of old workflows', { continueOnFail: true }],
	['Always Output Data', { alwaysOutputData: true }],
	['both', { alwaysOutputData: true, onError: 'continueRegularOutput' }],
];

/** The trigger's part of a run that n8n has stored. */
async function run(
	settings: Partial<INode>,
	claim: { eventId: string; token: string },
	inRedis = false,
) {
	return await startNode({
		...{ type: TRIGGER, credential: {}, parameters: {}, mode: 'webhook', settings },
		...{ items: [{ event_id: claim.eventId }], beside: { claim: { ...claim, inRedis } } },
	});
}

const FIRST =
	'with %s, the first run of an event applies it, and so does its retry; any other ends';
test.each(GOES_ON)(FIRST, async (_, settings) => {
	const eventId = randomUUID();
	for (const token of ['first', 'second', 'second', 'first', 'third']) {
		const result = await run(settings, { eventId, token });
		const items = outputs(result).flatMap((output) => output.map(({ json }) => json));
		expect(items).toEqual(token === 'first' ? [{ event_id: eventId }] : []);
		expect(result.status).toBe('success');
	}
});

test('a run whose event was claimed in Redis is not marked elsewhere where the URL is empty by now', async () => {
	const result = await run({}, { eventId: randomUUID(), token: 'first' }, true);
	expect(result.status).toBe('error');
	expect(errorOf(result).message).toBe('The event could not be marked as applied');
	expect(errorOf(result).description).toMatch('Redis URL of the credential is empty');
});

describe('its callback URL and its secret', () => {
	const PATH = '/webhook_register';
	const ON = { setCallbackUrl: true };
	const { api, start } = useNode();
	const apis = useApis();

	/** What n8n does with the trigger when its workflow goes live in this way. */
	async function goLive(
		activation: WorkflowActivateMode,
		parameters: INodeParameters,
		{ base = 'http://127.0.0.1:5678/webhook', ...more }: Record<string, string> = {},
	): Promise<{ url: string }> {
		const webhookId = randomUUID();
		const given = { name: 'Trigger', typeVersion: 1.1, webhookId, parameters };
		const { node, workflow } = workflowOf(given, TRIGGER, { active: true });
		const credential = { ...api.contract.credential(), webhookSecret: 'secret', ...more };
		const additional = additionalData(credential, 'none');
		additional.webhookBaseUrl = base;
		const mode = activation === 'manual' ? 'manual' : 'trigger';
		const context = new HookContext(workflow, node, additional, mode, activation);
		const isDone = await registration.checkExists.call(context);
		expect(isDone || (await registration.create.call(context))).toBe(true);
		return { url: `${base}/${webhookId}/partner-settlement` };
	}

	const sent = () => api.contract.bodies(PATH);

	test.each<WorkflowActivateMode>(['activate', 'update', 'init', 'leadershipChange', 'manual'])(
		'%s sets the Production URL, once, if it publishes',
		async (activation) => {
			const { url } = await goLive(activation, ON);
			const publishes = ['activate', 'update'].includes(activation);
			expect(sent()).toEqual(publishes ? [JSON.stringify({ callback_url: url })] : []);
		},
	);

	test('a URL that the API cannot reach is refused before anything is sent', async () => {
		const refused = goLive('activate', ON, { base: 'http://n8n.example.com/webhook' });
		await expect(refused).rejects.toThrow(
			/^Not live, because setting the callback URL failed\. .*WEBHOOK_URL.* turn off Set the Callback URL When Published/,
		);
		expect(sent()).toEqual([]);
	});

	test('where the API refuses, the workflow does not go live, and the message says all', async () => {
		api.sandbox.addFault({ match: { path: PATH, times: 0 }, fault: '403' });
		await expect(goLive('update', ON)).rejects.toThrow(
			/^Not live, .*Webhook: Set URL: refused .*turn off Set the Callback URL When Published/,
		);
		const body = { success: false, message: 'host not allowed' };
		const own = (await apis.start(() => ({ status: 200, body }))) as Record<string, string>;
		await expect(goLive('update', ON, own)).rejects.toThrow(
			/^Not live.*host not allowed.*turn off Set/,
		);
	});

	const ROTATE = '/auth/v1/agent/hmac/rotate';
	const URL = 'https://n8n.example.com/webhook/abc';
	const SET = { resource: 'webhook', operation: 'setUrl', confirmReplace: true, options: {} };
	const ROTATION = { resource: 'webhook', operation: 'rotateSecret' };
	const CALL = { resource: 'apiCall', operation: 'request', method: 'POST', base: 'base' };
	const OFF = 'Reveal Secrets is off, so the secret was not rotated. The old one still works';
	const one = useOneAnswer(apis);

	describe('Set URL', () => {
		const WHOLE = /must be a complete HTTPS address/;
		test.each([
			['n8n.example.com/webhook/abc', WHOLE],
			['http://n8n.example.com/webhook/abc', WHOLE],
			['https://n8n.example.com/webhook-test/abc', /is a Test URL/],
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

		test.each([
			['off', { confirmReplace: false }],
			['not there, as in an older workflow', { confirmReplace: undefined }],
		])('Replace the Current URL %s: refused before anything is sent', async (_, confirmation) => {
			const error = errorOf(await start({ ...SET, callbackUrl: URL, ...confirmation }));
			expect(error.message).toBe('Replace the Current URL is off');
			expect(error.description).toMatch(/^Not sent.* stop getting the account's events/);
			expect(api.contract.bodies(PATH)).toEqual([]);
		});
	});

	describe('Rotate Secret', () => {
		test.each<INodeParameters>([
			ROTATION,
			...[ROTATE, `${ROTATE}/`, `${ROTATE}?a=b`].map((path) => ({ ...CALL, path })),
		])('with Reveal Secrets off, %j is refused before anything is sent', async (parameters) => {
			const run = await start({ ...parameters, revealSecrets: false });
			const { message, description } = errorOf(run);
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
			[
				{ hmac_secret: 'new' },
				/^hmac_secret is the new Webhook Secret. Save it in the credential now/,
			],
			[{ data: { hmac_secret: 'new' }, hmac_secret: 17 }, /hmac_secret/],
			[{ rotated: true }, /^The response shows no hmac_secret/],
		])('%j comes out as it is, and a hint says what it is', async (answer, hint) => {
			const run = await one(answer, { ...ROTATION, revealSecrets: true });
			expect(outputs(run)).toMatchObject([[{ json: answer }]]);
			expect(hintsOf(run)).toEqual([expect.stringMatching(hint)]);
		});
	});
});
