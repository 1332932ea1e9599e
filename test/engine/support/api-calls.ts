import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { useSandbox } from '../../support/use-sandbox';
import { TRON } from '../../support/addresses';
import { type NodeRun, startNode } from './run-node';

const WITHDRAWALS = '/partner/withdrawals';

export interface FreeCall {
	/** To the withdrawals by default. */
	path?: string;
	body?: unknown;
	method?: string;
	query?: object;
	base?: 'api' | 'base';
}

/** API Calls for the tests of one file, on their own sandbox. */
export function useApiCalls() {
	const api = useSandbox({ settleMs: 5 });

	/** Makes the API calls that the items describe. */
	function call(
		items: FreeCall[],
		options: IDataObject = { retries: 0 },
		more: Partial<NodeRun> = {},
	): ReturnType<typeof startNode> {
		const rows = items.map(({ body, path = WITHDRAWALS, method = 'POST', query = {}, base }) => ({
			base: base ?? 'api',
			path,
			method,
			query: JSON.stringify(query),
			body: typeof body === 'string' || body === undefined ? (body ?? '') : JSON.stringify(body),
		}));
		const parameters = {
			resource: 'apiCall',
			operation: 'request',
			method: '={{ $json.method }}',
			base: '={{ $json.base }}',
			path: '={{ $json.path }}',
			query: '={{ $json.query }}',
			body: rows.every(({ body }) => body === '') ? '' : '={{ $json.body }}',
			revealSecrets: true,
			options,
		} as INodeParameters;
		return startNode({
			parameters,
			items: rows,
			credential: api.contract.credential(),
			...more,
		});
	}

	/** The orders of the current partner. */
	function orders() {
		const id = Number(api.contract.partner.partnerId);
		return api.sandbox.state.orders.filter(({ partnerId }) => partnerId === id);
	}

	return { api, call, orders };
}

export function withdrawal(extId: string, more = {}) {
	const order = { currency: 'USDT', network: 'TRON', amount: '1', to_address: TRON };
	return { ...order, ext_id: extId, ...more };
}
