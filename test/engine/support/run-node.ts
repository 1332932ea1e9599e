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
	/** The type of the node. By default, it is the action node. */
	type?: INodeType;
	/** The json of each input item. */
	items: IDataObject[];
	/** More items, after those. They have a shape that n8n's types forbid, but that n8n accepts from a node. */
	oddItems?: Partial<INodeExecutionData>[];
	/** The rest of each item, in addition to its json. */
	beside?: Omit<INodeExecutionData, 'json'>;
	onError?: INode['onError'];
	/** Runs the node up to this many times. */
	maxTries?: number;
	/** `trigger` by default. */
	mode?: WorkflowExecuteMode;
	/** The time zone of the workflow. */
	timezone?: string;
	/** Further settings of the node. */
	settings?: Partial<INode>;
	/** The signature that an execution and its Retry share. */
	resumeSignature?: string;
	/** An execution as n8n has stored it, with this node as the next to run. */
	stored?: IRunExecutionData;
}

/** One instance for all runs, as in n8n, because building its panel takes longer than a run. */
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

/** Starts a workflow of this one node in n8n's own engine. The promise can be cancelled. */
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

/** The items of each output of the node. */
export function outputs(run: IRun): INodeExecutionData[][] {
	const task = run.data.resultData.runData[NAME]?.at(-1);
	return (task?.data?.main ?? []).map((items) => items ?? []);
}

/** The error that ended the run. */
export function errorOf(run: IRun): { message: string; description: string } {
	const { error } = run.data.resultData;
	return { message: error?.message ?? '', description: error?.description ?? '' };
}
