/** The client of the partner API. It imports nothing of n8n; its texts speak to n8n's operator. */
export { type Chain, checkAddress, checkRecipient, isAddress, oneSpelling } from './addresses';
export { outcomeOfStatus } from './answers';
export { attempt } from './attempt';
export { decryptCard } from './card-encryption';
export {
	type ApiCall,
	type CallLimits,
	type ClientOptions,
	expectShape,
	PartnerClient,
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
} from './decimal';
export {
	InputError,
	type LocalErrorCode,
	type Outcome,
	PartnerApiError,
	unknownOutcome,
} from './errors';
export { checkExtId, contentExtId, deriveExtId, extIdText, type SentKeys } from './ext-id';
export { isApiCode } from './failure-meanings';
export { clockText, failureText, moneyText, outcomeWord } from './failure-text';
export { holdsHalfCharacter } from './half-character';
export { inspectToken, keySetSchema } from './jwks';
export { isJsonObject, isLongNumber, type JsonObject, type JsonValue, stringifyJson } from './json';
export { readCount, readInteger, readJsonArray, readJsonObject, readNumber } from './json-input';
export { readPrivateKey } from './keys';
export { CASELESS_FIELDS, contradictions, judgeDocument, type LookupVerdict } from './lookup';
export { Newest } from './newest';
export { openOrders } from './open-orders';
export { extIdOf, isCart, mapOrders, ordersIn } from './orders';
export { hasDotSegment, unescaped } from './path-steps';
export { pause } from './pause';
export { authorizeRequest } from './request-authorization';
export { mayRepeat } from './retry';
export * as schemas from './schemas';
export { maskSecrets, removeSecrets } from './secrets';
export { type ApiBase, type PartnerSettings, readServiceCode, readSettings } from './settings';
export { SpendingGuard, timesPrice } from './spending-guard';
export { scopesCover } from './scopes';
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
