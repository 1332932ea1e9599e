import type { INodeProperties } from 'n8n-workflow';

/** The two parameters with which an operator says how much of a list is wanted; the engine reads them by what stands here. */
export const RETURN_ALL = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
} as const satisfies INodeProperties;

export const LIMIT = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 50,
	description: 'Max number of results to return',
	displayOptions: { show: { returnAll: [false] } },
} satisfies INodeProperties;
