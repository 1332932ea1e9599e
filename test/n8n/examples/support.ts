import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { importExample, readExample, webhooksOf } from '../../../stack/examples';
import {
	type Execution,
	type StoredCredential,
	type StoredWorkflow,
	type Workflow,
	type WorkflowNode,
	workflowSchema,
} from '../../../stack/n8n-api-schemas';
import { FRESH_CONNECTION } from '../../../stack/n8n-api';
import { waitUntil } from '../../../stack/wait-until';
import type { Servers } from '../../contract/support/servers';
import { startFront } from '../../engine/support/front';
import { readContext } from '../context';
import { runNode, sharedN8n, TRIGGER_NODE } from '../harness';
import type { OwnSandbox } from '../own-sandbox';

type Json = Record<string, unknown>;

const assignmentsSchema = z.object({
	assignments: z.object({ assignments: z.array(z.object({ name: z.string() }).passthrough()) }),
});

const imported = new Map<string, StoredWorkflow>();

/** Imports and activates an example, as `npm start` does. */
export async function start(
	workflow: Workflow,
	...credentials: StoredCredential[]
): Promise<StoredWorkflow> {
	const stored = await importExample(await sharedN8n(), workflow, credentials);
	imported.set(stored.id, stored);
	return stored;
}

/** Removes what start() has imported: its triggers must not go on. */
export async function removeAll(): Promise<void> {
	const api = await sharedN8n();
	for (const id of imported.keys()) await api.deleteWorkflow(id);
	imported.clear();
}

/** The stand-in that the other examples send their messages to. It stays for all test files. */
export async function startNotebook(): Promise<void> {
	await importExample(await sharedN8n(), await readExample('notebook'), []);
}

/** The notes in the notebook that have this text in them, the latest first. */
export async function notesAbout(text: string): Promise<string[]> {
	const url = `${readContext().n8n.url}/webhook/notebook`;
	const response = await fetch(url, { headers: FRESH_CONNECTION });
	const shown = await response.text();
	if (!response.ok) throw new Error(`The notebook answers ${response.status}: ${shown}`);
	// A note may have several lines; each begins with its time.
	const notes = shown.split(/\n(?=\d{4}-\d\d-\d\dT)/);
	return notes
		.filter((note) => note.includes(text))
		.map((note) => note.slice(note.indexOf('  ') + 2));
}

/** The first note that has this text in it, once it is there. */
export async function noteAbout(text: string): Promise<string> {
	return waitUntil(`a note about "${text}"`, async () => (await notesAbout(text))[0]);
}

export function parametersOf(workflow: Workflow, nodeName: string): Json {
	const node = workflow.nodes.find(({ name }) => name === nodeName);
	if (!node) throw new Error(`The example has no node "${nodeName}"`);
	return node.parameters;
}

/** The example with some parameters of a node changed, as an operator would change them. */
export function withParameters(workflow: Workflow, nodeName: string, change: Json): Workflow {
	const parameters = { ...parametersOf(workflow, nodeName), ...change };
	const nodes = workflow.nodes.map((node) =>
		node.name === nodeName ? { ...node, parameters } : node,
	);
	return { ...workflow, nodes };
}

/** The example with a node replaced by one that puts out this item. */
export function withItem(workflow: Workflow, nodeName: string, item: object): Workflow {
	const parameters = { mode: 'raw', jsonOutput: JSON.stringify(item), options: {} };
	const set = { type: 'n8n-nodes-base.set', typeVersion: 3.4, credentials: undefined, parameters };
	const nodes = workflow.nodes.map((node) => (node.name === nodeName ? { ...node, ...set } : node));
	return { ...workflow, nodes };
}

/** The example with a value changed that one of its Edit Fields nodes assigns. */
export function withAssigned(
	workflow: Workflow,
	nodeName: string,
	field: string,
	value: unknown,
): Workflow {
	const { assignments } = assignmentsSchema.parse(parametersOf(workflow, nodeName)).assignments;
	if (!assignments.some(({ name }) => name === field)) {
		throw new Error(`${nodeName} has no "${field}"`);
	}
	const changed = assignments.map((one) => (one.name === field ? { ...one, value } : one));
	return withParameters(workflow, nodeName, { assignments: { assignments: changed } });
}

