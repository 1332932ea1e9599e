import { buffer } from 'node:stream/consumers';

import type { IDataObject } from 'n8n-workflow';

import { ed25519, pem } from '../../support/keys';
import type { Servers } from '../../support/servers';
import type { OwnAnswer } from './answers';
import { LOST, NONE } from './orders';

const SHORT: OwnAnswer = { status: 422, body: { error: 'insufficient_balance' } };
const CATALOG = { offers: [{ offer_id: 'g', name: 'Gift', price_usdt: '1' }] };

/** The default, in seconds. Only the number of lookups counts here, so nobody waits that long. */
export const DELAY = 30;

interface Sent extends IDataObject {
	ext_id: string;
}

interface Ways {
	documentDelay?: number;
	/** The response to a lookup of a placed order, by the number of lookups since. Absent: its record. */
	lookedUp?: (before: number) => OwnAnswer | undefined;
	/** The first response to each order is lost. */
	loses?: boolean;
	/** Which orders are refused, by the number of earlier orders. */
	refuses?: (before: number) => boolean;
	repeated?: OwnAnswer;
	/** The code that a batch shows for each order that it has placed. */
	told?: string;
}

/** An API that remembers the orders that it placed, and refuses all repeats. */
export class LateApi {
	readonly placed = new Map<string, { record: IDataObject; lookups: number }>();
	/** Calls that order, and how often each key was looked up. */
	calls = 0;
	readonly lookups = new Map<string, number>();
	private orders = 0;

	private constructor(readonly ways: Ways) {}

	/** @returns the API, and a credential for it */
	static async of(servers: Servers, ways: Ways = {}) {
		const api = new LateApi(ways);
		const url = await servers.start((request, response) => {
			void buffer(request).then((body) => {
				const { status, body: told } = api.answer(request.url ?? '', body.toString());
				response.writeHead(status, { 'content-type': 'application/json' });
				response.end(JSON.stringify(told));
			});
		});
		const { documentDelay = DELAY } = ways;
		const credential = {
			...{ apiUrl: url, baseUrl: url, partnerId: '1', keyId: 'key-1' },
			privateKey: pem(ed25519.privateKey),
			apiDifferences: JSON.stringify({ documentDelay }),
		};
		return { api, credential };
	}

	private answer(path: string, text: string): OwnAnswer {
		if (path.endsWith('/token')) return { status: 200, body: { token: 'opaque' } };
		if (path.endsWith('_offers')) return { status: 200, body: CATALOG };
		const body = JSON.parse(text) as Sent & { items?: { body: Sent }[] };
		if (path.endsWith('/document_get')) return this.lookUp(body.ext_id);
		this.calls += 1;
		if (!body.items) return this.place(body);
		const answers = body.items.map((item) => this.place(item.body));
		if (answers.includes(LOST)) return LOST;
		const results = answers.map(({ status, body: told }, index) =>
			status === 200 && this.ways.told === undefined
				? { index, status: 'accepted', body: told, error: '' }
				: {
						index,
						status: 'failed',
						body: {},
						error: this.ways.told ?? (told as IDataObject).error,
					},
		);
		return { status: 200, body: { count: results.length, results } };
	}

	private lookUp(extId: string): OwnAnswer {
		this.lookups.set(extId, (this.lookups.get(extId) ?? 0) + 1);
		const order = this.placed.get(extId);
		if (!order) return NONE;
		const own = this.ways.lookedUp?.(order.lookups);
		order.lookups += 1;
		return own ?? { status: 200, body: order.record };
	}

	private place(body: Sent): OwnAnswer {
		const { loses, refuses, repeated = LOST } = this.ways;
		const { ext_id: extId } = body;
		if (this.placed.has(extId)) return repeated;
		this.orders += 1;
		if (refuses?.(this.orders - 1)) return SHORT;
		const record = { ...body, order_id: `order-${extId}`, status: 'pending' };
		this.placed.set(extId, { record, lookups: 0 });
		return loses ? LOST : { status: 200, body: record };
	}
}
