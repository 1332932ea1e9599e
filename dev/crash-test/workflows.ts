import { randomUUID } from 'node:crypto';
import { type Workflow, workflowSchema } from '../stack/n8n-api-schemas';
import type { Part } from './weather';
import shapes from './workflows.json';

export type SideName = 'ours' | 'theirs';

/**
 * The workflow of a side for one part. Both sides have the same nodes, except the ones that sign and pay, and the one
 * that receives events.
 *
 * @param values for the placeholders, such as `<apiUrl>`
 */
export function workflowOf(side: SideName, part: Part, values: Record<string, string>): Workflow {
	const known = new Map(Object.entries(shapes.nodes));
	const nodes = shapes[side][part].map((name) => ({
		...known.get(name),
		...{ id: randomUUID(), position: [0, 0] },
	}));
	const fill = (text: string) =>
		text.replaceAll(/<(\w+)>/g, (_, name: string) => values[name] ?? '');
	const filled: unknown = JSON.parse(JSON.stringify(nodes), (_, value: unknown) =>
		typeof value === 'string' ? fill(value) : value,
	);
	const connections = shapes.connections[part === 'agent' ? 'agent' : 'loop'];
	const settings = { executionOrder: 'v1' };
	return workflowSchema.parse({ name: `${side}: ${part}`, nodes: filled, connections, settings });
}
