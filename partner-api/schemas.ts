import { z } from 'zod';

import { type PartnerApiError, unknownOutcome } from './errors';
import { isDecimal } from './values/decimal';
import { remembered } from './values/remembered';

/**
 * The resources of section 2, as far as the document shows their fields. Every object lets unknown fields through. A
 * field is required if the document says so. If it does not say, only the fields that identify the record, its status,
 * and the fields that are read here are required: an order must not fail because of any other field. All others may be
 * absent or null.
 */
function record<T extends z.ZodRawShape>(shape: T) {
	return z.object(shape).passthrough();
}

const text = z.string().nullish();
/** Section 1, rule 4. */
const decimal = z.string().refine(isDecimal, 'is not a decimal string');
const amount = decimal.nullish();
/** A number if a double holds it, else its digits: some APIs print more digits than a double has. */
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

/**
 * Section 2.3. With a quantity the response may carry `items[]` instead, in a shape that the document does not show
 * (section 4.4).
 */
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

/**
 * Section 2.6, as far as a field is required or part of the simplified output. A sanctions hit must not be lost because of
 * another field.
 */
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

/** Section 2.7. Some APIs send an empty text if the value is missing. */
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

/** Section 2.8. The results are read one by one, so an unusual one does not affect the others. */
export const batchSchema = record({ results: z.array(z.unknown()) });

/** Section 4.9 names these fields of the card read path, and shows no others. */
export const cardSchema = record({ pan: named, cvv: named, card_encrypted: named });

/** Section 4.1. Any response must come out, because it holds the only copy of the secret. */
export const rotatedSecretSchema = record({ hmac_secret: named });

/** The key set of section 4.1. Its keys are read later, and only those that a token needs. */
export const keySetSchema = record({ keys: z.array(z.unknown()) });

/** Section 2.10: a record whose fields the document does not show. */
export const recordSchema = record({});

/** A response that may have any shape. */
export const anySchema = z.unknown();

/** A list whose shape the document does not show: an array, or an object that holds one. It is only checked, not read. */
export const listSchema = z.custom<object>((value) => typeof value === 'object' && value !== null);

/** Copying a million unknown fields would take seconds. */
const withoutUnknown = remembered((schema: z.ZodType) =>
	schema instanceof z.ZodObject ? schema.strip() : schema,
);

/**
 * Checks a response against the API document.
 *
 * @param schema the documented shape; unknown fields pass
 * @param response a parsed body
 * @returns `unexpected_answer` that names the fields; undefined if the shape is right
 */
export function shapeProblem(schema: z.ZodType, response: unknown): PartnerApiError | undefined {
	const { error } = withoutUnknown(schema).safeParse(response);
	if (!error) return undefined;
	const fields = error.issues.map(
		(issue) => `${issue.path.join('.') || 'the response'}: ${issue.message}`,
	);
	return unknownOutcome('unexpected_answer', fields.slice(0, 3).join('; '));
}
