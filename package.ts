/**
 * The one shared module of the package: nodes and credential all load it, so that there is one token cache. The
 * credential's own file is not part of it, because n8n requires that file when it starts.
 */
export { authorize } from './credentials/authorize';
export { PartnerSettlement } from './nodes/PartnerSettlement/PartnerSettlement.node';
export { PartnerSettlementBalanceTrigger } from './nodes/PartnerSettlementBalanceTrigger/PartnerSettlementBalanceTrigger.node';
export { PartnerSettlementScreening } from './nodes/PartnerSettlementScreening/PartnerSettlementScreening.node';
export { PartnerSettlementTrigger } from './nodes/PartnerSettlementTrigger/PartnerSettlementTrigger.node';
