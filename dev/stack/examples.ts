import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { PACKAGE_NAME } from './n8n';
import type { N8nApi } from './n8n-api';
import {
	type StoredCredential,
	type StoredWorkflow,
	type Workflow,
	type WorkflowNode,
	workflowSchema,
} from './n8n-api-schemas';
import { projectRoot } from './paths';

const EXAMPLES = path.join(projectRoot, 'examples');

const EVENT_TRIGGER = `${PACKAGE_NAME}.partnerSettlementTrigger`;
/** The last part of the trigger's webhook addresses, after the node's own part. */
const EVENT_PATH = 'partner-settlement';
const FORM_TRIGGER = 'n8n-nodes-base.formTrigger';

/** A workflow with this trigger only runs manually, so there is nothing to activate. */
const MANUAL_TRIGGER = 'n8n-nodes-base.manualTrigger';

const formSchema = z.object({ path: z.string() });
const callSchema = z.object({
	workflowId: z.object({ cachedResultName: z.string() }).passthrough(),
});

export interface Example {
	/** The name of its file, without `.json`. */
	name: string;
	workflow: Workflow;
}

/** A workflow of examples/, by its file name without `.json`. */
export async function readExample(name: string): Promise<Workflow> {
	const text = await readFile(path.join(EXAMPLES, `${name}.json`), 'utf8');
	return workflowSchema.parse(JSON.parse(text));
}

async function readFolder(folder: string): Promise<Example[]> {
	const files = (await readdir(path.join(EXAMPLES, folder))).filter((it) => it.endsWith('.json'));
	const names = files.sort().map((file) => path.join(folder, path.basename(file, '.json')));
	return Promise.all(names.map(async (name) => ({ name, workflow: await readExample(name) })));
}

/** All of examples/, by file name. */
export function readExamples(): Promise<Example[]> {
	return readFolder('.');
}

/** The workflows that examples call, by file name. */
export function readBuildingBlocks(): Promise<Example[]> {
	return readFolder('building-blocks');
}

function isLiveTrigger({ type }: WorkflowNode): boolean {
	return type.endsWith('Trigger') && type !== MANUAL_TRIGGER;
}

/** Gives each node the stored credential that it names: by type and name, or by type alone if the name is unknown. */
export function bindCredentials(workflow: Workflow, credentials: StoredCredential[]): Workflow {
	const storedAs = (type: string, name: string): StoredCredential | undefined => {
		const ofType = credentials.filter((stored) => stored.type === type);
		return ofType.find((stored) => stored.name === name) ?? ofType[0];
	};
	const nodes = workflow.nodes.map((node) => {
		const named = Object.entries(node.credentials ?? {});
		const bound = named.map(([type, own]) => {
			const stored = storedAs(type, own.name);
			return [type, stored ? { id: stored.id, name: stored.name } : own] as const;
		});
		return named.length === 0 ? node : { ...node, credentials: Object.fromEntries(bound) };
	});
	return { ...workflow, nodes };
}

/** Gives each node that calls another workflow the stored one that it names. */
function bindWorkflows(workflow: Workflow, blocks: StoredWorkflow[]): Workflow {
	const nodes = workflow.nodes.map((node) => {
		const { data } = callSchema.safeParse(node.parameters);
		const block = blocks.find(({ name }) => name === data?.workflowId.cachedResultName);
		if (!data || !block) return node;
		const workflowId = { ...data.workflowId, value: block.id };
		return { ...node, parameters: { ...node.parameters, workflowId } };
	});
	return { ...workflow, nodes };
}

/** The URL to which the API sends its events for this example, or undefined if it takes none. */
export function callbackUrlOf(url: string, workflow: Workflow): string | undefined {
	const node = workflow.nodes.find(({ type }) => type === EVENT_TRIGGER);
	return node?.webhookId && `${url}/webhook/${node.webhookId}/${EVENT_PATH}`;
}

/** The URL of the form that starts the example, once the example is active. @throws Error if there is no form */
export function formUrlOf(url: string, workflow: Workflow): string {
	const node = workflow.nodes.find(({ type }) => type === FORM_TRIGGER);
	return `${url}/form/${formSchema.parse(node?.parameters).path}`;
}

/**
 * Puts an example into n8n with these credentials and activates it if it has a live trigger.
 * A workflow of the same name is updated in place, so that its executions stay.
 *
 * @param blocks the workflows in this n8n that it may call
 */
export async function importExample(
	api: N8nApi,
	example: Workflow,
	credentials: StoredCredential[],
	blocks: StoredWorkflow[] = [],
): Promise<StoredWorkflow> {
	const workflow = bindWorkflows(bindCredentials(example, credentials), blocks);
	const present = await api.listWorkflows();
	const old = present.find(({ name, isArchived }) => name === workflow.name && !isArchived);
	const stored = old
		? await api.updateWorkflow(old.id, workflow)
		: await api.importWorkflow(workflow);
	if (workflow.nodes.some(isLiveTrigger)) await api.activate(stored);
	return stored;
}
