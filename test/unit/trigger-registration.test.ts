import type { IHookFunctions, IWorkflowSettings, WorkflowActivateMode } from 'n8n-workflow';
import { registration } from '../../nodes/PartnerSettlementTrigger/registration';

function create(mode: WorkflowActivateMode, engineType: IWorkflowSettings['engineType']) {
	const context: Partial<IHookFunctions> = {
		getActivationMode: () => mode,
		getWorkflowSettings: () => ({ engineType }),
		getCredentials: () => Promise.reject(new Error('It came to the credential')),
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
