import type { INodeProperties } from 'n8n-workflow';

import type { CallOptions } from './item-call';
import {
	DEFAULT_CONCURRENCY,
	type Operation,
	type OptionName,
	STOPS_WHEN_SHORT,
} from './operation';

/**
 * The options, which say how a call is made: what the editor shows, and what the engine takes for their bounds, their
 * defaults and their names in errors. Times are in seconds; `numberPrecision` 0 stands for a whole number. Where a default
 * goes by the operation, `optionProperties` sets it.
 */
export const OPTIONS = {
	timeout: {
		displayName: 'Timeout',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 3600 },
		default: 30,
		description: 'How many seconds one call may take',
	},
	retries: {
		displayName: 'Retries',
		name: 'retries',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 20, numberPrecision: 0 },
		default: 3,
		description:
			'How many times a failed call is repeated at the most, where a repeat can help and cannot spend twice; 0 for never. Too many requests (429) are not counted: see Maximum Retry Wait.',
	},
	longestWait: {
		displayName: 'Maximum Retry Wait',
		name: 'longestWait',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 3600 },
		default: 30,
		description:
			'How many seconds to wait before a repeat at the most, also where the API asks for more. Too many requests (429) are repeated for (Retries + 1) times as long, and then the call fails.',
	},
	concurrency: {
		displayName: 'Items at Once',
		name: 'concurrency',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 64, numberPrecision: 0 },
		default: 1,
		description:
			'How many items are worked on at the same time, not counting those that wait for a result',
	},
	stopWhenShort: {
		displayName: 'Stop When Balance Is Short',
		name: 'stopWhenShort',
		type: 'boolean',
		default: true,
		description:
			'Whether to stop sending once the balance did not cover an item, even with On Error: Continue',
	},
	maximumPerItem: {
		displayName: 'Maximum per Item (USDT)',
		name: 'maximumPerItem',
		type: 'string',
		default: '',
		placeholder: 'e.g. 100.00',
		description:
			'An item that costs more is not sent, and none of the others is either, unless the node goes on after errors. Fees are not counted.',
	},
	maximumPerRun: {
		displayName: 'Maximum per Run (USDT)',
		name: 'maximumPerRun',
		type: 'string',
		default: '',
		placeholder: 'e.g. 1000.00',
		description:
			'The items with which one execution would spend more are not sent, and none of the others is either, unless the node goes on after errors. Fees are not counted.',
	},
	price: {
		displayName: 'Price (USDT)',
		name: 'price',
		type: 'string',
		default: '',
		placeholder: 'e.g. {{ $json.price }}',
		description:
			'What one costs, for the two maximums, where the call itself names no amount. It is not sent.',
	},
	waitForOutcome: {
		displayName: 'Wait for a Terminal Status',
		name: 'waitForOutcome',
		type: 'boolean',
		default: false,
		description:
			'Whether to look the order up until its status is terminal. The item then says in outcome_reached whether it became so within Maximum Wait for Result. What it takes from the document is masked as by Document: Get.',
	},
	terminalStatuses: {
		displayName: 'Terminal Statuses',
		name: 'terminalStatuses',
		type: 'string',
		// Inferred: the document names none but these of a withdrawal and what its webhook example shows (section 3).
		default: 'completed, failed, cancelled, canceled, done, rejected, expired',
		description:
			'Statuses that mean an order is finished, separated by commas (inferred: the API document does not list them)',
	},
	maxWait: {
		displayName: 'Maximum Wait for Result',
		name: 'maxWait',
		type: 'number',
		typeOptions: { minValue: 0.1, maxValue: 3600, numberPrecision: 1 },
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
	wholeAnswer: {
		displayName: 'Whole Answer',
		name: 'wholeAnswer',
		type: 'boolean',
		default: false,
		description:
			'Whether to output the answer as one item, as the API sent it, instead of one item per entry',
	},
	cartSize: {
		displayName: 'Batch Size',
		name: 'cartSize',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: 100,
		description:
			'How many orders go into one batch at the most (inferred: the API document shows no limit)',
	},
	checkAddress: {
		displayName: 'Validate Address',
		name: 'checkAddress',
		type: 'boolean',
		default: true,
		description:
			'Whether an address that is mistyped, or of another network, is refused before anything is sent',
	},
	threshold: {
		displayName: 'Threshold',
		name: 'threshold',
		type: 'string',
		default: '',
		placeholder: 'e.g. 500.00',
		description:
			'Adds is_below_threshold to the item: whether available_balance is less than this, in USDT. It is not sent.',
	},
	path: {
		displayName: 'Path',
		name: 'path',
		type: 'string',
		default: '',
		description: 'Replaces the inferred path on the Base URL',
	},
	body: {
		displayName: 'Body',
		name: 'body',
		type: 'json',
		default: '{}',
		description:
			'Replaces the inferred body and its fields, unless it is empty. The ext_id, where one is used, is added to it.',
	},
} as const satisfies Record<keyof CallOptions, INodeProperties>;

/** What the collection "Options" of an operation shows: the options that do something for it. */
export function optionProperties(operation: Operation): INodeProperties[] {
	const { effect, endpoint, list, options, asynchronous, batch } = operation;
	const costs = effect === 'spend' || effect === 'screen';
	return [
		OPTIONS.timeout,
		OPTIONS.retries,
		OPTIONS.longestWait,
		// Batches go one after the other.
		...(batch ? [] : [{ ...OPTIONS.concurrency, default: DEFAULT_CONCURRENCY[effect] }]),
		...(costs
			? [
					{ ...OPTIONS.stopWhenShort, default: STOPS_WHEN_SHORT[effect] },
					OPTIONS.maximumPerItem,
					OPTIONS.maximumPerRun,
					...(namesAmount(operation) ? [] : [OPTIONS.price]),
				]
			: []),
		...(asynchronous ? OF_LATER_OUTCOME : []),
		...(list ? [OPTIONS.wholeAnswer] : []),
		...(endpoint.inferred ? [{ ...OPTIONS.path, default: endpoint.path }, OPTIONS.body] : []),
		...(options ?? []).map((name) => BY_NAME[name]),
	];
}

/** Whether each call says what it moves; a body of the operator's own may not. */
function namesAmount({ fields, endpoint }: Operation): boolean {
	return !endpoint.inferred && fields.some(({ name, required }) => name === 'amount' && required);
}

const OF_LATER_OUTCOME = [
	OPTIONS.waitForOutcome,
	OPTIONS.terminalStatuses,
	OPTIONS.maxWait,
	OPTIONS.pollInterval,
];

/** What an operation asks for by its name. Its Body is one that the document shows. */
const BY_NAME: Record<OptionName, INodeProperties> = {
	...OPTIONS,
	body: {
		...OPTIONS.body,
		description:
			'Sent instead of the empty body: the API document shows an object, but none of its fields',
	},
};
