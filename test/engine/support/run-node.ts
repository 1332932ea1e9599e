import { randomUUID } from 'node:crypto';
import { ExecutionLifecycleHooks, ExternalSecretsProxy, WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type IExecuteData,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type IRun,
	type IRunExecutionData,
	type IWorkflowExecuteAdditionalData,
	Workflow,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { PartnerSettlement } from '../../../nodes/PartnerSettlement/PartnerSettlement.node';
import { OneCredential } from './one-credential';

export interface NodeRun {
	credential: ICredentialDataDecryptedObject;
	parameters: INodeParameters;
	/** The action node by default. */
	type?: INodeType;
	/** One for each input item. */
	items: IDataObject[];
	/** Come after them: items as n8n does not describe them, but takes them from a node. */
	oddItems?: Partial<INodeExecutionData>[];
	/** Comes with each item, beside its json. */
	beside?: Omit<INodeExecutionData, 'json'>;
	onError?: INode['onError'];
	/** Runs the node up to this many times. */
	maxTries?: number;
	/** `trigger` by default. */
	mode?: WorkflowExecuteMode;
	/** Of the workflow. */
	timezone?: string;
	/** Further settings of the node. */
	settings?: Partial<INode>;
	/** The same for a run that is tried again. */
	resumeSignature?: string;
	/** An execution as n8n has stored it: the node comes next in it. */
	stored?: IRunExecutionData;
}

/** One for all runs, as in n8n: its panel takes longer to make than a run does. */
const ACTION_NODE = new PartnerSettlement();
/** The name of the node. */
export const NAME = 'Partner Settlement';
const LOCAL = 'http://127.0.0.1:5678';

/** What n8n gives every execution, with one credential. */
export function additionalData(
	credential: ICredentialDataDecryptedObject,
	executionId: string,
): IWorkflowExecuteAdditionalData {
	const notNeeded = (): never => {
		throw new Error('No test needs this');
	};
	return {
		credentialsHelper: new OneCredential(credential),
		executionId,
		currentNodeExecutionIndex: 0,
		restApiUrl: LOCAL,
		instanceBaseUrl: LOCAL,
		formBaseUrl: LOCAL,
		formWaitingBaseUrl: `${LOCAL}/form-waiting`,
		formTestBaseUrl: LOCAL,
		webhookBaseUrl: LOCAL,
		webhookWaitingBaseUrl: `${LOCAL}/webhook-waiting`,
		webhookTestBaseUrl: LOCAL,
		mcpBaseUrl: LOCAL,
		mcpTestBaseUrl: LOCAL,
		variables: {},
		externalSecretsProxy: new ExternalSecretsProxy(),
		executeWorkflow: notNeeded,
		getRunExecutionData: notNeeded,
		getRuntimeCredential: notNeeded,
		logAiEvent: notNeeded,
		startRunnerTask: notNeeded,
	};
}

/** Starts a workflow of this one node in n8n's own engine; the promise it gives can be cancelled. */
export function startNode(run: NodeRun): ReturnType<WorkflowExecute['processRunExecutionData']> {
	const node: INode = {
		id: '7d1b6c4e-2f63-4c0d-8f5e-0a4f8a5f6c11',
		name: NAME,
		type: 'n8n-nodes-partner-settlement.partnerSettlement',
		typeVersion: 1,
		position: [0, 0],
		parameters: run.parameters,
		credentials: { partnerSettlementApi: { id: '1', name: 'Partner' } },
		onError: run.onError,
		...(run.maxTries && { retryOnFail: true, maxTries: run.maxTries, waitBetweenTries: 1 }),
		...run.settings,
	};
	const { type = ACTION_NODE } = run;
	const workflow = new Workflow({
		id: 'workflow-1',
		nodes: [node],
		connections: {},
		active: false,
		settings: { executionOrder: 'v1', timezone: run.timezone },
		nodeTypes: {
			getByName: () => type,
			getByNameAndVersion: () => type,
			getKnownTypes: () => ({}),
		},
	});
	const executionId = randomUUID();
	const additional = additionalData(run.credential, executionId);
	const { mode = 'trigger' } = run;
	additional.hooks = new ExecutionLifecycleHooks(mode, executionId, {
		id: workflow.id,
		name: NAME,
		active: false,
		isArchived: false,
		activeVersionId: null,
		createdAt: new Date(),
		updatedAt: new Date(),
		nodes: [node],
		connections: {},
	});
	const items = run.items.map((json) => ({ ...run.beside, json }));
	const next: IExecuteData = {
		node,
		data: { main: [[...items, ...((run.oddItems ?? []) as INodeExecutionData[])]] },
		source: null,
	};
	const data = run.stored ?? createRunExecutionData({ resumeToken: run.resumeSignature });
	if (data.executionData) data.executionData.nodeExecutionStack = [next];
	return new WorkflowExecute(additional, mode, data).processRunExecutionData(workflow);
}

/** What came out of the node, by output. */
export function outputs(run: IRun): INodeExecutionData[][] {
	const task = run.data.resultData.runData[NAME]?.at(-1);
	return (task?.data?.main ?? []).map((items) => items ?? []);
}

/** The error that ended the run. */
export function errorOf(run: IRun): { message: string; description: string } {
	const { error } = run.data.resultData;
	return { message: error?.message ?? '', description: error?.description ?? '' };
}
