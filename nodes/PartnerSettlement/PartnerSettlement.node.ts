import {
	type IExecuteFunctions,
	type INodeCredentialDescription,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { testCredential } from '../credential-test';
import { nodeProperties, subtitle } from './panel/properties';
import { resourceMapping } from './lists/gift-form';
import { listSearch } from './lists/list-search';
import { execute } from './execute';
import { OPERATIONS } from './operations';

/**
 * A certificate can be verified without a credential. n8n applies such conditions to credentials, too, but its types do
 * not say so.
 */
const UNLESS_KEY_IS_GIVEN = {
	hide: { verificationKey: [{ _cnd: { exists: true } }] },
} as unknown as INodeCredentialDescription['displayOptions'];

export class PartnerSettlement implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Partner Settlement',
		name: 'partnerSettlement',
		icon: { light: 'file:../partner-settlement.svg', dark: 'file:../partner-settlement.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: subtitle(OPERATIONS),
		description:
			'Screen crypto addresses (KYT), buy cards, eSIMs and gift cards, and withdraw USDT from a prepaid balance',
		defaults: { name: 'Partner Settlement' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				"For withdrawals and other payouts set extIdMode to custom, and extId to the payout's own number. Then no run pays it twice. Put Partner Settlement Screening in front of a payout.",
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'partnerSettlementApi',
				required: true,
				testedBy: 'partnerSettlementApiTest',
				displayOptions: UNLESS_KEY_IS_GIVEN,
			},
		],
		properties: nodeProperties(OPERATIONS),
	};

	methods = {
		credentialTest: { partnerSettlementApiTest: testCredential },
		listSearch,
		resourceMapping,
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await execute(this);
	}
}
