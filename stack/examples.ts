import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { N8nApi } from './n8n-api';
import {
	type StoredCredential,
	type StoredWorkflow,
	type TypeDescription,
	type Workflow,
	type WorkflowNode,
	workflowSchema,
} from './n8n-api-schemas';
import { projectRoot } from './paths';

const EXAMPLES = path.join(projectRoot, 'examples');

/** Triggers that only run by hand or from another workflow: nothing to activate. */
const NOT_LIVE = /\.(manual|executeWorkflow|error)Trigger$/;

/** Where the files look for the n8n that they are imported into. */
const USUAL_URL = 'http://localhost:5678';

const builtInWebhookSchema = z.object({ path: z.string(), httpMethod: z.string().default('GET') });
const webhooksSchema = z.array(z.object({ path: z.string(), httpMethod: z.string() }));

export interface ExampleWebhook {
	node: WorkflowNode;
	method: string;
	/** What follows /webhook/ in the address. */
	path: string;
}

export interface Example {
	/** Its file's, without `.json`. */
	name: string;
	workflow: Workflow;
}

/** A workflow of examples/, by its file name without `.json`. */
export async function readExample(name: string): Promise<Workflow> {
	const text = await readFile(path.join(EXAMPLES, `${name}.json`), 'utf8');
	return workflowSchema.parse(JSON.parse(text));
}

/** All of examples/, by file name. */
export async function readExamples(): Promise<Example[]> {
	const files = (await readdir(EXAMPLES)).filter((file) => file.endsWith('.json')).sort();
	const names = files.map((file) => path.basename(file, '.json'));
	return Promise.all(names.map(async (name) => ({ name, workflow: await readExample(name) })));
}

function isLiveTrigger({ type, disabled }: WorkflowNode): boolean {
	const isTrigger = type === 'n8n-nodes-base.webhook' || type.endsWith('Trigger');
	return isTrigger && !NOT_LIVE.test(type) && disabled !== true;
}

/** Gives each node the stored credential of each type that it names. */
function bindCredentials(workflow: Workflow, credentials: StoredCredential[]): Workflow {
	const stored = new Map(credentials.map(({ id, name, type }) => [type, { id, name }]));
	const nodes = workflow.nodes.map((node) => {
		const named = Object.entries(node.credentials ?? {});
		const bound = named.map(([type, own]) => [type, stored.get(type) ?? own] as const);
		return named.length === 0 ? node : { ...node, credentials: Object.fromEntries(bound) };
	});
	return { ...workflow, nodes };
}

/** Lets the examples that call another one find it in this n8n. */
function readdress(workflow: Workflow, url: string): Workflow {
	return workflowSchema.parse(JSON.parse(JSON.stringify(workflow).replaceAll(USUAL_URL, url)));
}

/** The webhooks a workflow has once it is active; types is what n8n lists. */
export function webhooksOf(workflow: Workflow, types: TypeDescription[]): ExampleWebhook[] {
	return workflow.nodes.filter(isLiveTrigger).flatMap((node) => {
		if (node.type === 'n8n-nodes-base.webhook') {
			const { path: ownPath, httpMethod } = builtInWebhookSchema.parse(node.parameters);
			return [{ node, method: httpMethod, path: ownPath }];
		}
		const description = types.find((type) => type.name === node.type);
		const webhooks = webhooksSchema.safeParse(description?.webhooks);
		if (!webhooks.success || node.webhookId === undefined) return [];
		return webhooks.data.map((webhook) => ({
			node,
			method: webhook.httpMethod,
			path: `${String(node.webhookId)}/${webhook.path}`,
		}));
	});
}

/**
 * Puts an example into n8n with these credentials and activates it if it has a live trigger.
 * A workflow of the same name is updated in place, so that its executions stay.
 */
export async function importExample(
	api: N8nApi,
	example: Workflow,
	credentials: StoredCredential[],
): Promise<StoredWorkflow> {
	const workflow = readdress(bindCredentials(example, credentials), api.url);
	const present = await api.listWorkflows();
	const old = present.find(({ name, isArchived }) => name === workflow.name && !isArchived);
	const stored = old
		? await api.updateWorkflow(old.id, workflow)
		: await api.importWorkflow(workflow);
	if (workflow.nodes.some(isLiveTrigger)) await api.activate(stored);
	return stored;
}
