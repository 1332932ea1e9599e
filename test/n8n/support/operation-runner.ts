import type { OutputItem } from '../../../dev/stack/n8n-api-schemas';
import { type NodeResult, runNode } from '../../support/n8n/harness';
import { type OwnSandbox, startOwnSandbox } from '../../support/n8n/own-sandbox';

/** What a secret looks like that was not asked for. */
export const MASK = '••••••••';
/** A derived ext_id. */
export const DERIVED = /^n8n-[a-zA-Z]+-[a-zA-Z]+-[0-9a-f]{32}$/;
/** The sandbox that the operations are run against. */
export let own: OwnSandbox;
/** Every operation that this file has run with success. */
export const ran = new Set<string>();

interface Ran {
	result: NodeResult;
	/** The output's json. */
	items: Record<string, unknown>[];
	first: Record<string, unknown>;
	/** The only request, as the sandbox got it. */
	request: { call: string; body: unknown };
}

/** Runs an operation in the real n8n, with success. */
export async function run(
	resource: string,
	operation: string,
	parameters: Record<string, unknown> = {},
): Promise<Ran> {
	own.newRequests();
	const result = await runNode({
		parameters: { resource, operation, ...parameters },
		credential: own.credential,
	});
	expect(result.error).toBeUndefined();
	ran.add(`${resource}.${operation}`);
	const items = result.items.map(({ json }: OutputItem) => json);
	// An order with a custom key may be looked up first.
	const requests = own.newRequests();
	const request =
		operation === 'get'
			? requests[0]
			: requests.find(({ path }) => !path.endsWith('/document_get'));
	const body = request?.body ?? '';
	return {
		result,
		items,
		first: items[0] ?? {},
		request: {
			call: `${request?.method ?? ''} ${request?.path ?? ''}`,
			body: body === '' ? undefined : (JSON.parse(body) as unknown),
		},
	};
}

/** Parameters for an ext_id of one's own. */
export const custom = (extId: string) => ({ extIdMode: 'custom', extId });

export async function start(): Promise<void> {
	own = await startOwnSandbox({ settleMs: 0, kytDelayMs: 0 });
}
