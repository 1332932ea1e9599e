import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

export class PartnerSettlementTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Partner Settlement Trigger',
		name: 'partnerSettlementTrigger',
		group: ['transform'],
		version: 1,
		description: 'Skeleton',
		defaults: { name: 'Partner Settlement Trigger' },
		inputs: ['main'],
		outputs: ['main'],
		properties: [],
	};
}
