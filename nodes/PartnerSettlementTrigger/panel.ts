import type { INodeProperties, INodePropertyOptions, TriggerPanelDefinition } from 'n8n-workflow';

import { EVENT_TYPES } from '../../partner-api';

export const SET_CALLBACK_URL = 'Set the Callback URL When Published';

const STEPS = [
	'Step 1, credential: choose one that has a Webhook Secret. If it has none, Publish tells you how to get one.',
	'Step 2, try it: under Options, add <b>Sample Event</b> and click <b>Execute step</b>. A signed sample arrives here.',
	`Step 3, go live: turn on <b>${SET_CALLBACK_URL}</b> and click <b>Publish</b>. Real events show in the executions list.`,
];

/** The panel of the node in the editor while it has no output. */
export const triggerPanel: TriggerPanelDefinition = {
	header: 'Receive signed events',
	executionsHelp: STEPS.join('<br /><br />'),
	activationHint:
		'To try it, add Sample Event under Options and click Execute step. To receive real events, see step 3.',
};

export const ALL_EVENTS = '*';
/** The sample is of the first chosen type. */
export const CHOSEN_EVENT = 'chosen';
export const TEST_PING = 'test.ping';

/** The editor's name and description of each type. A final status may be a failure. */
const EVENTS: Record<(typeof EVENT_TYPES)[number], { name: string; description: string }> = {
	'card.otp': {
		name: 'One-Time Password Received',
		description: 'A one-time password for a card (card.otp)',
	},
	'card_freeze.status_changed': finished('Card Freeze'),
	'card_issue.status_changed': finished('Card Issue'),
	'card_topup.status_changed': finished('Card Top-Up'),
	'esim_purchase.status_changed': finished('eSIM Purchase'),
	'esim_topup.status_changed': finished('eSIM Top-Up'),
	'gift_purchase.status_changed': finished('Gift Card Purchase'),
	[TEST_PING]: {
		// Choosing it among the events does nothing.
		name: 'Test Ping',
		description:
			'A test from the admin console. Include Test Ping under Options decides whether it starts the workflow.',
	},
	'withdrawal.status_changed': finished('Withdrawal'),
};

function finished(name: string) {
	return { name: `${name} Finished`, description: 'It succeeded or failed: see status' };
}

const EVENT_OPTIONS: INodePropertyOptions[] = EVENT_TYPES.map((value) => ({
	value,
	// The label in n8n's search. Without it, n8n makes "On e sim purchase finished" from the name.
	action: `On ${EVENTS[value].name.replace(/[A-Z](?=[a-z])/g, (one) => one.toLowerCase())}`,
	...EVENTS[value],
})).sort((left, right) => left.name.localeCompare(right.name));

export const triggerProperties: INodeProperties[] = [
	{
		// The only HTML that a notice shows is lists and links.
		displayName: `<ul>${STEPS.map((step) => `<li>${step}</li>`).join('')}</ul>`,
		name: 'setUpNotice',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		required: true,
		options: [
			{
				name: 'All Events',
				value: ALL_EVENTS,
				description: 'Including kinds that are added later',
			},
			...EVENT_OPTIONS,
		],
		default: [ALL_EVENTS],
		description: 'Which events start the workflow. The others are acknowledged and dropped.',
	},
	{
		displayName: SET_CALLBACK_URL,
		name: 'setCallbackUrl',
		type: 'boolean',
		noDataExpression: true,
		default: false,
		description:
			'Whether Publish makes the Production URL the callback URL of your account. If that fails, the trigger does not go live. To set it again later, unpublish and publish.',
		hint: 'The account has one callback URL. Workflows at any other URL stop getting its events',
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [
			{
				displayName: 'Include Test Ping',
				name: 'includeTestPing',
				type: 'boolean',
				default: false,
				description:
					'Whether a test from the admin console starts the workflow, regardless of Events and Statuses. It is always acknowledged.',
			},
			{
				displayName: 'Maximum Age',
				name: 'maximumAge',
				type: 'number',
				typeOptions: { minValue: 0 },
				default: 0,
				placeholder: 'e.g. 3600',
				description:
					'How many seconds old an event may be; 0 for any age. A redelivered event may carry its original time, and be dropped as too old.',
			},
			{
				displayName: 'Sample Event',
				name: 'sampleEvent',
				type: 'options',
				options: [{ name: 'First of the Chosen Events', value: CHOSEN_EVENT }, ...EVENT_OPTIONS],
				default: CHOSEN_EVENT,
				description:
					'In the editor, Execute step sends this event to the trigger, so that you have output to build on. A published workflow never gets it.',
			},
			{
				displayName: 'Statuses',
				name: 'statuses',
				type: 'string',
				default: '',
				placeholder: 'e.g. completed, failed',
				description:
					'Statuses that start the workflow, separated by commas. Events without a status, such as a one-time password, pass this filter.',
			},
		],
	},
];
