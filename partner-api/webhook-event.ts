import { z } from 'zod';

import { parseJson } from './json';

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

/** Section 6.6: their payloads are not shown, so they may have no data. */
const WITHOUT_SHOWN_DATA = ['test.ping', 'card.otp'];

/** Section 6.2; unknown fields pass. RFC 3339 has times that few parsers know: no event is lost over one. */
const envelopeSchema = z
	.object({
		event_id: z.string().uuid(),
		event: z.string().min(1),
		occurred_at: z.string().min(1),
		data: z
			.object({ status: z.unknown() })
			.passthrough()
			.nullish()
			.transform((data) => data ?? null),
	})
	.passthrough()
	.refine(({ event, data }) => data !== null || WITHOUT_SHOWN_DATA.includes(event))
	.transform(({ data, ...envelope }) => ({ ...envelope, data: data ?? {} }));

/** An event, as its envelope was read; without `data` it has an empty one. */
export type WebhookEvent = z.infer<typeof envelopeSchema>;

/**
 * Reads the envelope of a verified delivery (section 6.2).
 *
 * @param body the raw request body
 * @returns the event, or undefined when the body is none
 */
export function readEvent(body: Buffer): WebhookEvent | undefined {
	let json: unknown;
	try {
		// Unlike Buffer.toString() it leaves out a byte order mark.
		json = parseJson(new TextDecoder().decode(body));
	} catch {
		return undefined;
	}
	const parsed = envelopeSchema.safeParse(json);
	return parsed.success ? parsed.data : undefined;
}
