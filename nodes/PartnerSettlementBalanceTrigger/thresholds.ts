import Big from 'big.js';
import type { INodeProperties, IPollFunctions } from 'n8n-workflow';

import { InputError, positiveAmount, textOf } from '../../partner-api';
import { amount, field, fieldProperty } from '../PartnerSettlement/definition/fields';
import { refuseNothing } from '../PartnerSettlement/run/parameters';

const THRESHOLD = amount('threshold', {
	description:
		'The workflow starts when the available balance falls below this, also if it is below when you publish',
	placeholder: 'e.g. 500.00',
	hint: 'In USDT. Empty: only Days Left counts',
	topLevel: true,
});

const DAYS_LEFT = field('days_left', {
	topLevel: true,
	placeholder: 'e.g. 3',
	description:
		'The workflow starts when the available balance lasts for fewer days, at the average spending of the last seven days. The ledger tells it, or what this trigger saw. No rate is known before a day was seen.',
	hint: 'Empty: only Threshold counts. Fill in one of the two at least',
	read: positiveAmount,
});

const REMIND_HOURS = field('remind_hours', {
	displayName: 'Remind Every (Hours)',
	placeholder: 'e.g. 24',
	description:
		'After so many hours the workflow starts again, as a reminder, until the balance has recovered. Empty: it never does.',
	read: positiveAmount,
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
	options: [fieldProperty(REARM_AT), fieldProperty(REMIND_HOURS)],
};

export const balanceTriggerProperties: INodeProperties[] = [
	fieldProperty(THRESHOLD),
	fieldProperty(DAYS_LEFT),
	OPTIONS,
];

/** When to tell, and when to tell again: decimal strings, `rearmAt` never less than `threshold`; empty for none. */
export interface Thresholds {
	/** USDT. */
	threshold: string;
	rearmAt: string;
	daysLeft: string;
	remindHours: string;
}

/** @throws InputError for one that is no positive decimal, or a Rearm At below the threshold */
export function readThresholds(context: IPollFunctions): Thresholds {
	const options = context.getNodeParameter('options', {}) as Record<string, unknown>;
	const raw = context.getNodeParameter('options', {}, { rawExpressions: true });
	refuseNothing(options, raw, OPTIONS);
	const [threshold = '', daysLeft = ''] = [THRESHOLD, DAYS_LEFT].map((one) =>
		textOf(one.read(context.getNodeParameter(one.parameter, '')) ?? ''),
	);
	if (threshold === '' && daysLeft === '') {
		throw new InputError(
			`${THRESHOLD.displayName} and ${DAYS_LEFT.displayName} are empty`,
			'Fill in one of them at least.',
		);
	}
	const rearmAt = textOf(REARM_AT.read(options.rearmAt) ?? threshold);
	const remindHours = textOf(REMIND_HOURS.read(options.remindHours) ?? '');
	if (threshold !== '' && new Big(rearmAt).lt(threshold)) {
		throw new InputError(
			`${REARM_AT.displayName} (${rearmAt}) must not be less than ${THRESHOLD.displayName} (${threshold})`,
			`Leave ${REARM_AT.displayName} empty to use the threshold.`,
		);
	}
	return { threshold, rearmAt, daysLeft, remindHours };
}
