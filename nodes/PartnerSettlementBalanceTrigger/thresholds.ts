import type { INodeProperties } from 'n8n-workflow';

import { compareDecimals, InputError } from '../../partner-api';
import { amount } from '../PartnerSettlement/catalog/fields';
import { fieldProperty } from '../PartnerSettlement/catalog/properties';
import { textOf } from '../PartnerSettlement/catalog/request-rules';
import { balanceGet } from '../PartnerSettlement/operations/balance/get';
import type { Thresholds } from './watch';

const THRESHOLD = amount('threshold', {
	description:
		'The workflow starts when available_balance becomes less than this, in USDT. With another threshold the watch starts anew.',
	placeholder: 'e.g. 500.00',
	required: true,
});

const REARM_AT = amount('rearm_at', {
	description:
		'The workflow starts again only after available_balance has reached this in between, in USDT; the threshold where it is empty. Some distance between the two keeps a balance that moves around the threshold from telling you each time.',
	placeholder: 'e.g. 1000.00',
});

export const OPTIONS: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [fieldProperty(REARM_AT)],
};

export const balanceTriggerProperties: INodeProperties[] = [
	{
		displayName: `Requires the scope ${balanceGet.scope ?? ''}. A poll that fails shows as an execution with an error; it starts nothing and forgets nothing.`,
		name: 'callNotice',
		type: 'notice',
		default: '',
	},
	{ ...fieldProperty(THRESHOLD), required: true },
	OPTIONS,
];

/**
 * @param parameters the node's parameters
 * @throws InputError for one that is no positive decimal, or a Rearm At below the threshold
 */
export function readThresholds(parameters: {
	threshold: unknown;
	options: Readonly<Record<string, unknown>>;
}): Thresholds {
	const threshold = textOf(THRESHOLD.read(parameters.threshold));
	const rearmAt = textOf(REARM_AT.read(parameters.options.rearmAt) ?? threshold);
	if (compareDecimals(rearmAt, threshold) < 0) {
		throw new InputError(
			`${REARM_AT.displayName} (${rearmAt}) must not be less than ${THRESHOLD.displayName} (${threshold})`,
			`Leave ${REARM_AT.displayName} empty to use the threshold.`,
		);
	}
	return { threshold, rearmAt };
}
