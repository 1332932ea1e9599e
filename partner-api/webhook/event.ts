import { z } from 'zod';

import { isJsonObject, parseJson } from '../values/json';

/** Section 6.3, with the name mentioned beside its table. */
export const EVENT_TYPES = [
	'card.otp',
	'card_freeze.status_changed',
	'card_issue.status_changed',
	'card_topup.status_changed',
	'esim_purchase.status_changed',
	'esim_topup.status_changed',
	'gift_purchase.status_changed',
	'test.ping',
	'withdrawal.status_changed',
] as const;

/**
 * Section 6.2; unknown fields pass. RFC 3339 has times that few parsers know: no event is lost over one, or over its data,
 * which is not shown for all (section 6.6).
 */
const envelopeSchema = z.object({
	event_id: z.string().uuid(),
	event: z.string().min(1),
	occurred_at: z.string().min(1),
	data: z
		.custom<Record<string, unknown>>(isJsonObject)
		.nullish()
		.transform((data) => data ?? {}),
});

/** An event, as its envelope was read; without `data` it has an empty one. */
export type WebhookEvent = z.infer<typeof envelopeSchema>;

/**
 * Reads the envelope of a verified delivery (section 6.2).
 *
 * @param body the raw request body
 * @throws Error that says why the body is none; it holds nothing of the body
 */
export function readEvent(body: Buffer): WebhookEvent {
	let json: unknown;
	try {
		// Unlike Buffer.toString() it leaves out a byte order mark.
		json = parseJson(new TextDecoder().decode(body));
	} catch (error) {
		throw new Error(error instanceof RangeError ? error.message : 'it is no JSON');
	}
	const parsed = envelopeSchema.safeParse(json);
	if (!parsed.success) throw new Error('it is no event envelope');
	return Object.assign(json as object, parsed.data);
}
