import { z } from 'zod';

import { isDecimal } from './decimal';

/**
 * The resources of section 2, as far as the document shows their fields. Every object lets unknown fields through. A field
 * is needed where the document calls it required. Where it does not say, only what names the record, its state, and what is
 * read here are needed: an order must not fail over any other field. All others may be absent or null.
 */

/** Section 1, rule 4. */
const decimal = z.string().refine(isDecimal, 'is not a decimal string');
/** Section 1, rule 5; nothing reads more of it than that it is a text. */
const timestamp = z.string();
/** An int64: a number where a double holds it, else its digits. */
const int64 = z.union([z.number(), z.string().regex(/^-?\d+$/)]);

/** A number where a double holds it, else its digits: some writers print more of them than a double has. */
const number = z.union([z.number(), decimal]);

/** Section 2.1. */
export const balanceSchema = z
	.object({
		currency: z.string().nullish(),
		ledger_balance: decimal.nullish(),
		reserved: decimal.nullish(),
		available_balance: decimal,
		pending_credit: decimal.nullish(),
		as_of: timestamp.nullish(),
	})
	.passthrough();

/** Section 2.2. */
export const withdrawalSchema = z
	.object({
		withdrawal_id: z.string().nullish(),
		ext_id: z.string(),
		currency: z.string().nullish(),
		network: z.string().nullish(),
		amount: decimal.nullish(),
		fee: decimal.nullish(),
		fee_currency: z.string().nullish(),
		to_address: z.string().nullish(),
		status: z.string(),
		created_at: timestamp.nullish(),
	})
	.passthrough();

/** Section 2.3. With a quantity the response may carry `items[]` instead, of a shape that is not shown (section 4.4). */
export const esimPurchaseSchema = z
	.object({
		ext_id: z.string().nullish(),
		esim_id: z.string().nullish(),
		offer_id: z.string().nullish(),
		debit_amount: decimal.nullish(),
		debit_currency: z.string().nullish(),
		status: z.string().nullish(),
		created_at: timestamp.nullish(),
		items: z.array(z.unknown()).nullish(),
	})
	.passthrough();

/** Section 2.4. */
export const esimSchema = z
	.object({
		esim_id: z.string(),
		ext_id: z.string().nullish(),
		status: z.string(),
		offer_id: z.string().nullish(),
		country: z.string().nullish(),
		iccid: z.string().nullish(),
		activation: z
			.object({ lpa: z.string().nullish(), qr_available: z.boolean().nullish() })
			.passthrough()
			.nullish(),
		usage: z
			.object({
				data_total_mb: number.nullish(),
				data_used_mb: number.nullish(),
				data_remaining_mb: number.nullish(),
				valid_from: timestamp.nullish(),
				valid_to: timestamp.nullish(),
				as_of: timestamp.nullish(),
			})
			.passthrough()
			.nullish(),
		created_at: timestamp.nullish(),
		updated_at: timestamp.nullish(),
	})
	.passthrough();

/** Section 2.5. */
export const esimTopUpSchema = z.object({ ext_id: z.string(), status: z.string() }).passthrough();

/** Section 2.6. */
export const kytCheckSchema = z
	.object({
		id: int64,
		status: z.string(),
		network: z.string(),
		address: z.string(),
		price_usdt: decimal,
		cached: z.boolean(),
		created_at: timestamp,
		completed_at: timestamp.nullish(),
		error_code: z.string().nullish(),
		risk_score: number.nullish(),
		severity: z.string().nullish(),
		severity_ui: z.string().nullish(),
		sanctions_hit: z.boolean().nullish(),
		dominant_risk_category: z.string().nullish(),
		provider_check_id: z.string().nullish(),
		report: z.record(z.unknown()).nullish(),
	})
	.passthrough();

/** Section 2.7. */
export const billingAddressSchema = z
	.object({
		billing_address: z
			.object({
				line1: z.string().nullish(),
				line2: z.string().nullish(),
				city: z.string().nullish(),
				region: z.string().nullish(),
				postal_code: z.string().nullish(),
				country: z.string().nullish(),
			})
			.passthrough()
			.nullable(),
	})
	.passthrough();

/** Section 2.8. */
export const batchSchema = z
	.object({
		count: z.number().nullish(),
		results: z.array(
			z
				.object({
					index: z.number().int(),
					op: z.string().nullish(),
					status: z.string().nullish(),
					body: z.record(z.unknown()).nullish(),
					error: z.string().nullish(),
				})
				.passthrough(),
		),
	})
	.passthrough();

/** A field of which the document shows only the name: any value passes, and the editor's preview shows a text. */
const named = z.union([z.string(), z.unknown()]);

/** Section 4.9: named fields of the card read path, nothing more is shown. */
export const cardSchema = z.object({ pan: named, cvv: named, card_encrypted: named }).passthrough();

/** Section 4.1. Any response must come out, as it holds the only copy of the secret. */
export const rotatedSecretSchema = z.object({ hmac_secret: named }).passthrough();

/** Section 2.10: a record whose fields the document does not show. */
export const recordSchema = z.object({}).passthrough();

/** A response of which nothing is known. */
export const anySchema = z.unknown();

/** A list in a response whose shape is not shown: an array, or an object that holds one. */
export const listSchema = z.union([z.array(z.unknown()), recordSchema]);
