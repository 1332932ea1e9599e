/** Everything n8n loads from this package, as one module: one module means one token cache. */
export { PartnerSettlementApi } from './credentials/PartnerSettlementApi.credentials';
export { PartnerSettlement } from './nodes/PartnerSettlement/PartnerSettlement.node';
export { PartnerSettlementTrigger } from './nodes/PartnerSettlementTrigger/PartnerSettlementTrigger.node';
