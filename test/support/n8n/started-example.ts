import { randomUUID } from 'node:crypto';
import { importBlocks, storePeople } from '../../../dev/stack/demo-examples';
import { callbackUrlOf, formUrlOf, importExample, readExample } from '../../../dev/stack/examples';
import type {
	Execution,
	StoredCredential,
	StoredWorkflow,
	Workflow,
} from '../../../dev/stack/n8n-api-schemas';
import { withSandboxValues } from '../../../dev/stack/sandbox-values';
import { addRows, makeTable, rowsOf, withOwnTable } from '../../support/n8n/example-tables';
import { sharedN8n } from '../../support/n8n/harness';
import type { OwnSandbox } from '../../support/n8n/own-sandbox';
import { type Json, type Person, runByHand, submitForm } from '../../support/n8n/example-runs';

const COLUMNS = ['ext_id', 'order', 'status'];

/** An example in the shared n8n, as `npm start` imports it. */
export class StartedExample {
	private constructor(
		readonly workflow: Workflow,
		readonly stored: StoredWorkflow,
		/** Its table, which no other test uses. */
		readonly table: string,
		/** The workflows that the example may call. */
		readonly blocks: StoredWorkflow[],
	) {}

	/** @param change changes the example before its import, as an operator would */
	static async start(
		name: string,
		own: OwnSandbox,
		change: (workflow: Workflow) => Workflow = (workflow) => workflow,
		credential: StoredCredential = own.credential,
		others: StoredCredential[] = [],
	): Promise<StartedExample> {
		const api = await sharedN8n();
		const example = change(withSandboxValues(await readExample(name)));
		// The import updates a workflow of the same name, which another user may have.
		const { workflow, table } = withOwnTable({ ...example, name: `${name} ${randomUUID()}` });
		const credentials = [credential, ...others, ...(await storePeople(api))];
		const calls = workflow.nodes.some(({ parameters }) => parameters.workflowId !== undefined);
		const blocks = calls ? await importBlocks(api, credentials) : [];
		const stored = await importExample(api, workflow, credentials, blocks);
		const callbackUrl = callbackUrlOf(api.url, workflow);
		if (callbackUrl !== undefined) {
			own.sandbox.setCallbackUrl(own.partner.partnerId, callbackUrl);
		}
		return new StartedExample(workflow, stored, table, blocks);
	}

	/** Runs the example manually, to its end. It must succeed. */
	async run(): Promise<Execution> {
		const execution = await runByHand(await sharedN8n(), this.stored, this.workflow);
		expect(execution.data.resultData.error).toBeUndefined();
		return execution;
	}

	/** Sends the example's form, signed in as this person or as nobody. */
	async submit(fields: string[], person?: Person): Promise<Response> {
		return submitForm(formUrlOf((await sharedN8n()).url, this.workflow), fields, person);
	}

	/** Sends the form and returns the text of the page that follows. */
	async pageOf(...fields: string[]): Promise<string> {
		const response = await this.submit(fields, 'Operator (sandbox)');
		const text = await response.text();
		expect({ status: response.status, text }).toMatchObject({ status: 200 });
		return text;
	}

	/** The rows of its table. */
	async rows(): Promise<Json[]> {
		return rowsOf(await sharedN8n(), this.table);
	}

	/** Makes its table, with these rows. */
	async makeTable(rows: Json[]): Promise<void> {
		await makeTable(await sharedN8n(), this.table, COLUMNS);
		await this.addRows(rows);
	}

	/** Adds rows to its table, which must exist. */
	async addRows(rows: Json[]): Promise<void> {
		await addRows(await sharedN8n(), this.table, rows);
	}

	/** Deletes the workflow, so that its triggers stop. */
	async remove(): Promise<void> {
		await (await sharedN8n()).deleteWorkflow(this.stored.id);
	}
}

export function parametersOf(workflow: Workflow, nodeName: string): Json {
	const node = workflow.nodes.find(({ name }) => name === nodeName);
	if (!node) throw new Error(`The example has no node "${nodeName}"`);
	return node.parameters;
}

/** A change of some parameters of a node, as an operator would make it. */
export function withParameters(nodeName: string, change: Json) {
	return (workflow: Workflow): Workflow => {
		const parameters = { ...parametersOf(workflow, nodeName), ...change };
		const nodes = workflow.nodes.map((node) =>
			node.name === nodeName ? { ...node, parameters } : node,
		);
		return { ...workflow, nodes };
	};
}

/** A change of the list in an Edit Fields node. */
export function withList(nodeName: string, field: string, list: unknown[]) {
	return withParameters(nodeName, { jsonOutput: JSON.stringify({ [field]: list }) });
}
