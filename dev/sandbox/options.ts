import { z } from 'zod';

/** Where the access token stands in the answer of the token exchange; the document does not say. */
export const tokenShapeSchema = z.enum([
	'access_token',
	'accessToken',
	'token',
	'data.access_token',
	'data.accessToken',
	'data.token',
]);

export type TokenShape = z.infer<typeof tokenShapeSchema>;

/** USDT, as a decimal string. */
export const balanceSchema = z.string().regex(/^\d+(\.\d+)?$/);

/** What may change while the sandbox runs; each option is described at SandboxOptions. */
export const configSchema = z
	.object({
		latencyMs: z.number().int().min(0),
		tokenTtlSeconds: z.number().int().min(1),
		tokenShape: tokenShapeSchema,
		omitExpiresIn: z.boolean(),
		clockOffsetSeconds: z.number(),
		blockedCode: z.string(),
		settleMs: z.number().int().min(0),
		kytDelayMs: z.number().int().min(0),
		rateLimitPerSecond: z.number().int().min(1).nullable(),
		initialBalance: balanceSchema,
		callbackUrl: z.string().url().nullable(),
		deduplicates: z.boolean(),
		duplicates: z.number().int().min(1),
		webhookAttempts: z.number().int().min(1),
		webhookBackoffMs: z.number().int().min(0),
	})
	.strict();

export type SandboxConfig = z.infer<typeof configSchema>;

/** Writes one line about what the sandbox does; it is never given a secret. */
export type Logger = (line: string) => void;

export interface SandboxOptions {
	/** 0, the default, takes a random free port. */
	port?: number;
	/** Default 127.0.0.1. */
	host?: string;
	/** PEM; with it the sandbox speaks HTTPS. */
	tls?: { key: string; cert: string };
	/** Milliseconds added to each answer of the API. */
	latencyMs?: number;
	/** Default 900, as section 5.2 says. */
	tokenTtlSeconds?: number;
	/** Default access_token. */
	tokenShape?: TokenShape;
	/** Leaves expires_in out of the token exchange's answer. */
	omitExpiresIn?: boolean;
	/** How far the sandbox's clock, Date header included, is ahead of this machine's. */
	clockOffsetSeconds?: number;
	/** The error code a blocked tenant gets, which the document does not show. Default tenant_blocked. */
	blockedCode?: string;
	/** Milliseconds an order stays pending. Default 300. */
	settleMs?: number;
	/** Milliseconds a KYT check stays processing; with 0 it is completed at once. Default 300. */
	kytDelayMs?: number;
	/** Calls a second for each partner; more get 429. Default: no limit. */
	rateLimitPerSecond?: number;
	/** USDT of a new partner. Default 10000.00. */
	initialBalance?: string;
	/** The document's SVC placeholder, in lower case. Default svc. */
	serviceCode?: string;
	/** Webhook URL of a new partner. Default: none. */
	callbackUrl?: string;
	/** Whether orders of every kind know a repeated ext_id; the document shows it of two. Default true. */
	deduplicates?: boolean;
	/** How many times each webhook is sent. Default 1. */
	duplicates?: number;
	/** Attempts for each webhook until one is answered with 2xx. Default 5. */
	webhookAttempts?: number;
	/** Milliseconds before the second attempt; doubled for each one after it. Default 200. */
	webhookBackoffMs?: number;
	logger?: Logger;
}

/** The options that may change later, with their defaults filled in. */
export function configFrom(options: SandboxOptions): SandboxConfig {
	return configSchema.parse({
		latencyMs: options.latencyMs ?? 0,
		tokenTtlSeconds: options.tokenTtlSeconds ?? 900,
		tokenShape: options.tokenShape ?? 'access_token',
		omitExpiresIn: options.omitExpiresIn ?? false,
		clockOffsetSeconds: options.clockOffsetSeconds ?? 0,
		blockedCode: options.blockedCode ?? 'tenant_blocked',
		settleMs: options.settleMs ?? 300,
		kytDelayMs: options.kytDelayMs ?? 300,
		rateLimitPerSecond: options.rateLimitPerSecond ?? null,
		initialBalance: options.initialBalance ?? '10000.00',
		callbackUrl: options.callbackUrl ?? null,
		deduplicates: options.deduplicates ?? true,
		duplicates: options.duplicates ?? 1,
		webhookAttempts: options.webhookAttempts ?? 5,
		webhookBackoffMs: options.webhookBackoffMs ?? 200,
	});
}
