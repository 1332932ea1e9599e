/** The client of the partner API. It imports nothing of n8n. */
export { type Chain, checkAddress, checkRecipient, isAddress, oneSpelling } from './addresses';
export { decryptCard } from './card-decryption';
export {
	type ApiCall,
	type CallLimits,
	type CallResult,
	type ClientOptions,
	expectShape,
	PartnerClient,
	shapeProblem,
} from './client';
export {
	compareDecimals,
	decimalString,
	exactText,
	isDecimal,
	plainDecimal,
	positiveAmount,
	subtractDecimals,
	sumDecimals,
	timesPrice,
} from './decimal';
export { encryptSecrets, readPublicKey, type RecipientKey } from './encrypt-to';
export {
	InputError,
	type LocalErrorCode,
	type FailureOutcome,
	PartnerApiError,
	resultOrFailure,
	unknownOutcome,
} from './errors';
export { checkExtId, deriveExtId } from './idempotency-key';
export {
	isJsonObject,
	type JsonObject,
	type JsonValue,
	readCount,
	readInteger,
	readJsonArray,
	readJsonObject,
	readNumber,
	stringifyJson,
} from './json';
export { readPrivateKey } from './keys';
export { redactSecrets, redactText, removeSecrets } from './redact';
export { outcomeOfStatus } from './response';
export { mayRetry } from './retry';
export * as schemas from './schemas';
export { type ApiBase, type PartnerSettings, readServiceCode, readSettings } from './settings';
export { inspectToken, scopesCover } from './token/access-token';
export { authorizeRequest } from './token/authorize-request';
export { tokenProvider } from './token/token-provider';
export { type EgressFilter } from './transport';
export { hasDotSegment } from './url-path';
export { pause } from './wait';
export { EVENT_TYPES, readEvent, type WebhookEvent } from './webhook-event';
export {
	signBody,
	signatureHeaderName,
	type SignatureVerdict,
	verifySignature,
} from './webhook-signature';
