import { z } from 'zod';
import type { DialectName } from './dialects';
import type { Dialect } from './dialects/dialect';

/** Where the access token is in the response of the token exchange. The document doesn't show it. */
const tokenShapeSchema = z.enum([
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

/** Settings that can change while the sandbox runs. */
export const configSchema = z.object({
	/** Milliseconds added to each response of the API. */
	latencyMs: z.number().int().min(0).default(0),
	/** As section 5.2 says. */
	tokenTtlSeconds: z.number().int().min(1).default(900),
	tokenShape: tokenShapeSchema.default('access_token'),
	/** Leaves expires_in out of the token exchange's response. */
	omitExpiresIn: z.boolean().default(false),
	/** How far the sandbox's clock, Date header included, is ahead of this machine's. */
	clockOffsetSeconds: z.number().default(0),
	/** The error code that a blocked partner gets. The document does not show it. */
	blockedCode: z.string().default('tenant_blocked'),
	/** Milliseconds an order stays pending. */
	settleMs: z.number().int().min(0).default(300),
	/** Milliseconds a screening stays processing; with 0 it is completed at once. */
	kytDelayMs: z.number().int().min(0).default(300),
	/** Calls a second for each partner; more get 429. Null: no limit. */
	rateLimitPerSecond: z.number().int().min(1).nullable().default(null),
	/** Balance of a new partner, in USDT. */
	initialBalance: balanceSchema.default('10000.00'),
	/**
	 * Whether the sandbox recognizes a repeated ext_id for every kind of order. The document shows this only for withdrawals and
	 * screenings.
	 */
	deduplicates: z.boolean().default(true),
	/** Milliseconds before the second attempt of an event; doubled for each one after it. */
	webhookBackoffMs: z.number().int().min(0).default(200),
});

export type SandboxConfig = z.infer<typeof configSchema>;

/** Writes one line about what the sandbox does; it is never given a secret. */
export type Logger = (line: string) => void;

export interface SandboxOptions extends z.input<typeof configSchema> {
	/** 0, the default, takes a random free port of 127.0.0.1. */
	port?: number;
	/** PEM; with it the sandbox speaks HTTPS. */
	tls?: { key: string; cert: string };
	/** How the sandbox behaves where the document is silent: a dialect or its name. Default as-shown. */
	dialect?: DialectName | Dialect;
	/** The document's SVC placeholder, in lower case. Default svc. */
	serviceCode?: string;
	logger?: Logger;
}
