import { FRESH_CONNECTION, type N8nApi } from '../../../dev/stack/n8n-api';
import type { Execution, StoredWorkflow, Workflow } from '../../../dev/stack/n8n-api-schemas';
import { PEOPLE } from '../../../dev/stack/demo-examples';
import { waitUntil } from '../../../dev/stack/wait-until';

export type Json = Record<string, unknown>;
export type Person = keyof typeof PEOPLE;

/** Sends a page of a form as a browser does, with its fields in order, signed in as this person or as nobody. */
export async function submitForm(
	url: string,
	fields: string[],
	person?: Person,
): Promise<Response> {
	const body = new FormData();
	fields.forEach((field, index) => {
		body.append(`field-${String(index)}`, field);
	});
	const { user, password } = person ? PEOPLE[person] : { user: '', password: '' };
	const login = Buffer.from(`${user}:${password}`).toString('base64');
	const authorization = person && { authorization: `Basic ${login}` };
	return fetch(url, { method: 'POST', body, headers: { ...FRESH_CONNECTION, ...authorization } });
}

/** The json of a node's output items, all outputs and runs together. Empty if the node did not run. */
export function outputOf(execution: Execution, nodeName: string): Json[] {
	const runs = execution.data.resultData.runData[nodeName] ?? [];
	const items = runs.flatMap((run) => run.data?.main ?? []).flatMap((output) => output ?? []);
	return items.map(({ json }) => json);
}

/** The link that this workflow has sent to an approver. The workflow waits for the answer. */
export async function linkFrom(api: N8nApi, { id, name }: StoredWorkflow): Promise<string> {
	const [row] = await waitUntil(`"${name}" to wait`, async () => {
		const rows = await api.listExecutions(id, 1, 'waiting');
		return rows.length > 0 ? rows : undefined;
	});
	const [message] = outputOf(await api.getExecution(row?.id ?? ''), 'Message');
	const link = /https?:\/\/\S+/.exec(String(message?.text))?.[0];
	if (link === undefined) throw new Error(`"${name}" has sent no link`);
	return link;
}

/** Runs an example manually, to its end, from its trigger. */
export async function runByHand(
	api: N8nApi,
	{ id }: StoredWorkflow,
	workflow: Workflow,
): Promise<Execution> {
	return api.finishedExecution(await api.run(id, triggerOf(workflow)));
}

/** The name of the example's trigger. */
export function triggerOf({ nodes }: Workflow): string {
	const trigger = nodes.find(({ type }) => type.endsWith('Trigger'));
	if (!trigger) throw new Error('The example has no trigger');
	return trigger.name;
}
