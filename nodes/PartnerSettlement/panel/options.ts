import type { INodeProperties } from 'n8n-workflow';

import { ENTRIES } from '../../../partner-api';
import type { CallOptions } from '../definition/item-call';
import {
	costs,
	defaultConcurrency,
	isBatch,
	isSetup,
	type Operation,
} from '../definition/operation';
import { WAIT_UNTIL_READY } from '../definition/parameters';

/** An option that takes a text, with an example of one. */
function text(displayName: string, placeholder: string, description: string, hint?: string) {
	return { displayName, type: 'string', default: '', placeholder, description, hint } as const;
}

/** An option that is on or off. */
function flag(displayName: string, description: string) {
	return { displayName, type: 'boolean', default: false, description } as const;
}

/** The bounds of a number; `numberPrecision` 0 means a whole number. */
export interface Bounds {
	minValue: number;
	maxValue?: number;
	numberPrecision?: number;
}

function number(displayName: string, typeOptions: Bounds, initial: number, description: string) {
	return { displayName, type: 'number', typeOptions, default: initial, description } as const;
}

/**
 * The options of a call: their display in the editor, and the engine's bounds, defaults and names in errors. Times are in
 * seconds; `numberPrecision` 0 means a whole number. If a default depends on the operation, `optionsOf` sets it.
 */
export const OPTIONS = {
	timeout: number(
		'Timeout',
		{ minValue: 1, maxValue: 3600 },
		30,
		'How many seconds one attempt may take',
	),
	retries: number(
		'Retries',
		{ minValue: 0, maxValue: 20, numberPrecision: 0 },
		3,
		'How many times a failed call is sent again. A lost order is sent again only if the API recognizes its ext_id. 0: never',
	),
	longestWait: number(
		'Maximum Retry Wait',
		{ minValue: 0, maxValue: 3600 },
		30,
		'The maximum number of seconds to wait before a call is sent again. After too many requests (429), a call is retried for at most (Retries + 0.5) × Maximum Retry Wait.',
	),
	concurrency: number(
		'Items at Once',
		{ minValue: 1, maxValue: 64, numberPrecision: 0 },
		1,
		'How many items run at the same time. A screening that waits for its result does not count',
	),
	maximumPerItem: text(
		'Maximum per Item (USDT)',
		'e.g. 100.00',
		"The most that one item may cost, including the credential's Withdrawal Fee. If one costs more, nothing is sent. With On Error: Continue, or at the gate, only that item is not sent.",
		'For one item, or one call of a tool. Maximum per Run limits the total',
	),
	maximumPerRun: text(
		'Maximum per Run (USDT)',
		'e.g. 1000.00',
		"The most that all items of this node may cost together, each time it runs, including the credential's Withdrawal Fee. If they cost more, nothing is sent.",
		'For all items together, or all calls of a tool in one execution',
	),
	clearance: text(
		'Clearance',
		'e.g. eyJhbGciOiJFZERTQSI...',
		'Only if the credential requires a clearance: the certificate of the screening, or a list of several. Empty: screening.certificate of the item.',
	),
	price: text(
		'Price (USDT)',
		'e.g. 12.50',
		'The price of one unit, if the API shows none or a lower one. It is not sent to the API.',
	),
	terminalStatuses: {
		displayName: 'Terminal Statuses',
		type: 'string',
		default: ENTRIES.terminalStatuses.default.join(', '),
		description:
			'Statuses that end the wait, separated by commas. Add yours if your orders end with another word.',
	},
	maxWait: number(
		'Maximum Wait for Result',
		{ minValue: 0.1, maxValue: 3600, numberPrecision: 1 },
		60,
		'The maximum number of seconds to wait for one item. An unfinished order then comes out as it is, at the gate as Unresolved. You can look it up later.',
	),
	pollInterval: number(
		'Poll Interval',
		{ minValue: 0.1, maxValue: 600, numberPrecision: 1 },
		1,
		'How many seconds to wait before the first check. If it is below 10, later waits are longer',
	),
	wholeAnswer: flag(
		'Whole Response',
		'Whether to return the whole response as one item, with all its fields and entries',
	),
	keepInput: flag(
		'Keep Input',
		"Whether to keep the item as it came in. The API's record goes into a field such as withdrawal or screening, and replaces one of that name. An error field becomes input_error.",
	),
	amountsAsNumbers: flag(
		'Amounts as Numbers',
		'Whether amounts come out as numbers, so that Sort and Summarize understand them. As text they keep every digit, but Sort puts 24.50 before 3.10.',
	),
	batchSize: number(
		'Batch Size',
		{ minValue: 1, maxValue: 1_000, numberPrecision: 0 },
		// The document shows no limit (section 8). More results of one response are not read.
		100,
		'The maximum number of orders in one batch. After a failed order, later batches are not sent, unless the node has On Error: Continue.',
	),
	path: text(
		'Path',
		'e.g. /api/partner/deposit_address',
		'This path is assumed. If your API has another path, enter it here, or for all nodes in API Differences of the credential.',
	),
	body: {
		displayName: 'Body',
		type: 'json',
		default: '{}',
		description: "Replaces all fields, unless it is empty. An order's ext_id is added to it.",
	},
} as const satisfies Record<keyof CallOptions, Omit<INodeProperties, 'name'>>;

function option(name: keyof CallOptions, own?: Partial<INodeProperties>): INodeProperties {
	return { ...OPTIONS[name], name, ...own };
}

/** The options that have an effect on an operation. */
export function optionsOf(operation: Operation): INodeProperties[] {
	if (operation.isLocal) return [];
	const { effect, endpoint, fields, list, asynchronous, perform, simplified } = operation;
	const withdraws = operation.resource === 'withdrawal' || isBatch(operation);
	const shown = asynchronous && WHEN_WAITING;
	// An operator's own body can leave out the amount that it moves.
	const namesAmount =
		!endpoint.isAssumed && fields.some((one) => one.name === 'amount' && one.required);
	const waits = asynchronous ?? (effect === 'screen' && perform !== undefined);
	return [
		...(costs(operation) ? [option('maximumPerItem'), option('maximumPerRun')] : []),
		...(withdraws ? [option('clearance')] : []),
		...(costs(operation) && !namesAmount ? [option('price')] : []),
		...(asynchronous ? [option('terminalStatuses', shown)] : []),
		...(waits ? [option('maxWait', shown), option('pollInterval', shown)] : []),
		option('timeout'),
		option('retries'),
		option('longestWait'),
		...(isBatch(operation) ? [option('batchSize')] : []),
		// Batches go one after the other, and there is only one check, URL or secret.
		...(/^(?:batch|setup|webhook)$/.test(operation.resource)
			? []
			: [option('concurrency', { default: defaultConcurrency(effect) })]),
		...(list || simplified ? [option('wholeAnswer')] : []),
		...(isSetup(operation) ? [] : [option('keepInput')]),
		...(holdsAmounts(operation) ? [option('amountsAsNumbers')] : []),
		...(endpoint.isAssumed ? [option('path', { default: endpoint.path }), option('body')] : []),
	];
}

/** Whether it reads records that may hold amounts. */
function holdsAmounts({ effect, resource, operation }: Operation): boolean {
	const isNone = /^(?:accessToken|setup|depositAddress|cardgetBilling)/.test(resource + operation);
	return effect === 'read' && !isNone;
}

const WHEN_WAITING: Partial<INodeProperties> = {
	displayOptions: { show: { [`/${WAIT_UNTIL_READY.name}`]: [true] } },
};
