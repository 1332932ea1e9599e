import type { INodeProperties, TriggerPanelDefinition } from 'n8n-workflow';

import { EVENT_TYPES } from '../../partner-api';

/**
 * How an operator comes by a first Webhook Secret. The document shows no source of one but the rotation, which needs a
 * callback URL (section 4.1). The Production URL exists before the workflow is live, but n8n responds with 404 until then.
 * The document shows no schedule of redeliveries (section 6.6).
 */
export const FIRST_SECRET =
	'No secret yet? Set the Production URL as the callback URL with Webhook: Set URL, run Webhook: Rotate Secret with Reveal Secrets on, save the new secret as Webhook Secret in the credential, then publish. Events until then may be lost: n8n answers them with 404, so order nothing before.';

const TEST =
	"<b>While you build the workflow</b>, choose a type under Options > Sample Event and click 'Listen for test event': n8n sends itself a signed sample. Or send one to the Test URL, which works for that one event. Tests show up in the editor.";
const SECRET =
	'<b>Which secret?</b> The Webhook Secret of the credential chosen in this node, or its Previous Webhook Secret while you rotate. A delivery signed with anything else gets 401 and starts nothing.';

/** What stands beside the node in the editor while it has no output: where the URL goes, and which secret counts. */
export const triggerPanel: TriggerPanelDefinition = {
	header: 'Receive signed events',
	executionsHelp: {
		inactive: `${TEST} <br /> <br /> <b>To run it on real events</b>, publish the workflow and set the Production URL as the callback URL of your partner account (Webhook: Set URL). <br /> <br /> ${SECRET} ${FIRST_SECRET}`,
		active: `${TEST} <br /> <br /> <b>Real events</b> run it since the workflow is published and once the Production URL is the callback URL of your partner account (Webhook: Set URL). Find them in the <a data-key="executions">executions list</a>, not in the editor. <br /> <br /> ${SECRET}`,
	},
	activationHint: {
		inactive:
			'Once the workflow is published, copy the Production URL from Webhook URLs and set it as the callback URL of your partner account (Webhook: Set URL). Deliveries are checked with the Webhook Secret of the credential.',
		active:
			'Live. If you have not done so yet, set the Production URL as the callback URL of your partner account (Webhook: Set URL). Deliveries are checked with the Webhook Secret of the credential.',
	},
};

export const ALL_EVENTS = '*';
export const TEST_PING = 'test.ping';

const EVENT_DESCRIPTIONS: Record<(typeof EVENT_TYPES)[number], string> = {
	'card.otp': 'A one-time password for a card; its payload is not shown in the API document',
	'card_freeze.status_changed': 'A card freeze reached a terminal status',
	'card_issue.status_changed': 'A card issue reached a terminal status',
	'card_topup.status_changed': 'A card top-up reached a terminal status',
	'esim_purchase.status_changed': 'An eSIM purchase reached a terminal status',
	'esim_topup.status_changed': 'An eSIM top-up reached a terminal status',
	'gift_purchase.status_changed': 'A gift purchase reached a terminal status',
	[TEST_PING]:
		'A smoke test from the admin console. Whether it starts the workflow, Include Test Ping under Options says, not Events.',
	'withdrawal.status_changed': 'A withdrawal reached a terminal status',
};

export const triggerProperties: INodeProperties[] = [
	{
		displayName: `Once the workflow is published, set the <b>Production URL</b> above as the callback URL of your partner account (Webhook: Set URL). Deliveries are checked with the <b>Webhook Secret</b> of the credential; without one, none is accepted. ${FIRST_SECRET}`,
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
			{ name: 'All Events', value: ALL_EVENTS, description: 'Also types added to the API later' },
			...EVENT_TYPES.map((value) => ({
				// Choosing it does nothing.
				name: value === TEST_PING ? `${value} (see Include Test Ping)` : value,
				value,
				description: EVENT_DESCRIPTIONS[value],
			})),
		],
		default: [ALL_EVENTS],
		description: 'Which events start the workflow. The others are acknowledged and dropped.',
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
					'Whether to go live although n8n runs in queue mode and the credential has no Deduplication Redis URL. An event may then be applied twice: choose it only if that does no harm. With one process of n8n it does nothing.',
			},
			{
				displayName: 'Include Test Ping',
				name: 'includeTestPing',
				type: 'boolean',
				default: false,
				description:
					'Whether a test.ping starts the workflow, whatever Events and Statuses say; it is acknowledged in any case',
			},
			{
				displayName: 'Maximum Age',
				name: 'maximumAge',
				type: 'number',
				typeOptions: { minValue: 0 },
				default: 0,
				description:
					'How many seconds after occurred_at an event still starts the workflow; 0 is off. The API document does not say whether a redelivery keeps occurred_at.',
			},
			{
				displayName: 'Sample Event',
				name: 'sampleEvent',
				type: 'options',
				options: EVENT_TYPES.map((value) => ({
					name: value,
					value,
					description: EVENT_DESCRIPTIONS[value],
				})),
				default: 'card_issue.status_changed',
				description:
					'Only for "Listen for test event": n8n sends itself a signed sample of this type, so that there is output to build on. One that Events, Statuses or Include Test Ping would keep out is not sent, and an error says so. In production it does nothing.',
			},
			{
				displayName: 'Statuses',
				name: 'statuses',
				type: 'string',
				default: '',
				placeholder: 'e.g. completed, failed',
				description:
					'Only events with one of these statuses start the workflow, separated by commas. One that tells of no status, such as a card.otp, is not dropped.',
			},
		],
	},
];
