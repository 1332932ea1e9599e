import { randomUUID } from 'node:crypto';
import type { N8nApi } from '../../../dev/stack/n8n-api';
import { importBlocks, storePeople } from '../../../dev/stack/demo-examples';
import { callbackUrlOf, formUrlOf, importExample, readExample } from '../../../dev/stack/examples';
import type {
	Execution,
	StoredCredential,
	StoredWorkflow,
	Workflow,
} from '../../../dev/stack/n8n-api-schemas';
import type { SandboxOptions } from '../../../dev/sandbox/index';
import { waitUntil } from '../../../dev/stack/wait-until';
import { withSandboxValues } from '../../../dev/stack/sandbox-values';
import { addRows, makeTable, rowsOf, withOwnTable } from './example-tables';
import { used } from '../used';
import { type OwnSandbox, useOwnSandbox } from './own-sandbox';
import { type Json, outputOf, type Person, runByHand, submitForm } from './example-runs';

export type Change = (workflow: Workflow) => Workflow;

const COLUMNS = ['ext_id', 'order', 'status'];

/** An example in the n8n of its sandbox's credential, as `npm start` imports it. */
export class StartedExample {
	private constructor(
		/** The file's sandbox may have ended before its example is removed. */
		private readonly api: N8nApi,
		readonly own: OwnSandbox,
		readonly workflow: Workflow,
		readonly stored: StoredWorkflow,
		/** Its table, which no other test uses. */
		private readonly table: string,
		/** The workflows that the example may call. */
		readonly blocks: StoredWorkflow[],
	) {}

	/** @param change changes the example before its import, as an operator would */
	static async start(
		name: string,
		own: OwnSandbox,
		change: Change = (workflow) => workflow,
		credential: StoredCredential = own.credential,
		others: StoredCredential[] = [],
	): Promise<StartedExample> {
		const { api } = own;
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
		return new StartedExample(api, own, workflow, stored, table, blocks);
	}

	/** Runs the example manually, to its end. It must succeed. */
	async run(): Promise<Execution> {
		const execution = await runByHand(this.api, this.stored, this.workflow);
		expect(execution.data.resultData.error).toBeUndefined();
		return execution;
	}

	/** Runs it. @returns the lines of its report, none if it has made none */
	async report(): Promise<string[]> {
		const reports = outputOf(await this.run(), 'Report');
		return reports.flatMap(({ text }) => String(text).trim().split('\n'));
	}

	/** Sends the example's form, signed in as this person or as nobody. */
	async submit(fields: string[], person?: Person): Promise<Response> {
		return submitForm(formUrlOf(this.api.url, this.workflow), fields, person);
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
		return rowsOf(this.api, this.table);
	}

	/** Makes its table, with these rows. */
	async makeTable(rows: Json[]): Promise<void> {
		await makeTable(this.api, this.table, COLUMNS);
		await this.addRows(rows);
	}

	/** Adds rows to its table, which must exist. */
	async addRows(rows: Json[]): Promise<void> {
		await addRows(this.api, this.table, rows);
	}

	/** Waits until n8n keeps none of its runs. It shows the page of a form before it has ended the run and deleted it. */
	async keepsNoRun(): Promise<void> {
		const isNoneKept = async () =>
			(await this.api.countExecutions(this.stored.id)) === 0 || undefined;
		await waitUntil('no run is kept', isNoneKept);
	}

	/** Deletes the workflow, so that its triggers stop. */
	async remove(): Promise<void> {
		await this.api.deleteWorkflow(this.stored.id);
	}
}

function parametersOf(workflow: Workflow, nodeName: string): Json {
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

/** Further options of a node. */
export function withOptions(nodeName: string, more: Json) {
	return (workflow: Workflow): Workflow => {
		const options = parametersOf(workflow, nodeName).options as Json;
		return withParameters(nodeName, { options: { ...options, ...more } })(workflow);
	};
}

/** A change of the list in an Edit Fields node. */
export function withList(nodeName: string, field: string, list: unknown[]) {
	return withParameters(nodeName, { jsonOutput: JSON.stringify({ [field]: list }) });
}

/** An example, and its own sandbox, for the tests of a file. */
export function useExample(name: string, options: SandboxOptions, change?: Change) {
	const own = useOwnSandbox(options);
	const example = used(
		() => StartedExample.start(name, own, change),
		(one) => one.remove(),
	);
	return { own, example };
}
