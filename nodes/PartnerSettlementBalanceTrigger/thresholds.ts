import Big from 'big.js';
import type { INodeProperties, IPollFunctions } from 'n8n-workflow';

import { InputError, textOf } from '../../partner-api';
import { amount, fieldProperty } from '../PartnerSettlement/definition/fields';
import { refuseNothing } from '../PartnerSettlement/run/parameters';

const THRESHOLD = amount('threshold', {
	description:
		'The workflow starts when the available balance falls below this, also if it is below when you publish',
	placeholder: 'e.g. 500.00',
	hint: 'In USDT. The workflow starts when the balance falls below it, and not again while it stays below',
	required: true,
});

const REARM_AT = amount('rearm_at', {
	description:
		'After a start, the workflow starts again only once the balance has reached this and falls again. Set it above the threshold where the balance moves around it.',
	placeholder: 'e.g. 1000.00',
	hint: 'It starts again once the balance was back at this. Empty: at the threshold',
});

const OPTIONS: INodeProperties = {
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

/** When to tell, and when to tell again. USDT decimal strings, `rearmAt` never less than `threshold`. */
export interface Thresholds {
	threshold: string;
	rearmAt: string;
}

/** @throws InputError for one that is no positive decimal, or a Rearm At below the threshold */
export function readThresholds(context: IPollFunctions): Thresholds {
	const options = context.getNodeParameter('options', {}) as Record<string, unknown>;
	const raw = context.getNodeParameter('options', {}, { rawExpressions: true });
	refuseNothing(options, raw, OPTIONS);
	const threshold = textOf(THRESHOLD.read(context.getNodeParameter('threshold')));
	const rearmAt = textOf(REARM_AT.read(options.rearmAt) ?? threshold);
	if (new Big(rearmAt).lt(threshold)) {
		throw new InputError(
			`${REARM_AT.displayName} (${rearmAt}) must not be less than ${THRESHOLD.displayName} (${threshold})`,
			`Leave ${REARM_AT.displayName} empty to use the threshold.`,
		);
	}
	return { threshold, rearmAt };
}
