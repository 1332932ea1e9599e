/** The client of the partner API. It knows nothing of n8n. */
export { attempt } from './attempt';
export { decryptCard } from './card-encryption';
export {
	type ApiCall,
	type CallLimits,
	type ClientOptions,
	expectShape,
	PartnerClient,
} from './client';
export { decimalString, exactText, positiveAmount } from './decimal';
export { InputError, type LocalErrorCode, type Outcome, PartnerApiError } from './errors';
export { checkExtId, deriveExtId } from './ext-id';
export { failureText } from './failure-text';
export { inspectToken, keySetSchema } from './jwks';
export { type JsonObject, type JsonValue, stringifyJson } from './json';
export { readInteger, readJsonArray, readJsonObject } from './json-input';
export { readPrivateKey } from './keys';
export { lookAgain } from './look-again';
export { judgeDocument } from './lookup';
export { pause } from './pause';
export { authorizeRequest } from './request-authorization';
export * as schemas from './schemas';
export { maskSecrets, removeSecrets } from './secrets';
export { type ApiBase, type PartnerSettings, readServiceCode, readSettings } from './settings';
export { SpendingGuard, timesPrice } from './spending-guard';
export { scopesCover } from './scopes';
export { tokenProvider } from './token-provider';
export { type EgressFilter } from './transport';
export { tronAddress } from './tron-address';
export { EVENT_TYPES, readEvent, type WebhookEvent } from './webhook-event';
export {
	signBody,
	signatureHeaderName,
	type SignatureRefusal,
	type SignatureVerdict,
	verifySignature,
} from './webhook-signature';
