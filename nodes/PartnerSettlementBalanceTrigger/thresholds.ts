import type { INodeProperties } from 'n8n-workflow';

import { compareDecimals, InputError } from '../../partner-api';
import { amount } from '../PartnerSettlement/catalog/fields';
import { fieldProperty } from '../PartnerSettlement/catalog/properties';
import { textOf } from '../PartnerSettlement/catalog/request-rules';
import type { Thresholds } from './watch';

const THRESHOLD = amount('threshold', {
	description:
		'The workflow starts once when the available balance falls below this. It starts anew with another threshold.',
	placeholder: 'e.g. 500.00',
	hint: 'In USDT. The workflow starts once when the balance falls below it, not at every look',
	required: true,
});

const REARM_AT = amount('rearm_at', {
	description:
		'After a start, the workflow starts again only once the balance has reached this and falls again. Set it above the threshold where the balance moves around it.',
	placeholder: 'e.g. 1000.00',
	hint: 'It starts again only after the balance was back at this. Empty: at the threshold',
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
