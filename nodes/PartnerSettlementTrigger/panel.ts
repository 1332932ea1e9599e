import type { INodeProperties, INodePropertyOptions, TriggerPanelDefinition } from 'n8n-workflow';

import { EVENT_TYPES } from '../../partner-api';

/**
 * How an operator comes by a first Webhook Secret. The document shows no source of one but the rotation, which needs a
 * callback URL (section 4.1). The Production URL exists before the workflow is live, but n8n responds with 404 until then.
 * The document shows no schedule of redeliveries (section 6.6).
 */
export const FIRST_SECRET =
	'No secret yet? Set the Production URL with Webhook: Set URL, run Webhook: Rotate Secret with Reveal Secrets on, and save what it gives as Webhook Secret in the credential. Order nothing before you publish: events until then may be lost.';

export const SET_CALLBACK_URL = 'Set the Callback URL When Published';

/** The editor's own button says so for every trigger but n8n's Webhook node. */
const LISTEN = '<b>Execute step</b>';

const SECRET = `<b>1. Webhook Secret.</b> Choose a credential that has it; without, publishing says so. ${FIRST_SECRET}`;
const TEST = `<b>2. Try it.</b> Under Options, add <b>Sample Event</b> and click ${LISTEN}: a signed sample arrives here.`;
const PUBLISH = `<b>3. Go live.</b> Turn on <b>${SET_CALLBACK_URL}</b> and click <b>Publish</b>. Or publish, and set the Production URL with Webhook: Set URL.`;
const LIVE =
	'<b>3. Go live.</b> It is published. Real events arrive once the Production URL is the callback URL of your account. Find them in the <a data-key="executions">executions list</a>, not here.';

/** What stands beside the node in the editor while it has no output. */
export const triggerPanel: TriggerPanelDefinition = {
	header: 'Receive signed events',
	executionsHelp: {
		inactive: [SECRET, TEST, PUBLISH].join('<br /><br />'),
		active: [SECRET, TEST, LIVE].join('<br /><br />'),
	},
	activationHint: {
		inactive:
			'To try it, add Sample Event under Options and click Execute step. To receive real events, see step 3.',
		active:
			'Published. If you have not done so yet, set the Production URL as the callback URL of your account with Webhook: Set URL.',
	},
};

export const ALL_EVENTS = '*';
export const TEST_PING = 'test.ping';
export const FIRST_OF_EVENTS = 'first';

/** The editor's name of each type, and what it tells. A final status may be a failure. */
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
			'A test from the admin console. Include Test Ping under Options says whether it starts the workflow.',
	},
	'withdrawal.status_changed': finished('Withdrawal'),
};

/** What the editor calls events of a type. */
export function eventName(type: string): string {
	return EVENT_OPTIONS.find(({ value }) => value === type)?.name ?? type;
}

function finished(name: string) {
	return { name: `${name} Finished`, description: 'It was done, or it failed: see status' };
}

const EVENT_OPTIONS: INodePropertyOptions[] = EVENT_TYPES.map((value) => ({
	value,
	...EVENTS[value],
})).sort((left, right) => left.name.localeCompare(right.name));

export const triggerProperties: INodeProperties[] = [
	{
		// Of HTML, a notice shows lists and links only.
		displayName: `<ul>${[SECRET, TEST, PUBLISH].map((step) => `<li>${step}</li>`).join('')}</ul>`,
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
			{ name: 'All Events', value: ALL_EVENTS, description: 'Also kinds that are added later' },
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
			'Whether Publish makes the Production URL the callback URL of your account. If that fails, the workflow is not published.',
		hint: 'The account has one callback URL only: other workflows that receive its events stop receiving them',
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [
			{
				displayName: 'Go Live Without Redis',
				name: 'allowWithoutRedis',
				type: 'boolean',
				default: false,
				description:
					'Whether to publish although n8n runs in queue mode and the credential has no Deduplication Redis URL. An event may then be applied twice.',
			},
			{
				displayName: 'Include Test Ping',
				name: 'includeTestPing',
				type: 'boolean',
				default: false,
				description:
					'Whether a test from the admin console starts the workflow, whatever Events and Statuses say. It is acknowledged in any case.',
			},
			{
				displayName: 'Maximum Age',
				name: 'maximumAge',
				type: 'number',
				typeOptions: { minValue: 0 },
				default: 0,
				placeholder: 'e.g. 3600',
				description:
					'How many seconds after it occurred an event still starts the workflow; 0 for any age. One that is delivered again may count from the first time.',
			},
			{
				displayName: 'Sample Event',
				name: 'sampleEvent',
				type: 'options',
				options: [{ name: 'As Chosen in Events', value: FIRST_OF_EVENTS }, ...EVENT_OPTIONS],
				default: FIRST_OF_EVENTS,
				description:
					'What Execute step sends to itself in the editor, so that there is output to build on. A published workflow never gets it.',
			},
			{
				displayName: 'Statuses',
				name: 'statuses',
				type: 'string',
				default: '',
				placeholder: 'e.g. completed, failed',
				description:
					'Only events with one of these statuses start the workflow, separated by commas. Events without a status, such as a one-time password, always do.',
			},
		],
	},
];
