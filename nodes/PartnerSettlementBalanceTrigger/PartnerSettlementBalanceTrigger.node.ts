import {
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { testCredential } from '../credential-test';
import { poll } from './poll';
import { balanceTriggerProperties } from './thresholds';

export class PartnerSettlementBalanceTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Partner Settlement Balance Trigger',
		name: 'partnerSettlementBalanceTrigger',
		icon: { light: 'file:../partner-settlement.svg', dark: 'file:../partner-settlement.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle:
			'={{ "Balance below " + [$parameter.threshold, $parameter.daysLeft && $parameter.daysLeft + " days"].filter(Boolean).join(" or ") }}',
		description:
			'Starts the workflow once when the balance falls below a threshold, or will last only a few days',
		defaults: { name: 'Partner Settlement Balance Trigger' },
		polling: true,
		builderHint: {
			searchHint:
				'Starts once when the balance falls below threshold. It needs no Schedule Trigger, and no comparison after it.',
		},
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{ name: 'partnerSettlementApi', required: true, testedBy: 'partnerSettlementApiTest' },
		],
		properties: balanceTriggerProperties,
	};

	methods = { credentialTest: { partnerSettlementApiTest: testCredential } };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await poll(this);
	}
}
