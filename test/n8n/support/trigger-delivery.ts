import { randomUUID } from 'node:crypto';
import type { StoredCredential } from '../../../dev/stack/n8n-api-schemas';
import { TRIGGER_NODE } from '../../support/n8n/harness';

/** A workflow with the trigger and nothing else, as n8n imports it. */
export function triggerWorkflow(
	webhookId: string,
	credential: Pick<StoredCredential, 'id' | 'name' | 'type'>,
	parameters: Record<string, unknown>,
) {
	return {
		name: `trigger ${webhookId}`,
		settings: {},
		connections: {},
		nodes: [
			{
				id: randomUUID(),
				name: 'Trigger',
				type: TRIGGER_NODE,
				typeVersion: 1.1,
				position: [0, 0],
				webhookId,
				parameters,
				credentials: { [credential.type]: { id: credential.id, name: credential.name } },
			},
		],
	};
}

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

/** Sends a body to a trigger. @returns the status and the body of the response */
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
