import type { FunctionsBase } from 'n8n-workflow';

type Context = Pick<FunctionsBase, 'getInstanceId' | 'getWorkflow' | 'getNode'>;

/** Of each context once: n8n copies the whole node for whoever asks for it. */
const keys = new WeakMap<Context, string>();

/**
 * What tells this node from every other, from its copies in other workflows, and from its twin in another n8n, which
 * an import or a clone may have given the same ids. All processes of one n8n have the same instance id.
 */
export function nodeKey(context: Context): string {
	const known = keys.get(context);
	if (known !== undefined) return known;
	const { id } = context.getNode();
	const key = `${context.getInstanceId()}:${context.getWorkflow().id ?? ''}:${id}`;
	keys.set(context, key);
	return key;
}
