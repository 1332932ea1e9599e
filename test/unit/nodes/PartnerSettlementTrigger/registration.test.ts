// When the trigger goes live, and when it refuses to, with what it says then.
import type { IHookFunctions, INode, IWorkflowSettings, WorkflowActivateMode } from 'n8n-workflow';
import { registration } from '../../../../nodes/PartnerSettlementTrigger/registration';

const NODE: INode = {
	id: 'a',
	name: 'Trigger',
	type: 'trigger',
	typeVersion: 1.1,
	position: [0, 0],
	parameters: {},
};

function create(
	mode: WorkflowActivateMode,
	engineType?: IWorkflowSettings['engineType'],
	credential?: object,
) {
	const context: Partial<IHookFunctions> = {
		getActivationMode: () => mode,
		getWorkflowSettings: () => ({ engineType }),
		getCredentials: <T>() =>
			credential
				? Promise.resolve(credential as T)
				: Promise.reject(new Error('It came to the credential')),
		getNode: () => NODE,
		getNodeParameter: (() => ({})) as IHookFunctions['getNodeParameter'],
		getNodeWebhookUrl: () => undefined,
	};
	return registration.create.call(context as IHookFunctions);
}

test('with the engine that does not run execute() of a trigger it does not go live', async () => {
	await expect(create('activate', 'v2')).rejects.toThrow(/set to engine 2\.0/);
});

test.each([
	['activate', undefined],
	['activate', 'v1'],
	['manual', 'v1'],
] as const)('%s with engine %s goes on', async (mode, engine) => {
	await expect(create(mode, engine)).rejects.toThrow('It came to the credential');
});

describe('without a Webhook Secret it is refused, and says where a first one comes from', () => {
	const WITHOUT_SECRET = { previousWebhookSecret: 'old' };

	test.each(['manual', 'activate'] as const)(
		'(%s), in the message: n8n may show nothing else',
		async (mode) => {
			await expect(create(mode, 'v1', WITHOUT_SECRET)).rejects.toThrow(
				/^The credential has no Webhook Secret\. .*Set URL.*Rotate Secret.*publish/,
			);
		},
	);
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

	test.each(['activate', 'init', 'update', 'leadershipChange', 'manual'] as const)(
		'without Redis URL it does not go live (%s), and says what to set',
		async (mode) => {
			await expect(create(mode, 'v1', WITHOUT)).rejects.toMatchObject(SAYS_WHAT_TO_DO);
			const spaces = { ...WITHOUT, deduplicationRedisUrl: '  ' };
			await expect(create(mode, 'v1', spaces)).rejects.toMatchObject(SAYS_WHAT_TO_DO);
		},
	);

	test.each(['"queue"', "'queue'", ' queue\r\n'])('it is known also as %j', async (mode) => {
		process.env.EXECUTIONS_MODE = mode;
		await expect(create('activate', 'v1', WITHOUT)).rejects.toMatchObject(SAYS_WHAT_TO_DO);
	});

	test('with the URL it does', async () => {
		expect(await create('activate', 'v1', WITH)).toBe(true);
	});

	test.each([undefined, 'regular'])('mode %s needs no Redis', async (mode) => {
		if (mode === undefined) delete process.env.EXECUTIONS_MODE;
		else process.env.EXECUTIONS_MODE = mode;
		expect(await create('activate', 'v1', WITHOUT)).toBe(true);
	});
});
