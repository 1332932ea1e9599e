/** The client of the partner API. It knows nothing of n8n. */
export { decryptCard } from './card-encryption';
export { type ApiCall, type ClientOptions, expectShape, PartnerClient } from './client';
export { decimalString, exactText, positiveAmount } from './decimal';
export { InputError, type Outcome, PartnerApiError } from './errors';
export { checkExtId, deriveExtId } from './ext-id';
export { failureText } from './failure-text';
export { inspectToken, keySetSchema } from './jwks';
export { type JsonObject, type JsonValue, stringifyJson } from './json';
export { readInteger, readJsonArray, readJsonObject } from './json-input';
export { readPrivateKey } from './keys';
export { lookAgain } from './look-again';
export { pause } from './pause';
export { authorizeRequest } from './request-authorization';
export * as schemas from './schemas';
export { maskSecrets, removeSecrets } from './secrets';
export { type ApiBase, type PartnerSettings, readServiceCode, readSettings } from './settings';
export { tokenProvider } from './token-provider';
export { type EgressFilter } from './transport';
export { EVENT_TYPES, readEvent, type WebhookEvent } from './webhook-event';
export {
	signBody,
	signatureHeaderName,
	type SignatureRefusal,
	type SignatureVerdict,
	verifySignature,
} from './webhook-signature';
