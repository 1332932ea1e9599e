import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

export class PartnerSettlement implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Partner Settlement',
		name: 'partnerSettlement',
		group: ['transform'],
		version: 1,
		description: 'Skeleton',
		defaults: { name: 'Partner Settlement' },
		inputs: ['main'],
		outputs: ['main'],
		properties: [],
	};
}
