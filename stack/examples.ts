import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { CREDENTIAL_TYPE } from './credential';
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

const builtInWebhookSchema = z.object({ path: z.string(), httpMethod: z.string().default('GET') });
const webhooksSchema = z.array(z.object({ path: z.string(), httpMethod: z.string() }));
const pinnedBodySchema = z.array(z.object({ json: z.object({ body: z.unknown() }) })).min(1);

export interface ExampleWebhook {
	node: WorkflowNode;
	method: string;
	/** What follows /webhook/ in the address. */
	path: string;
	/** A body to call it with, where the example has one pinned. */
	body: unknown;
}

/** All workflows of examples/, by file name. */
export async function readExamples(): Promise<Workflow[]> {
	const names = await readdir(EXAMPLES).catch(() => []);
	const files = names.filter((name) => name.endsWith('.json')).sort();
	return Promise.all(
		files.map(async (name) =>
			workflowSchema.parse(JSON.parse(await readFile(path.join(EXAMPLES, name), 'utf8'))),
		),
	);
}

function isLiveTrigger({ type, disabled }: WorkflowNode): boolean {
	const isTrigger = type === 'n8n-nodes-base.webhook' || type.endsWith('Trigger');
	return isTrigger && !NOT_LIVE.test(type) && disabled !== true;
}

function bindCredential(workflow: Workflow, { id, name }: StoredCredential): Workflow {
	const nodes = workflow.nodes.map((node) =>
		node.credentials?.[CREDENTIAL_TYPE] === undefined
			? node
			: { ...node, credentials: { ...node.credentials, [CREDENTIAL_TYPE]: { id, name } } },
	);
	return { ...workflow, nodes };
}

/** The webhooks a workflow has once it is active; types is what n8n lists. */
export function webhooksOf(workflow: Workflow, types: TypeDescription[]): ExampleWebhook[] {
	return workflow.nodes.filter(isLiveTrigger).flatMap((node) => {
		const pinned = pinnedBodySchema.safeParse(workflow.pinData?.[node.name]);
		const body = pinned.success ? pinned.data[0]?.json.body : undefined;
		if (node.type === 'n8n-nodes-base.webhook') {
			const { path: ownPath, httpMethod } = builtInWebhookSchema.parse(node.parameters);
			return [{ node, method: httpMethod, path: ownPath, body }];
		}
		const description = types.find((type) => type.name === node.type);
		const webhooks = webhooksSchema.safeParse(description?.webhooks);
		if (!webhooks.success || node.webhookId === undefined) return [];
		return webhooks.data.map((webhook) => ({
			node,
			method: webhook.httpMethod,
			path: `${String(node.webhookId)}/${webhook.path}`,
			body,
		}));
	});
}

/**
 * Puts the examples into n8n with this credential and activates those that have a live trigger.
 * A workflow of the same name is updated in place, so that its executions stay.
 */
export async function importExamples(
	api: N8nApi,
	examples: Workflow[],
	credential: StoredCredential,
): Promise<StoredWorkflow[]> {
	const imported: StoredWorkflow[] = [];
	const present = await api.listWorkflows();
	for (const example of examples) {
		const workflow = bindCredential(example, credential);
		const old = present.find(({ name, isArchived }) => name === workflow.name && !isArchived);
		const stored = old
			? await api.updateWorkflow(old.id, workflow)
			: await api.importWorkflow(workflow);
		if (workflow.nodes.some(isLiveTrigger)) await api.activate(stored);
		imported.push(stored);
	}
	return imported;
}
