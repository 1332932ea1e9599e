/** The client of the partner API. It knows nothing of n8n. */
export { type AccessToken } from './access-token';
export { decryptCard } from './card-encryption';
export { type ApiCall, type ClientOptions, expectShape, PartnerClient } from './client';
export { compareDecimals, decimalString, positiveAmount } from './decimal';
export { InputError, type Outcome, PartnerApiError } from './errors';
export { checkExtId, deriveExtId } from './ext-id';
export { type FailureContext, failureText } from './failure-text';
export { inspectToken } from './jwks';
export {
	type JsonObject,
	type JsonValue,
	parseJsonForSending,
	wireInteger,
	WireNumber,
} from './json';
export * as schemas from './schemas';
export { maskSecrets, removeSecrets } from './secrets';
export { type ApiBase, type PartnerSettings, readServiceCode, readSettings } from './settings';
export { tokenProvider } from './token-provider';
export { type EgressFilter } from './transport';
export { EVENT_TYPES, readEvent, type WebhookEvent } from './webhook-event';
export { signatureHeaderName, type SignatureRefusal, verifySignature } from './webhook-signature';
