import type { INodeProperties } from 'n8n-workflow';

import {
	DEFAULT_CONCURRENCY,
	type Operation,
	type OptionName,
	STOPS_WHEN_SHORT,
} from './operation';

/** Inferred: the document names none but these of a withdrawal and what its webhook example shows (section 3). */
export const TERMINAL_STATUSES = 'completed, failed, cancelled, canceled, done, rejected, expired';

/** The collection "Options": how a call is made. */
export function callOptions(operation: Operation): INodeProperties[] {
	const { effect, endpoint, list, options, asynchronous, cart } = operation;
	const costs = effect === 'spend' || effect === 'screen';
	return [
		TIMEOUT,
		RETRIES,
		LONGEST_WAIT,
		// Carts go one after the other.
		...(cart ? [] : [{ ...ITEMS_AT_ONCE, default: DEFAULT_CONCURRENCY[effect] }]),
		...(costs
			? [
					{ ...STOP_WHEN_SHORT, default: STOPS_WHEN_SHORT[effect] },
					MAXIMUM_PER_ITEM,
					MAXIMUM_PER_RUN,
					...(namesAmount(operation) ? [] : [PRICE]),
				]
			: []),
		...(asynchronous ? [WAIT_FOR_OUTCOME, TERMINAL, SPECIAL.maxWait, SPECIAL.pollInterval] : []),
		...(list ? [WHOLE_ANSWER] : []),
		...(endpoint.inferred ? [{ ...PATH, default: endpoint.path }, BODY] : []),
		...(options ?? []).map((name) => SPECIAL[name]),
	];
}

/** Whether each call says what it moves; a body of the operator's own may not. */
function namesAmount({ fields, endpoint }: Operation): boolean {
	return !endpoint.inferred && fields.some(({ name, required }) => name === 'amount' && required);
}

const STOP_WHEN_SHORT: INodeProperties = {
	displayName: 'Stop When Balance Is Short',
	name: 'stopWhenShort',
	type: 'boolean',
	default: true,
	description:
		'Whether the items after one that the balance did not cover are not sent, also when the node continues on failure',
};

const MAXIMUM_PER_ITEM: INodeProperties = {
	displayName: 'Maximum per Item (USDT)',
	name: 'maximumPerItem',
	type: 'string',
	default: '',
	placeholder: 'e.g. 100.00',
	description: 'An item that costs more is not sent; fees are not counted',
};

const MAXIMUM_PER_RUN: INodeProperties = {
	displayName: 'Maximum per Run (USDT)',
	name: 'maximumPerRun',
	type: 'string',
	default: '',
	placeholder: 'e.g. 1000.00',
	description:
		'The items with which one execution of this node would spend more are not sent; fees are not counted',
};

const PRICE: INodeProperties = {
	displayName: 'Price (USDT)',
	name: 'price',
	type: 'string',
	default: '',
	placeholder: 'e.g. {{ $json.price }}',
	description:
		'What one costs, for the two maximums, where the call itself names no amount. It is not sent.',
};

const WAIT_FOR_OUTCOME: INodeProperties = {
	displayName: 'Wait for the Outcome',
	name: 'waitForOutcome',
	type: 'boolean',
	default: false,
	description:
		'Whether to look the order up until its status is terminal. The item then says in outcome_reached whether it became so within Maximum Wait.',
};

const TERMINAL: INodeProperties = {
	displayName: 'Terminal Statuses',
	name: 'terminalStatuses',
	type: 'string',
	default: TERMINAL_STATUSES,
	description:
		'With which statuses an order is done, separated by commas (inferred: the API document does not list them)',
};

const TIMEOUT: INodeProperties = {
	displayName: 'Timeout',
	name: 'timeout',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 3600 },
	default: 30,
	description: 'How many seconds one call may take',
};

const RETRIES: INodeProperties = {
	displayName: 'Retries',
	name: 'retries',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 20 },
	default: 3,
	description:
		'How many times a failed call is repeated at the most, where a repeat can help and cannot spend twice; 0 for never',
};

const LONGEST_WAIT: INodeProperties = {
	displayName: 'Longest Wait',
	name: 'longestWait',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 3600 },
	default: 30,
	description:
		'How many seconds to wait before a repeat at the most, also where the API asks for more',
};

const ITEMS_AT_ONCE: INodeProperties = {
	displayName: 'Items at Once',
	name: 'concurrency',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 64 },
	default: 1,
	description:
		'How many items are worked on at the same time, not counting those that wait for a result',
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
	body: {
		...BODY,
		description:
			'Sent instead of the empty body: the API document shows an object, but none of its fields',
	},
	cartSize: {
		displayName: 'Cart Size',
		name: 'cartSize',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 100,
		description:
			'How many orders go into one call at the most (inferred: the API document shows no limit)',
	},
	checkAddress: {
		displayName: 'Check Address',
		name: 'checkAddress',
		type: 'boolean',
		default: true,
		description:
			'Whether an address that is mistyped, or of another network, is refused before anything is sent',
	},
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
	threshold: {
		displayName: 'Threshold',
		name: 'threshold',
		type: 'string',
		default: '',
		placeholder: 'e.g. 500.00',
		description:
			'Adds is_below_threshold to the item: whether available_balance is less than this, in USDT. It is not sent.',
	},
};
