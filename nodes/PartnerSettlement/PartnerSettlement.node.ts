import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { testCredential } from '../credential-test';
import { nodeProperties } from './catalog/properties';
import { execute } from './execute';
import { OPERATIONS } from './operations';

export class PartnerSettlement implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Partner Settlement',
		name: 'partnerSettlement',
		icon: {
			light: 'file:partner-settlement.svg',
			dark: 'file:partner-settlement.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter.operation + ": " + $parameter.resource }}',
		description:
			'Screen crypto addresses (KYT), buy cards, eSIMs and gift cards, and withdraw USDT from a prepaid balance',
		defaults: { name: 'Partner Settlement' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{ name: 'partnerSettlementApi', required: true, testedBy: 'partnerSettlementApiTest' },
		],
		properties: nodeProperties(OPERATIONS),
	};

	methods = { credentialTest: { partnerSettlementApiTest: testCredential } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await execute(this);
	}
}
