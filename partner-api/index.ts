/** The client of the partner API. It imports nothing of n8n. */
export {
	type Chain,
	checkAddress,
	checkRecipient,
	isAddress,
	oneSpelling,
} from './values/addresses';
export {
	type CertificateClaims,
	type CertificateKey,
	certificateKey,
	readCertificate,
	readVerificationKey,
	signCertificate,
	type Statement,
	type VerificationKey,
} from './values/certificate';
export { decryptCard } from './values/card-decryption';
export {
	type ApiCall,
	type CallLimits,
	type CallResult,
	type ClientOptions,
	PartnerClient,
	shapeProblem,
} from './http/client';
export { decimalString, exactText, isDecimal, positiveAmount } from './values/decimal';
export { encryptSecrets, readPublicKey, type RecipientKey } from './values/encrypt-to';
export {
	InputError,
	type LocalErrorCode,
	type FailureOutcome,
	PartnerApiError,
	resultOrFailure,
	resultOrRefusal,
	unknownOutcome,
} from './errors';
export { checkExtId, deriveExtId } from './values/ext-id';
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
	textOf,
} from './values/json';
export { readPrivateKey } from './values/keys';
export { redactSecrets, redactText, removeSecrets } from './values/redact';
export { outcomeOfStatus } from './http/response';
export { poll } from './http/poll';
export { mayRetry } from './http/retry';
export * as schemas from './schemas';
export { type ApiBase, type PartnerSettings, readServiceCode, readSettings } from './settings';
export { CLEARANCE_RULES, hasSpendingPolicy, overridesMethod } from './spending-policy';
export { inspectToken, scopesCover } from './token/access-token';
export { authorizeRequest } from './token/authorize-request';
export { tokenProvider } from './token/token-provider';
export { type EgressFilter } from './http/transport';
export { ASSUMPTIONS } from './assumptions';
export type { Differences } from './differences';
export type { NamedCall } from './assumptions/calls';
export { hasDotSegment, pathSegment, queryIn } from './http/url-path';
export { pause } from './http/wait';
export { EVENT_TYPES, readEvent, type WebhookEvent } from './webhook/event';
export {
	signBody,
	signatureHeaderName,
	type SignatureVerdict,
	verifySignature,
} from './webhook/signature';
