import { randomUUID } from 'node:crypto';
import { ExecutionLifecycleHooks, ExternalSecretsProxy, WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	type ICredentialDataDecryptedObject,
	type ICredentialsHelper,
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
import { useSandbox } from '../../support/use-sandbox';
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
/** The node as a tool of an AI agent. */
export const AS_TOOL = { settings: { type: 'n8n-nodes-partner-settlement.partnerSettlementTool' } };
/** On Error: Continue. */
export const ON = { onError: 'continueRegularOutput' as const };
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
		credentialsHelper: new OneCredential(credential) as unknown as ICredentialsHelper,
		...{ executionId, currentNodeExecutionIndex: 0, variables: {} },
		...{ restApiUrl: LOCAL, instanceBaseUrl: LOCAL, mcpBaseUrl: LOCAL, mcpTestBaseUrl: LOCAL },
		...{ formBaseUrl: LOCAL, formTestBaseUrl: LOCAL, formWaitingBaseUrl: LOCAL },
		...{ webhookBaseUrl: LOCAL, webhookTestBaseUrl: LOCAL, webhookWaitingBaseUrl: LOCAL },
		externalSecretsProxy: new ExternalSecretsProxy(),
		...{ executeWorkflow: notNeeded, getRunExecutionData: notNeeded, logAiEvent: notNeeded },
		...{ getRuntimeCredential: notNeeded, startRunnerTask: notNeeded },
	};
}

/** A workflow of one node. By default, that is the action node. */
export function workflowOf(
	given: Partial<INode>,
	type: INodeType = ACTION_NODE,
	more: Partial<ConstructorParameters<typeof Workflow>[0]> = {},
): { node: INode; workflow: Workflow } {
	const node: INode = {
		...{ id: '7d1b6c4e-2f63-4c0d-8f5e-0a4f8a5f6c11', name: NAME, typeVersion: 1, position: [0, 0] },
		...{ type: 'n8n-nodes-partner-settlement.partnerSettlement', parameters: {} },
		credentials: { partnerSettlementApi: { id: '1', name: 'Partner' } },
		...given,
	};
	const byName = () => type;
	const nodeTypes = { getByName: byName, getByNameAndVersion: byName, getKnownTypes: () => ({}) };
	const common = { id: 'workflow-1', connections: {}, active: false, nodeTypes };
	return { node, workflow: new Workflow({ ...common, nodes: [node], ...more }) };
}

/** Starts a workflow of this one node in n8n's own engine. The promise can be cancelled. */
export function startNode(run: NodeRun): ReturnType<WorkflowExecute['processRunExecutionData']> {
	const retries = { retryOnFail: true, maxTries: run.maxTries, waitBetweenTries: 1 };
	const { parameters, onError, timezone } = run;
	const given = { parameters, onError, ...(run.maxTries && retries), ...run.settings };
	const settings = { executionOrder: 'v1' as const, timezone };
	const { node, workflow } = workflowOf(given, run.type, { settings });
	const executionId = randomUUID();
	const additional = additionalData(run.credential, executionId);
	const { mode = 'trigger' } = run;
	additional.hooks = new ExecutionLifecycleHooks(mode, executionId, {
		...{ id: workflow.id, name: NAME, nodes: [node], connections: {} },
		...{ active: false, isArchived: false, activeVersionId: null },
		...{ createdAt: new Date(), updatedAt: new Date() },
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

/** A sandbox for the tests of one file, and the node. It has the partner's credential, and by default one empty item. */
export function useNode(options?: Parameters<typeof useSandbox>[0]) {
	const api = useSandbox(options);
	const start = (parameters: INodeParameters, more: Partial<NodeRun> = {}) =>
		startNode({ parameters, items: [{}], credential: api.contract.credential(), ...more });
	return { api, start };
}

/** The items of each output of the node. */
export function outputs(run: IRun): INodeExecutionData[][] {
	const task = run.data.resultData.runData[NAME]?.at(-1);
	return (task?.data?.main ?? []).map((items) => items ?? []);
}

export function hintsOf(run: IRun): string[] {
	const task = run.data.resultData.runData[NAME]?.at(-1);
	return (task?.hints ?? []).map(({ message }) => message);
}

/** The error that ended the run. */
export function errorOf(run: IRun): { message: string; description: string } {
	const { error } = run.data.resultData;
	return { message: error?.message ?? '', description: error?.description ?? '' };
}
