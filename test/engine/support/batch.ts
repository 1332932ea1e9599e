import type { IDataObject, INodeParameters } from 'n8n-workflow';

/** Batch: Create of these bodies, each tried once. */
export function batchOf(bodies: readonly IDataObject[]): INodeParameters {
	return {
		resource: 'batch',
		operation: 'create',
		items: JSON.stringify(bodies.map((body) => ({ body }))),
		extIdMode: 'auto',
		options: { retries: 0 },
	};
}
