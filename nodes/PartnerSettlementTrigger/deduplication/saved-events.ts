import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod';

/** What n8n saves of a node's events, in the workflow's static data. */
const savedSchema = z.object({
	/** The process of n8n that wrote it. */
	writer: z.string(),
	/** The events of which a run has begun: `SeenEvents.toText`. */
	begun: z.string(),
	/** Those of which one is stored: `MemoryStore.stored`. */
	stored: z.record(z.number()),
	/** Those of which one was stored and has not begun in time. */
	missing: z.string(),
});

export type SavedEvents = z.infer<typeof savedSchema>;

const NONE: SavedEvents = { writer: '', begun: '', stored: {}, missing: '' };

/** What n8n saved last of the node's events; nothing where there is none, or it cannot be read. */
export function savedEvents(context: IWebhookFunctions): SavedEvents {
	const { seenEvents } = context.getWorkflowStaticData('node');
	return savedSchema.safeParse(seenEvents).data ?? NONE;
}

/**
 * Has n8n save what `events` gives at that moment, which is after the run is stored and before the answer: deliveries
 * that were answered in the meantime are then in it.
 */
export function saveEvents(context: IWebhookFunctions, events: () => SavedEvents): void {
	const whenSaved: IDataObject = { toJSON: events };
	const ask = (): void => {
		context.getWorkflowStaticData('node').seenEvents = whenSaved;
	};
	ask();
	// Before n8n stores the run it makes a second Workflow of the same data, which takes back that it was changed.
	setImmediate(ask);
}
