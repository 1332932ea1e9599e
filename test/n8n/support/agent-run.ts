import type { StoredCredential, Workflow } from '../../../dev/stack/n8n-api-schemas';
import { START, startNode } from '../../../dev/stack/single-node-workflow';
import { TRON } from '../../support/addresses';
import { ACTION_NODE } from '../../support/n8n/harness';
import type { OwnSandbox } from '../../support/n8n/own-sandbox';
import { WITHDRAWAL } from '../../support/n8n/withdrawals';
import { linkTo, nodeOf, to, workflowOf } from '../../support/n8n/workflows';
import { Servers } from '../../support/servers';
import { type Script, ScriptedModel, storeModel } from './scripted-model';

const AGENT = 'AI Agent';
const MODEL = 'Model';
export const TOOL = 'Withdraw';

/** A parameter that the model fills in, as the editor writes it. */
const AMOUNT = "={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('Amount', ``, 'string') }}";
const ADDRESS = "={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('To_Address', ``, 'string') }}";

/** A call of the tool. */
export const pay = (amount: string) => ({ Amount: amount, To_Address: TRON });

interface AgentRun {
	own: OwnSandbox;
	script: Script;
	/** Parameters of the tool. */
	parameters?: Record<string, unknown>;
	credential?: OwnSandbox['credential'];
	/** The version of n8n's agent. */
	version?: number;
	/** The request at which the model refuses, so that the execution fails and is retried. */
	breaksAt?: number;
}

/** Runs n8n's own agent in the real n8n, with a model that follows a script. */
export async function runAgent(run: AgentRun) {
	const servers = new Servers();
	const { api } = run.own;
	const { model, url } = await ScriptedModel.start(servers, run.script, run.breaksAt);
	const credentials = await storeModel(url);
	const stored = await api.importWorkflow(agentWorkflow(run, credentials));
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

function agentWorkflow(run: AgentRun, modelCredential: StoredCredential): Workflow {
	const { own, version = 3.1, credential = own.credential } = run;
	const prompt = { promptType: 'define', text: 'Pay what is due', options: {} };
	const model = { model: { __rl: true, mode: 'id', value: 'scripted' }, options: {} };
	const limited = { maximumPerItem: '50', maximumPerRun: '25', retries: 0 };
	const filledIn = { ...WITHDRAWAL, amount: AMOUNT, toAddress: ADDRESS };
	const tool = { ...filledIn, options: limited, ...run.parameters };
	const nodes = [
		startNode(),
		nodeOf(AGENT, '@n8n/n8n-nodes-langchain.agent', version, prompt),
		nodeOf(MODEL, '@n8n/n8n-nodes-langchain.lmChatOpenAi', 1.2, model, modelCredential),
		nodeOf(TOOL, `${ACTION_NODE}Tool`, 1, tool, credential),
	];
	const connections = {
		[START]: to(AGENT),
		[MODEL]: linkTo(AGENT, 'ai_languageModel'),
		[TOOL]: linkTo(AGENT, 'ai_tool'),
	};
	return { ...workflowOf(nodes, connections), settings: { executionOrder: 'v1' } };
}
