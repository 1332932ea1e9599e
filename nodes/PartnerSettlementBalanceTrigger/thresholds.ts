import Big from 'big.js';
import type { INodeProperties, IPollFunctions } from 'n8n-workflow';

import { InputError, positiveAmount, textOf } from '../../partner-api';
import { amount, field, fieldProperty } from '../PartnerSettlement/definition/fields';
import { requireValue, type Shown } from '../PartnerSettlement/run/parameters';

const THRESHOLD = amount('threshold', {
	description:
		'The workflow starts when the available balance falls below this, or is already below it at the first check',
	placeholder: 'e.g. 500.00',
	hint: 'In USDT. Empty: only Days Left counts',
	topLevel: true,
});

const DAYS_LEFT = field('days_left', {
	topLevel: true,
	placeholder: 'e.g. 3',
	description:
		'The workflow starts when the available balance will last fewer days than this, at the average spending of the last seven days. Spending is read from the ledger. If that fails, this trigger learns it from its own polls, which takes a day.',
	hint: 'Empty: only Threshold counts. Fill in at least one of the two',
	read: positiveAmount,
});

const REMIND_HOURS = field('remind_hours', {
	displayName: 'Remind Every (Hours)',
	placeholder: 'e.g. 24',
	description:
		'While the balance is below, the workflow starts again after this many hours. Empty: no reminders.',
	read: positiveAmount,
});

const REARM_AT = amount('rearm_at', {
	description:
		'After an alert, the next one comes only when the balance has reached this and falls again. If the balance moves around the threshold, set this higher.',
	placeholder: 'e.g. 1000.00',
	hint: 'The balance must reach this before the next alert. Empty: the threshold',
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

/** When to alert, and when to alert again: decimal strings, `rearmAt` never less than `threshold`; empty for none. */
export interface Thresholds {
	/** USDT. */
	threshold: string;
	rearmAt: string;
	daysLeft: string;
	remindHours: string;
}

/** @throws InputError if one is not a positive decimal, or Rearm At is below the threshold */
export function readThresholds(context: IPollFunctions): Thresholds {
	const valueOf = (name: string, shown: Shown) => {
		const value = context.getNodeParameter(name, '');
		requireValue(value, context.getNodeParameter(name, '', { rawExpressions: true }), shown);
		return value;
	};
	const options = valueOf('options', OPTIONS) as Record<string, unknown>;
	const [threshold = '', daysLeft = ''] = [THRESHOLD, DAYS_LEFT].map((one) =>
		textOf(one.read(valueOf(one.parameter, one)) ?? ''),
	);
	if (threshold === '' && daysLeft === '') {
		throw new InputError(
			`${THRESHOLD.displayName} and ${DAYS_LEFT.displayName} are empty`,
			'Fill in at least one of them.',
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