/** The example with a value of its Settings changed. */
export function withSetting(workflow: Workflow, setting: string, value: unknown): Workflow {
	return withAssigned(workflow, 'Settings', setting, value);
}

/** A credential for this sandbox behind a front that answers some of the calls itself. */
export async function credentialAnswering(
	own: OwnSandbox,
	servers: Servers,
	answer: Parameters<typeof startFront>[2],
): Promise<StoredCredential> {
	const origin = await startFront(servers, own.sandbox.url, answer);
	const moved = (url: string) => url.replace(own.sandbox.url, origin);
	const { apiUrl, baseUrl } = own.sandbox;
	return own.credentialWith({ apiUrl: moved(apiUrl), baseUrl: moved(baseUrl) });
}

async function urlOf(workflow: Workflow, isWanted: (node: WorkflowNode) => boolean) {
	const webhooks = webhooksOf(workflow, await (await sharedN8n()).nodeTypes());
	const webhook = webhooks.find(({ node }) => isWanted(node));
	if (!webhook) throw new Error(`"${workflow.name}" has no such webhook`);
	return { url: `${readContext().n8n.url}/webhook/${webhook.path}`, method: webhook.method };
}

/** Where the API is to send its events for this example. */
export async function callbackUrlOf(workflow: Workflow): Promise<string> {
	return (await urlOf(workflow, ({ type }) => type === TRIGGER_NODE)).url;
}

interface Call {
	/** Sent as JSON; none by default. */
	body?: unknown;
	headers?: Record<string, string>;
}

/** Sends a request to the webhook node of this name. */
export async function call(
	workflow: Workflow,
	node: string,
	{ body, headers = {} }: Call = {},
): Promise<Response> {
	const { url, method } = await urlOf(workflow, ({ name }) => name === node);
	const json = { 'content-type': 'application/json' };
	return fetch(url, {
		method,
		headers: { ...FRESH_CONNECTION, ...(body !== undefined && json), ...headers },
		body: body === undefined ? undefined : JSON.stringify(body),
	});
}

/** Runs the example by hand from this trigger, to its end. */
export async function runByHand({ id }: StoredWorkflow, trigger: string): Promise<Execution> {
	const api = await sharedN8n();
	return api.finishedExecution(await api.run(id, trigger));
}

/** The json of what a node put out in this execution, all outputs together; empty if it did not run. */
export function outputOf(execution: Execution, nodeName: string): Json[] {
	const [run] = execution.data.resultData.runData[nodeName] ?? [];
	return (run?.data?.main ?? []).flatMap((items) => items ?? []).map(({ json }) => json);
}

/** The example with a data table of its own in place of this one, and that table's name. */
export function withOwnTable(workflow: Workflow, name: string) {
	// n8n finds a table by a part of its name, so no name may be a part of another.
	const table = `t_${randomUUID().replaceAll('-', '')}`;
	const text = JSON.stringify(workflow).replaceAll(name, table);
	return { workflow: workflowSchema.parse(JSON.parse(text)), table };
}

async function runTableNode(parameters: Json, items: Json[] = [{}]): Promise<Json[]> {
	const run = { type: 'n8n-nodes-base.dataTable', typeVersion: 1.1, credential: null };
	const { items: rows, error } = await runNode({ ...run, parameters, items });
	if (error) throw new Error(error.message);
	return rows.map(({ json }) => json);
}

/** The rows of one of n8n's data tables. */
export async function rowsOf(table: string): Promise<Json[]> {
	return runTableNode({
		operation: 'get',
		dataTableId: { __rl: true, mode: 'name', value: table },
		returnAll: true,
	});
}

/** Makes a data table with these columns, and these rows in it. */
export async function makeTable(name: string, columns: string[], rows: Json[]): Promise<void> {
	await runTableNode({
		resource: 'table',
		operation: 'create',
		tableName: name,
		columns: { column: columns.map((column) => ({ name: column })) },
	});
	if (rows.length === 0) return;
	await runTableNode(
		{
			operation: 'insert',
			dataTableId: { __rl: true, mode: 'name', value: name },
			columns: { mappingMode: 'autoMapInputData', value: null },
		},
		rows,
	);
}
