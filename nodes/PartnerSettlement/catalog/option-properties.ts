import type { INodeProperties } from 'n8n-workflow';

import { OPTIONS } from './call-option-table';
import {
	DEFAULT_CONCURRENCY,
	type Operation,
	type OptionName,
	STOPS_WHEN_SHORT,
} from './operation';

/** What the collection "Options" of an operation shows: the options that do something for it. */
export function optionProperties(operation: Operation): INodeProperties[] {
	const { effect, endpoint, list, options, asynchronous, cart } = operation;
	const costs = effect === 'spend' || effect === 'screen';
	return [
		OPTIONS.timeout,
		OPTIONS.retries,
		OPTIONS.longestWait,
		// Carts go one after the other.
		...(cart ? [] : [{ ...OPTIONS.concurrency, default: DEFAULT_CONCURRENCY[effect] }]),
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
