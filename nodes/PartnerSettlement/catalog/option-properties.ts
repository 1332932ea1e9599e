import type { INodeProperties } from 'n8n-workflow';

import { DEFAULT_CONCURRENCY, type Operation, type OptionName } from './operation';

/** The collection "Options": how a call is made. */
export function callOptions(operation: Operation): INodeProperties[] {
	const { effect, endpoint, list, options } = operation;
	return [
		TIMEOUT,
		{ ...ITEMS_AT_ONCE, default: DEFAULT_CONCURRENCY[effect] },
		...(list ? [WHOLE_ANSWER] : []),
		...(endpoint.inferred ? [{ ...PATH, default: endpoint.path }, BODY] : []),
		...(options ?? []).map((name) => SPECIAL[name]),
	];
}

const TIMEOUT: INodeProperties = {
	displayName: 'Timeout',
	name: 'timeout',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 3600 },
	default: 30,
	description: 'How many seconds one call may take',
};

const ITEMS_AT_ONCE: INodeProperties = {
	displayName: 'Items at Once',
	name: 'concurrency',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 64 },
	default: 1,
	description: 'How many items are worked on at the same time',
};

const WHOLE_ANSWER: INodeProperties = {
	displayName: 'Whole Answer',
	name: 'wholeAnswer',
	type: 'boolean',
	default: false,
	description:
		'Whether to output the answer as one item, as the API sent it, instead of one item an entry',
};

const PATH: INodeProperties = {
	displayName: 'Path',
	name: 'path',
	type: 'string',
	default: '',
	description: 'Replaces the inferred path on the Base URL',
};

const BODY: INodeProperties = {
	displayName: 'Body',
	name: 'body',
	type: 'json',
	default: '{}',
	description: 'Replaces the inferred body. The ext_id, where one is used, is added to it.',
};

const SPECIAL: Record<OptionName, INodeProperties> = {
	maxWait: {
		displayName: 'Maximum Wait',
		name: 'maxWait',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 3600 },
		default: 60,
		description: 'How many seconds to wait for the result of one item at the most',
	},
	pollInterval: {
		displayName: 'Poll Interval',
		name: 'pollInterval',
		type: 'number',
		typeOptions: { minValue: 0.1, maxValue: 600, numberPrecision: 1 },
		default: 1,
		description:
			'How many seconds to wait before the first look at the result; the waits grow from there',
	},
};
