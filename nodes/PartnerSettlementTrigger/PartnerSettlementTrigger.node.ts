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
import { itemsToApply } from './deduplication/applied';
import { triggerPanel, triggerProperties } from './panel';
import { receive } from './receive';
import { registration } from './registration';

export class PartnerSettlementTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Partner Settlement Trigger',
		name: 'partnerSettlementTrigger',
		icon: {
			light: 'file:partner-settlement.svg',
			dark: 'file:partner-settlement.dark.svg',
		},
		group: ['trigger'],
		// Not 1: n8n evaluates an expression with each delivery to a webhook node of version 1.
		version: 1.1,
		subtitle: '={{ $parameter.events.join(", ") }}',
		description: 'Starts the workflow when a signed settlement event arrives',
		eventTriggerDescription: 'Waiting for a signed event at the Test URL',
		activationMessage:
			'The endpoint is live. If you have not done so yet, set its Production URL as the callback URL of your partner account (Webhook: Set URL).',
		triggerPanel,
		defaults: { name: 'Partner Settlement Trigger' },
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
		return [await itemsToApply(this)];
	}
}
