// When the trigger goes live, and when it refuses to, with what it says then; the sample events of a test in the editor.
import type {
	IHookFunctions,
	IHttpRequestOptions,
	IWorkflowSettings,
	WorkflowActivateMode,
} from 'n8n-workflow';
import { registration, sampleEvent } from '../../../../nodes/PartnerSettlementTrigger/registration';
import { sampleSecretOf } from '../../../../nodes/PartnerSettlementTrigger/verify';
import { EVENT_TYPES, readEvent } from '../../../../partner-api/webhook/event';
import { signBody } from '../../../../partner-api/webhook/signature';

/** What n8n does with the trigger's hooks. Some of what it is asked is as given. */
async function createIn(given: Partial<Record<keyof IHookFunctions, unknown>>): Promise<boolean> {
	const getNode = () => ({ name: 'Trigger', type: 'trigger' });
	const n8n = {
		getNode,
		getNodeWebhookUrl: () => undefined,
		...given,
	} as unknown as IHookFunctions;
	return (await registration.checkExists.call(n8n)) || (await registration.create.call(n8n));
}

function create(
	mode: WorkflowActivateMode,
	engineType?: IWorkflowSettings['engineType'],
	credential?: object,
) {
	const noCredential = new Error('It came to the credential');
	return createIn({
		getActivationMode: () => mode,
		getWorkflowSettings: () => ({ engineType }),
		getCredentials: () => (credential ? Promise.resolve(credential) : Promise.reject(noCredential)),
		getNodeParameter: () => ({}),
	});
}

const NO_SECRET = /^The credential has no Webhook Secret\. .*Set URL.*Rotate Secret.*publish/;
const BAD_URL = { webhookSecret: 'secret', deduplicationRedisUrl: 'localhost:6379' };

test.each([
	['manual', 'v1', undefined, /^It came to the credential$/],
	['activate', 'v1', undefined, /^It came to the credential$/],
	['activate', undefined, undefined, /^It came to the credential$/],
	// This engine does not run execute() of a trigger.
	['activate', 'v2', undefined, /uses engine 2\.0/],
	// In the message: n8n may show nothing else.
	['manual', 'v1', { previousWebhookSecret: 'old' }, NO_SECRET],
	['activate', 'v1', { previousWebhookSecret: 'old' }, NO_SECRET],
	['activate', 'v1', BAD_URL, /^Redis URL must/],
] as const)('%s with engine %s and %j: %s', async (mode, engine, credential, message) => {
	await expect(create(mode, engine, credential)).rejects.toThrow(message);
});

describe('n8n in queue mode', () => {
	const WITHOUT = { webhookSecret: 'secret' };
	const WITH = { ...WITHOUT, deduplicationRedisUrl: 'redis://host:6379' };
	const SAYS_WHAT_TO_DO = {
		message: expect.stringMatching(
			/^n8n runs in queue mode, and the credential has no Redis URL\. .*applied twice.*redis:/,
		) as string,
	};

	beforeEach(() => {
		process.env.EXECUTIONS_MODE = 'queue';
	});

	afterEach(() => {
		delete process.env.EXECUTIONS_MODE;
	});

	test.each(['activate', 'update', 'manual'] as const)(
		'without Redis URL it does not go live (%s), and says what to set',
		async (mode) => {
			await expect(create(mode, 'v1', WITHOUT)).rejects.toMatchObject(SAYS_WHAT_TO_DO);
			const spaces = { ...WITHOUT, deduplicationRedisUrl: '  ' };
			await expect(create(mode, 'v1', spaces)).rejects.toMatchObject(SAYS_WHAT_TO_DO);
		},
	);

	test.each([
		['queue', WITH, 'activate'],
		['regular', WITHOUT, 'activate'],
		// When n8n starts, the credential may not be readable yet. Each delivery reads it.
		['queue', undefined, 'init'],
		['queue', undefined, 'leadershipChange'],
	] as const)('mode %s goes live with %j (%s)', async (mode, credential, activation) => {
		process.env.EXECUTIONS_MODE = mode;
		expect(await create(activation, 'v1', credential)).toBe(true);
	});
});

const NOW = new Date('2026-02-03T04:05:06.789Z');
/**
 * The fields of section 6.4, and `otp`: the document does not show the payload of a card.otp, so this name is made up.
 */
const FIELDS = new Set(
	'ext_id status document_status ref_id order_id card_id http_status error message amount currency network to_address offer_id otp'.split(
		' ',
	),
);

describe.each(EVENT_TYPES)('the sample of %s', (type) => {
	const event = sampleEvent(type, NOW);
	const { data } = event;

	test('is an event as a delivery brings it', () => {
		expect(readEvent(Buffer.from(JSON.stringify(event)))).toEqual(event);
		expect(event).toMatchObject({ event: type, occurred_at: '2026-02-03T04:05:06.789Z' });
		expect(sampleEvent(type, NOW).event_id).not.toBe(event.event_id);
	});

	test('has the fields that the document lists, and no others', () => {
		expect(Object.keys(data).filter((name) => !FIELDS.has(name))).toEqual([]);
		expect(Object.values(data).filter((value) => typeof value !== 'string')).toEqual([]);
	});
});

/** What n8n sends to itself when a test begins in the editor. */
async function listen(
	options: Record<string, unknown>,
	events = ['*'],
): Promise<IHttpRequestOptions[]> {
	jest.useFakeTimers();
	const sent: IHttpRequestOptions[] = [];
	await createIn({
		getActivationMode: () => 'manual',
		getWorkflowSettings: () => ({}),
		getCredentials: () => Promise.resolve({ webhookSecret: 'secret' }),
		getNodeParameter: (name: string) => (name === 'events' ? events : options),
		getNodeWebhookUrl: () => 'http://127.0.0.1/webhook-test/a',
		helpers: { httpRequest: (request: IHttpRequestOptions) => Promise.resolve(sent.push(request)) },
	});
	jest.runAllTimers();
	jest.useRealTimers();
	return sent;
}

test.each([
	[{ sampleEvent: 'card.otp', statuses: 'failed' }, ['*'], 'card.otp'],
	[{ sampleEvent: 'chosen' }, ['withdrawal.status_changed', 'card.otp'], 'card.otp'],
	[{ sampleEvent: 'chosen' }, ['withdrawal.status_changed'], 'withdrawal.status_changed'],
	[{ sampleEvent: 'chosen' }, ['*'], 'card_issue.status_changed'],
])('with %j a sample of a kind of %j is sent, signed: %s', async (options, events, kind) => {
	const [request] = await listen(options, events);
	const body = request?.body as string;
	expect(request).toMatchObject({
		url: 'http://127.0.0.1/webhook-test/a',
		headers: { 'x-svc-signature': signBody(sampleSecretOf('secret'), body) },
	});
	expect(readEvent(Buffer.from(body))).toMatchObject({ event: kind });
});

test.each([{}, { sampleEvent: 'refund.created' }])('with %j nothing is sent', async (options) => {
	expect(await listen(options)).toEqual([]);
});
