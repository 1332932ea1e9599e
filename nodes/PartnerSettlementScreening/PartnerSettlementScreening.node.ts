import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { testCredential } from '../credential-test';
import { passGate } from './gate';
import { gateProperties } from './gate-properties';
import { OUTPUTS, VERDICTS } from './judge';

export class PartnerSettlementScreening implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Partner Settlement Screening',
		name: 'partnerSettlementScreening',
		icon: { light: 'file:../partner-settlement.svg', dark: 'file:../partner-settlement.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: 'Screen before paying',
		description:
			'Screens an address before a payment and sends the item to Clear, Review, Block or Unresolved',
		defaults: { name: 'Partner Settlement Screening' },
		// An AI agent would see only the first output, and so nothing about a blocked address.
		usableAsTool: undefined,
		builderHint: {
			searchHint:
				'Put it in front of a payout, and pay behind output 0 (Clear) only; 1 is Review, 2 Block, 3 Unresolved. Nothing is clear before reviewFromScore and clearSeverities are set: ask the user for them. If the credential has Clearance Rules, set no rules here.',
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: VERDICTS.map(() => NodeConnectionTypes.Main),
		outputNames: VERDICTS.map((verdict) => OUTPUTS[verdict]),
		credentials: [
			{ name: 'partnerSettlementApi', required: true, testedBy: 'partnerSettlementApiTest' },
		],
		hints: [
			{
				message:
					'Each new screening costs money. A result that the API has on file may cost nothing. Do not deactivate this node: n8n would send all items on through Clear.',
				type: 'info',
				location: 'outputPane',
				whenToDisplay: 'beforeExecution',
			},
		],
		properties: gateProperties,
	};

	methods = { credentialTest: { partnerSettlementApiTest: testCredential } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await passGate(this);
	}
}
