import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { testCredential } from '../credential-test';
import { itemsOfFirstRuns } from './deduplication/first-run';
import { SET_CALLBACK_URL, triggerPanel, triggerProperties } from './panel';
import { receive } from './receive';
import { registration } from './registration';

export class PartnerSettlementTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Partner Settlement Trigger',
		name: 'partnerSettlementTrigger',
		icon: { light: 'file:../partner-settlement.svg', dark: 'file:../partner-settlement.dark.svg' },
		group: ['trigger'],
		// Not 1: n8n evaluates an expression with each delivery to a webhook node of version 1.
		version: 1.1,
		subtitle:
			'={{ $parameter.events.includes("*") ? "On any event" : "On " + $parameter.events.join(", ").replaceAll(".status_changed", "").replaceAll("_", " ") }}',
		description:
			'Screen addresses, buy cards, eSIMs and gift cards, and withdraw USDT, or start the workflow when an order is finished',
		eventTriggerDescription: 'Waiting for a signed event at the Test URL',
		activationMessage: `Published. If ${SET_CALLBACK_URL} is on, events of your account come here, unless n8n shows an error. If it is off, set the Production URL with Webhook: Set URL.`,
		triggerPanel,
		defaults: { name: 'Partner Settlement Trigger' },
		builderHint: {
			searchHint:
				'An event says that an order is finished, not that it worked: check data.status. It holds no secrets: get a card, an eSIM or gift codes with Partner Settlement, by the ID in data.',
		},
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{ name: 'partnerSettlementApi', required: true, testedBy: 'partnerSettlementApiTest' },
		],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				// Empty, so that our own acknowledgement is sent instead of n8n's placeholder.
				responseData: '',
				path: 'partner-settlement',
			},
		],
		properties: triggerProperties,
	};

	methods = { credentialTest: { partnerSettlementApiTest: testCredential } };

	webhookMethods = { default: registration };

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive(this);
	}

	/** n8n calls this when it has stored the run, with the webhook's item. */
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await itemsOfFirstRuns(this)];
	}
}
