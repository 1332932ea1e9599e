/** The client of the partner API. It imports nothing of n8n. */
export * from './values/addresses';
export * from './values/certificate';
export { decryptCard } from './values/card-decryption';
export * from './http/client';
export * from './values/decimal';
export { encryptSecrets, readPublicKey, type RecipientKey } from './values/encrypt-to';
export * from './errors';
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
export {
	type ApiBase,
	type PartnerSettings,
	readRedisUrl,
	readServiceCode,
	readSettings,
} from './settings';
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
export * from './webhook/event';
export * from './webhook/signature';
