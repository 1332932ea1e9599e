/** Proves when publishing a trigger sets the callback URL of the account, and what a failure says. */
import { randomUUID } from 'node:crypto';
import { HookContext } from 'n8n-core';
import {
	type INode,
	type INodeParameters,
	Workflow,
	type WorkflowActivateMode,
} from 'n8n-workflow';
import { PartnerSettlementTrigger } from '../../nodes/PartnerSettlementTrigger/PartnerSettlementTrigger.node';
import { registration } from '../../nodes/PartnerSettlementTrigger/registration';
import { useSandbox } from '../support/use-sandbox';
import { additionalData } from './support/run-node';

const PATH = '/webhook_register';
const ON = { setCallbackUrl: true };
const api = useSandbox();

/** What n8n does with the trigger when its workflow goes live in this way. */
async function goLive(
	activation: WorkflowActivateMode,
	parameters: INodeParameters,
	{ webhookSecret = 'secret', base = 'http://127.0.0.1:5678/webhook' } = {},
): Promise<{ url: string }> {
	const type = new PartnerSettlementTrigger();
	const node: INode = {
		id: 'a',
		name: 'Trigger',
		type: 'n8n-nodes-partner-settlement.partnerSettlementTrigger',
		typeVersion: 1.1,
		position: [0, 0],
		webhookId: randomUUID(),
		parameters,
		credentials: { partnerSettlementApi: { id: '1', name: 'Partner' } },
	};
	const nodeTypes = {
		getByName: () => type,
		getByNameAndVersion: () => type,
		getKnownTypes: () => ({}),
	};
	const workflow = new Workflow({
		id: 'w',
		nodes: [node],
		connections: {},
		active: true,
		nodeTypes,
		settings: {},
	});
	const additional = additionalData({ ...api.contract.credential(), webhookSecret }, 'none');
	additional.webhookBaseUrl = base;
	const mode = activation === 'manual' ? 'manual' : 'trigger';
	const [live] = Object.values(workflow.nodes);
	const context = new HookContext(workflow, live ?? node, additional, mode, activation);
	expect(await registration.create.call(context)).toBe(true);
	return { url: `${base}/${node.webhookId ?? ''}/partner-settlement` };
}

const sent = () => api.contract.bodies(PATH);

test.each(['activate', 'update'] as const)(
	'publishing (%s) sets the Production URL, once',
	async (activation) => {
		const { url } = await goLive(activation, ON);
		expect(sent()).toEqual([JSON.stringify({ callback_url: url })]);
	},
);

test.each(['init', 'leadershipChange', 'manual'] as const)(
	'%s sets nothing: nobody publishes',
	async (activation) => {
		await goLive(activation, ON);
		expect(sent()).toEqual([]);
	},
);

test.each([{}, { setCallbackUrl: false }, { setCallbackUrl: 'true' }])(
	'with %j nothing is set',
	async (parameters) => {
		await goLive('activate', parameters);
		expect(sent()).toEqual([]);
	},
);

test('a URL that the API cannot reach is refused before anything is sent', async () => {
	const refused = goLive('activate', ON, { base: 'http://n8n.example.com/webhook' });
	await expect(refused).rejects.toThrow(
		/^Not published, because setting the callback URL failed\. .*WEBHOOK_URL.* turn off Set the Callback URL When Published/,
	);
	expect(sent()).toEqual([]);
});

test('where the API refuses, the workflow does not go live, and the message says all', async () => {
	api.sandbox.addFault({ match: { path: PATH, times: 0 }, fault: '403' });
	await expect(goLive('update', ON)).rejects.toMatchObject({
		message: expect.stringMatching(
			/^Not published, .*Webhook: Set URL: refused .*turn off Set the Callback URL When Published/,
		) as string,
	});
});

test('a response that is lost is asked for again: the URL may be set twice', async () => {
	api.sandbox.addFault({ match: { path: PATH, times: 1 }, fault: 'closed_after_commit' });
	const { url } = await goLive('activate', ON);
	const body = JSON.stringify({ callback_url: url });
	expect(sent()).toEqual([body, body]);
});
