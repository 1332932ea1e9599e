import type { IHookFunctions, INode, IWorkflowSettings, WorkflowActivateMode } from 'n8n-workflow';
import { registration } from '../../nodes/PartnerSettlementTrigger/registration';

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
	};
	return registration.create.call(context as IHookFunctions);
}

test('with the engine that does not run execute() of a trigger it does not go live', async () => {
	await expect(create('activate', 'v2')).rejects.toThrow(/set to engine 2\.0/);
});

test.each([
	['activate', undefined],
	['activate', 'v1'],
	['manual', 'v2'],
] as const)('%s with engine %s goes on', async (mode, engine) => {
	await expect(create(mode, engine)).rejects.toThrow('It came to the credential');
});

test.each(['activate', 'manual'] as const)(
	'%s without a Webhook Secret is refused, and says where a first one comes from',
	async (mode) => {
		const refusal = create(mode, 'v1', { previousWebhookSecret: 'old' });
		await expect(refusal).rejects.toMatchObject({
			message: 'The credential has no Webhook Secret',
			description: expect.stringMatching(/Set URL.*Rotate Secret.*publish/) as string,
		});
	},
);
