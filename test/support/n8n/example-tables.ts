import { randomUUID } from 'node:crypto';
import type { N8nApi } from '../../../dev/stack/n8n-api';
import { type Workflow, workflowSchema } from '../../../dev/stack/n8n-api-schemas';
import type { Json } from './example-runs';
import { runNodeIn } from './harness';

/** The data tables of the examples. */
const TABLES = /settlement_(?:orders|unknown|watch)/g;
/** When an example starts by itself: n8n chooses the minute. */
const SCHEDULE = /"interval":\[\{.*?\}\]/g;
const ON_LEAP_DAYS = '"interval":[{"field":"cronExpression","expression":"0 0 29 2 *"}]';

/** An example with a table that no other test uses, and which only its test starts. */
export function withOwnTable(example: Workflow): { workflow: Workflow; table: string } {
	// n8n finds a table by a part of its name, so no name may be a part of another.
	const table = `t_${randomUUID().replaceAll('-', '')}`;
	const text = JSON.stringify(example).replaceAll(TABLES, table).replaceAll(SCHEDULE, ON_LEAP_DAYS);
	return { workflow: workflowSchema.parse(JSON.parse(text)), table };
}

/** Makes a table that does not exist yet. */
export async function makeTable(api: N8nApi, table: string, columns: string[]): Promise<void> {
	await runTableNode(api, {
		resource: 'table',
		operation: 'create',
		tableName: table,
		columns: { column: columns.map((name) => ({ name })) },
	});
}

export async function addRows(api: N8nApi, table: string, rows: Json[]): Promise<void> {
	const columns = { mappingMode: 'autoMapInputData', value: null };
	await runTableNode(api, { operation: 'insert', dataTableId: named(table), columns }, rows);
}

export async function rowsOf(api: N8nApi, table: string): Promise<Json[]> {
	return runTableNode(api, { operation: 'get', dataTableId: named(table), returnAll: true });
}

function named(table: string): Json {
	return { __rl: true, mode: 'name', value: table };
}

async function runTableNode(api: N8nApi, parameters: Json, items: Json[] = [{}]): Promise<Json[]> {
	const run = { type: 'n8n-nodes-base.dataTable', typeVersion: 1.1, credential: null };
	const { items: rows, error } = await runNodeIn(api, { ...run, parameters, items });
	if (error) throw new Error(error.message);
	return rows.map(({ json }) => json);
}
