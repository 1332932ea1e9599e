import { z } from 'zod';

import { jsonOrUndefined } from '../values/json';

/** Section 6.3, and the name mentioned next to its table. */
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
 * Section 6.2; unknown fields pass. A signed event needs only the two fields that identify it. All others come out
 * unchanged, so that no event is lost because of them: PHP writes an empty object as `[]`.
 */
const envelopeSchema = z.object({
	event_id: z.union([z.string().min(1), z.number().int().transform(String)]),
	event: z.string().min(1),
	occurred_at: z.unknown(),
	data: z.unknown().transform((data) => data ?? {}),
});

/** An event, from its envelope: its ID is a text, and missing `data` is empty. */
export type WebhookEvent = z.infer<typeof envelopeSchema>;

/**
 * Reads the envelope of a verified delivery (section 6.2).
 *
 * @param body the raw request body
 * @throws Error that says why the body is not an event; it contains no part of the body
 */
export function readEvent(body: Buffer): WebhookEvent {
	// Unlike Buffer.toString() it leaves out a byte order mark.
	const json = jsonOrUndefined(new TextDecoder().decode(body));
	if (json === undefined) throw new Error('it is not JSON');
	const parsed = envelopeSchema.safeParse(json);
	if (!parsed.success) throw new Error('it has no event_id or no event');
	return Object.assign(json as object, parsed.data);
}
