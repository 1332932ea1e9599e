import { createHash } from 'node:crypto';

import { type IExecuteFunctions, type INodeExecutionData, jsonStringify } from 'n8n-workflow';
import { z } from 'zod';

/** What a node remembers of its latest pass. */
const passSchema = z.object({
	pass: z.number().int().min(0),
	/** n8n's number for it. */
	runIndex: z.number(),
	/** A digest of the items it was given. */
	input: z.string(),
	/** The node has given its output. */
	isOver: z.boolean(),
	/** The node's id at its first pass: in a retry it may have another one, for n8n finds a node by its name. */
	nodeId: z.string(),
});

type Pass = z.infer<typeof passSchema>;

/**
 * Begins a pass of the node, before anything of it can fail: one that orders nothing counts as well, for it may order when
 * the run is tried again. endPass() is to be called when the node gives its output.
 *
 * n8n's own number of it, `$thisRunIndex`, counts what the list of results holds of the node. That does not do: after a
 * crash n8n writes a result of its own making into it for every node that had started, and then begins the run again
 * from where it was stored last. What the node notes in its context is stored together with that place, so it tells
 * what has come before it.
 */
export function beginPass(node: IExecuteFunctions): void {
	const context = node.getContext('node');
	const { $thisRunIndex: runIndex } = node.getWorkflowDataProxy(0);
	const now = { runIndex, input: digestOf(node.getInputData()) };
	const latest = passSchema.safeParse(context);
	const pass = latest.success ? passAfter(latest.data, now) : 0;
	// A workflow that is given to Execute Workflow as JSON may lack the ids.
	const { id, name } = node.getNode();
	const nodeId = latest.success ? latest.data.nodeId : id || name;
	Object.assign(context, { ...now, pass, nodeId, isOver: false });
}

/**
 * Which pass of a loop has begun, from 0 on, and of which node; the same whenever n8n tries the run again, also where the
 * node was pasted or imported once more under its name.
 */
export function currentPass(node: IExecuteFunctions): Pick<Pass, 'pass' | 'nodeId'> {
	const { pass, nodeId } = passSchema.parse(node.getContext('node'));
	return { pass, nodeId };
}

/** Takes note that the node has given its output: whatever comes next is another pass. */
export function endPass(node: IExecuteFunctions): void {
	Object.assign(node.getContext('node'), { isOver: true });
}

/**
 * A run that came to nothing is tried again, and Retry On Fail may also run a node again after its output. n8n's number
 * alone does not tell that from another pass: where an execution cannot be resumed, n8n drops its results, and counts
 * from the beginning.
 */
function passAfter(latest: Pass, { runIndex, input }: Pick<Pass, 'runIndex' | 'input'>): number {
	const isSame = latest.runIndex === runIndex && latest.input === input;
	return latest.isOver && !isSame ? latest.pass + 1 : latest.pass;
}

function digestOf(items: readonly INodeExecutionData[]): string {
	const hash = createHash('sha256');
	for (const { json } of items) hash.update(jsonStringify({ json }, { replaceCircularRefs: true }));
	return hash.digest('base64url');
}
