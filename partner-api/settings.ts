import { createHash } from 'node:crypto';

import { z } from 'zod';

import { type Dialect, readDialect } from './dialect';
import { InputError } from './errors';
import {
	hasSpendingPolicy,
	readSpendingPolicy,
	readWithdrawalFee,
	requireWholeLimits,
	type SpendingPolicy,
} from './spending-policy';
import { requireNoSlip } from './values/slips';
import { remembered } from './values/remembered';

/** Section 1, rule 2: which of the two address bases serves a path. */
export type ApiBase = 'api' | 'base';

/** The client's view of a partner's credential. */
export interface PartnerSettings {
	/** {api_url}, without a slash at its end. */
	apiUrl: string;
	/** {base_url}, without a slash at its end. */
	baseUrl: string;
	/** Decimal digits. */
	partnerId: string;
	/** The `kid` of the registered key. */
	keyId: string;
	/** Ed25519 private key, in any form `readPrivateKey` takes. */
	privateKey: string;
	/** The document's SVC placeholder: `aud` is `<code>-partner-api`. */
	serviceCode: string;
	/** How this API differs from the assumptions, as the credential says. */
	differences: Partial<Dialect>;
	/** The assumptions with these differences applied. */
	dialect: Dialect;
	/** The limits for everyone who uses the credential. */
	policy: SpendingPolicy;
	/** The cost of a withdrawal in addition to its amount: USDT decimal string. */
	withdrawalFee?: string;
}

const text = z.union([z.string(), z.number()]).transform((value) => String(value).trim());

const settingsSchema = z.object({
	apiUrl: text,
	baseUrl: text,
	partnerId: text,
	keyId: text,
	privateKey: text,
	serviceCode: text.default(''),
	apiDifferences: z.unknown(),
	maximumPerOrder: text.default(''),
	keepAtLeast: text.default(''),
	maximumPerDay: text.default(''),
	maximumPerMonth: text.default(''),
	withdrawalFee: text.default(''),
	allowedRecipients: text.default(''),
	clearanceHours: text.default(''),
	clearanceRules: z.unknown(),
});

/**
 * Reads the fields of a credential and checks them before anything is sent.
 *
 * @param credential the decrypted fields, as n8n gives them
 * @throws InputError that names the field by its display name
 */
export function readSettings(credential: unknown): PartnerSettings {
	requireWholeLimits({ ...(credential as object) });
	const parsed = settingsSchema.safeParse(credential);
	if (!parsed.success) {
		const fields = parsed.error.issues.map((issue) => issue.path.join('.')).join(', ');
		throw new InputError(`The credential is incomplete: ${fields}`, 'Open it and fill them in.');
	}
	const { apiUrl, baseUrl, partnerId, keyId, privateKey, serviceCode, apiDifferences } =
		parsed.data;
	requireNoSlip(partnerId, 'Partner ID');
	if (!/^\d+$/.test(partnerId)) throw new InputError('Partner ID must be decimal digits');
	if (keyId === '')
		throw new InputError('Key ID is empty', 'It is the kid of your registered key.');
	requireNoSlip(keyId, 'Key ID');
	const { differences, dialect } = readDialect(apiDifferences);
	const policy = readSpendingPolicy(parsed.data);
	requireNoSpendingGet(dialect, policy);
	return {
		apiUrl: readUrl(apiUrl, 'API URL', policy),
		baseUrl: readUrl(baseUrl, 'Base URL', policy),
		partnerId,
		keyId,
		privateKey,
		serviceCode: readServiceCode(serviceCode),
		differences,
		dialect,
		policy,
		withdrawalFee: readWithdrawalFee(parsed.data.withdrawalFee),
	};
}

/** Under limits, every GET is allowed, so none may spend. */
function requireNoSpendingGet({ calls }: Dialect, policy: SpendingPolicy): void {
	if (calls.card_topup?.method !== 'GET' || Object.keys(policy).length === 0) return;
	throw new InputError(
		'API Differences: calls.card_topup is a GET, which would get around the limits of this credential',
		'Use another method, or remove the limits.',
	);
}

/**
 * The document's SVC placeholder in lower case; `svc` if the field is empty.
 *
 * @throws InputError if it can't be part of a header name
 */
export function readServiceCode(value: string): string {
	const code = value.trim().toLowerCase() || 'svc';
	if (!/^[a-z0-9-]+$/.test(code)) {
		throw new InputError('Service Code may hold only letters, digits and hyphens');
	}
	return code;
}

/**
 * Checks the credential's Redis URL.
 *
 * @returns undefined if the field is empty
 * @throws InputError without the URL, which may hold a password
 */
export function readRedisUrl(value: unknown): string | undefined {
	const url = typeof value === 'string' ? value.trim() : '';
	if (url === '') return undefined;
	if (!/^rediss?:\/\/[^/?]/.test(url) || !URL.canParse(url)) {
		throw new InputError('Redis URL must look like redis://host:6379 or rediss://host:6379');
	}
	return url;
}

/** The address of a path on one of the two bases. */
export function addressOf(settings: PartnerSettings, base: ApiBase, path: string): string {
	return (base === 'api' ? settings.apiUrl : settings.baseUrl) + path;
}

/**
 * SHA-256, in hex, of the Clearance Rules; undefined without them. A certificate must carry it, because another credential
 * may have the same private key.
 */
export function clearanceDigest({ policy }: PartnerSettings): string | undefined {
	if (!policy.clearance) return undefined;
	return createHash('sha256').update(JSON.stringify(policy.clearance.rules)).digest('hex');
}

/**
 * The key under which the tokens of these settings are cached: it depends on everything that they depend on, and reveals
 * nothing.
 */
export const settingsKey = remembered((settings: PartnerSettings): string => {
	const { apiUrl, baseUrl, partnerId, keyId, privateKey, serviceCode, dialect } = settings;
	const { agentTokenPath, token } = dialect;
	const all = [apiUrl, baseUrl, partnerId, keyId, privateKey, serviceCode, agentTokenPath, token];
	return createHash('sha256').update(JSON.stringify(all)).digest('hex');
});

function readUrl(value: string, label: string, policy: SpendingPolicy): string {
	requireNoSlip(value, label);
	if (!URL.canParse(value)) {
		throw new InputError(
			`${label} is not a URL`,
			'Copy it from your onboarding. It starts with https://.',
		);
	}
	const url = new URL(value);
	const { protocol, hostname: host } = url;
	// Loopback, or a name without a dot (a neighbour in a container network), which can't be a public server.
	const isLoopback = host === '[::1]' || /^127(\.\d+){3}$/.test(host);
	const isPrivate = isLoopback || !/[.:]/.test(host);
	if (protocol === 'http:' && hasSpendingPolicy({ policy }) && !isLoopback) {
		throw new InputError(
			`With limits in the credential, ${label} must start with https://`,
			'With plain http, a workflow could redirect a host name and read the access token. Plain http is accepted only for an address of this machine, such as 127.0.0.1.',
		);
	}
	if (protocol !== 'https:' && !(protocol === 'http:' && isPrivate)) {
		throw new InputError(
			`${label} must start with https://`,
			'With plain http, anyone in between can read tokens and cards. It is accepted only for this machine and for names without a dot, as in a container network.',
		);
	}
	if (url.search || url.hash || url.username || url.password) {
		throw new InputError(`${label} must not contain a query, a fragment, a user or a password`);
	}
	return url.origin + url.pathname.replace(/\/+$/, '');
}
