import type { ICredentialType, INodeProperties } from 'n8n-workflow';

export class PartnerSettlementApi implements ICredentialType {
	name = 'partnerSettlementApi';

	displayName = 'Partner Settlement API';

	icon = 'file:partner-settlement.svg' as const;

	properties: INodeProperties[] = [];
}
