import { z } from 'zod';

import { type PartnerApiError, unknownOutcome } from './errors';
import { isDecimal } from './values/decimal';
import { remembered } from './values/remembered';

/**
 * The resources of section 2, as far as the document shows their fields. Every object lets unknown fields through. A field
 * is needed where the document calls it required. Where it does not say, only what names the record, its state, and what is
 * read here are needed: an order must not fail over any other field. All others may be absent or null.
 */
function record<T extends z.ZodRawShape>(shape: T) {
	return z.object(shape).passthrough();
}

const text = z.string().nullish();
/** Section 1, rule 4. */
const decimal = z.string().refine(isDecimal, 'is not a decimal string');
const amount = decimal.nullish();
/** A number where a double holds it, else its digits: some writers print more of them than a double has. */
const number = z.union([z.number(), decimal]).nullish();

/** Any value passes, and the editor's preview shows this type. */
const shownAs = (type: z.ZodTypeAny): z.ZodType<unknown> => z.union([type, z.unknown()]);
/** A field of which the document shows only the name, or whose value must not matter. */
const named = shownAs(z.string());

/** Section 2.1. */
export const balanceSchema = record({
	currency: text,
	ledger_balance: amount,
	reserved: amount,
	available_balance: decimal,
	pending_credit: amount,
	as_of: text,
});

/** Section 2.2. */
export const withdrawalSchema = record({
	withdrawal_id: text,
	ext_id: z.string(),
	currency: text,
	network: text,
	amount,
	fee: amount,
	fee_currency: text,
	to_address: text,
	status: z.string(),
	created_at: text,
});

/** Section 2.3. With a quantity the response may carry `items[]` instead, of a shape that is not shown (section 4.4). */
export const esimPurchaseSchema = record({
	ext_id: text,
	esim_id: text,
	offer_id: text,
	debit_amount: amount,
	debit_currency: text,
	status: text,
	created_at: text,
	items: z.array(z.unknown()).nullish(),
});

/** Section 2.4. */
export const esimSchema = record({
	esim_id: z.string(),
	ext_id: text,
	status: z.string(),
	offer_id: text,
	country: text,
	iccid: text,
	activation: record({ lpa: text, qr_available: z.boolean().nullish() }).nullish(),
	usage: record({
		data_total_mb: number,
		data_used_mb: number,
		data_remaining_mb: number,
		valid_from: text,
		valid_to: text,
		as_of: text,
	}).nullish(),
	created_at: text,
	updated_at: text,
});

/** Section 2.5. */
export const esimTopUpSchema = record({ ext_id: z.string(), status: z.string() });

/** Section 2.6, as far as it is required, or simplified. A sanctions hit must not be lost over another field. */
export const kytCheckSchema = record({
	id: shownAs(z.number()),
	status: named,
	network: z.string(),
	address: z.string(),
	price_usdt: named,
	cached: shownAs(z.boolean()),
	error_code: named,
	risk_score: shownAs(z.number()),
	severity: named,
	sanctions_hit: shownAs(z.boolean()),
	dominant_risk_category: named,
});

/** Section 2.7. Some writers put an empty text where there is none. */
export const billingAddressSchema = record({
	billing_address: record({
		line1: text,
		line2: text,
		city: text,
		region: text,
		postal_code: text,
		country: text,
	})
		.nullable()
		.or(z.literal('')),
});

/** Section 2.8. What is in the results is read one by one: one that is written otherwise takes nothing from the others. */
export const batchSchema = record({ results: z.array(z.unknown()) });

/** Section 4.9: named fields of the card read path, nothing more is shown. */
export const cardSchema = record({ pan: named, cvv: named, card_encrypted: named });

/** Section 4.1. Any response must come out, as it holds the only copy of the secret. */
export const rotatedSecretSchema = record({ hmac_secret: named });

/** The key set of section 4.1. Of many keys, only those that a token names are read. */
export const keySetSchema = record({ keys: z.array(z.unknown()) });

/** Section 2.10: a record whose fields the document does not show. */
export const recordSchema = record({});

/** A response of which nothing is known. */
export const anySchema = z.unknown();

/** A list in a response whose shape is not shown: an array, or an object that holds one. It is only judged. */
export const listSchema = z.custom<object>((value) => typeof value === 'object' && value !== null);

/** To copy a million unknown fields would take seconds. */
const withoutUnknown = remembered((schema: z.ZodType) =>
	schema instanceof z.ZodObject ? schema.strip() : schema,
);

/**
 * Holds a response against the API document.
 *
 * @param schema the documented shape; unknown fields pass
 * @param response a parsed body
 * @returns `unexpected_answer` that names the fields; undefined where the shape is right
 */
export function shapeProblem(schema: z.ZodType, response: unknown): PartnerApiError | undefined {
	const { error } = withoutUnknown(schema).safeParse(response);
	if (!error) return undefined;
	const fields = error.issues.map(
		(issue) => `${issue.path.join('.') || 'the response'}: ${issue.message}`,
	);
	return unknownOutcome('unexpected_answer', fields.slice(0, 3).join('; '));
}
