import { randomUUID } from 'node:crypto';
import type { Workflow } from '../../../dev/stack/n8n-api-schemas';
import { START, startNode } from '../../../dev/stack/single-node-workflow';
import { TRON } from '../../support/addresses';
import { ACTION_NODE, sharedN8n } from '../../support/n8n/harness';
import type { OwnSandbox } from '../../support/n8n/own-sandbox';
import { Servers } from '../../support/servers';
import { type Script, ScriptedModel, storeModel } from './scripted-model';

const AGENT = 'AI Agent';
const MODEL = 'Model';
export const TOOL = 'Withdraw';

/** A parameter that the model fills in, as the editor writes it. */
const AMOUNT = "={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('Amount', ``, 'string') }}";
const ADDRESS = "={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('To_Address', ``, 'string') }}";

const LIMITED = { maximumPerItem: '50', maximumPerRun: '25', retries: 0 };

/** A call of the tool. */
export const pay = (amount: unknown, more: Record<string, unknown> = {}) => ({
	Amount: amount,
	To_Address: TRON,
	...more,
});

interface AgentRun {
	own: OwnSandbox;
	script: Script;
	/** Parameters of the tool. */
	parameters?: Record<string, unknown>;
	settings?: Record<string, unknown>;
	credential?: OwnSandbox['credential'];
	/** The version of n8n's agent. */
	version?: number;
	/** The input items of the agent. Each is one conversation. */
	items?: Record<string, unknown>[];
	/** The request at which the model refuses, so that the execution fails and is retried. */
	breaksAt?: number;
}

/** Runs n8n's own agent in the real n8n, with a model that follows a script. */
export async function runAgent(run: AgentRun) {
	const servers = new Servers();
	const api = await sharedN8n();
	const { model, url } = await ScriptedModel.start(servers, run.script, run.breaksAt);
	const credentials = await storeModel(url);
	const stored = await api.importWorkflow(workflowOf(run, credentials.id));
	try {
		let execution = await api.finishedExecution(await api.run(stored.id, START));
		if (run.breaksAt !== undefined) {
			expect(execution.status).toBe('error');
			execution = await api.finishedExecution(await api.retryExecution(execution.id));
		}
		return { execution, told: model.told, shown: model.shown };
	} finally {
		await api.deleteWorkflow(stored.id);
		await api.deleteCredential(credentials.id);
		servers.close();
	}
}

function workflowOf(run: AgentRun, modelCredential: string): Workflow {
	const { own, version = 3.1, items = [{}], credential = own.credential } = run;
	const sub = (type: string) => ({ [type]: [[{ node: AGENT, type, index: 0 }]] });
	return {
		name: `agent ${randomUUID()}`,
		settings: { executionOrder: 'v1' },
		pinData: { [START]: items.map((json) => ({ json })) },
		connections: {
			[START]: { main: [[{ node: AGENT, type: 'main', index: 0 }]] },
			[MODEL]: sub('ai_languageModel'),
			[TOOL]: sub('ai_tool'),
		},
		nodes: [
			startNode(),
			{
				id: randomUUID(),
				name: AGENT,
				type: '@n8n/n8n-nodes-langchain.agent',
				typeVersion: version,
				position: [220, 0],
				parameters: { promptType: 'define', text: 'Pay what is due', options: {} },
			},
			{
				id: randomUUID(),
				name: MODEL,
				type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
				typeVersion: 1.2,
				position: [220, 200],
				parameters: { model: { __rl: true, mode: 'id', value: 'scripted' }, options: {} },
				credentials: { openAiApi: { id: modelCredential, name: 'Scripted model' } },
			},
			{
				id: randomUUID(),
				name: TOOL,
				type: `${ACTION_NODE}Tool`,
				typeVersion: 1,
				position: [400, 200],
				parameters: {
					resource: 'withdrawal',
					operation: 'create',
					amount: AMOUNT,
					toAddress: ADDRESS,
					options: LIMITED,
					...run.parameters,
				},
				credentials: { [credential.type]: { id: credential.id, name: credential.name } },
				...run.settings,
			},
		],
	};
}
