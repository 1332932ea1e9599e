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

/** Section 6.2; unknown fields pass. */
const envelopeSchema = z
	.object({
		event_id: z.string().uuid(),
		event: z.string().min(1),
		occurred_at: z.string().datetime({ offset: true }),
		data: z.object({ status: z.string().optional().catch(undefined) }).passthrough(),
	})
	.passthrough();

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
		json = parseJson(body.toString('utf8'));
	} catch {
		return undefined;
	}
	const parsed = envelopeSchema.safeParse(json);
	return parsed.success ? parsed.data : undefined;
}
