import { randomUUID } from 'node:crypto';

/** An event as the service sends it. */
export function eventBody(change: Record<string, unknown> = {}): string {
	return JSON.stringify({
		event_id: randomUUID(),
		event: 'card_issue.status_changed',
		occurred_at: new Date().toISOString(),
		data: { ext_id: 'a', status: 'completed', document_status: 'done' },
		...change,
	});
}

/** Sends a body to a trigger; returns the status and what it answers. */
export async function deliver(url: string, body: string, signature?: string) {
	const response = await fetch(url, {
		method: 'POST',
		headers: {
			'content-type': 'application/json',
			...(signature === undefined ? {} : { 'x-svc-signature': signature }),
		},
		body,
	});
	return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
