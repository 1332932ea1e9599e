import { z } from 'zod';

const deliverySchema = z.object({ headers: z.record(z.string()), body: z.string() });

/** What the sender's process is asked for. */
export const workSchema = z.object({
	url: z.string().url(),
	/** How many deliver at once. */
	senders: z.number().int().positive(),
	deliveries: z.array(deliverySchema),
});

/** What it says when every delivery was answered. Times in milliseconds since 1970. */
export const answersSchema = z.object({
	startedAt: z.number(),
	answeredAt: z.number(),
	/** How many answers had which HTTP status. */
	statuses: z.record(z.number()),
});

export type Delivery = z.infer<typeof deliverySchema>;
export type Work = z.infer<typeof workSchema>;
export type Answers = z.infer<typeof answersSchema>;
