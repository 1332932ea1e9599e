import type { IDataObject } from 'n8n-workflow';
import type { OwnAnswer, OwnApis } from './answers';
import { LOST, NONE } from './orders';

const SHORT: OwnAnswer = { status: 422, body: { error: 'insufficient_balance' } };
const CATALOG = { offers: [{ offer_id: 'g', name: 'Gift', price_usdt: '1' }] };

/** The default, in seconds. Only the number of lookups counts here, so nobody waits that long. */
export const DELAY = 30;

type Sent = IDataObject & { ext_id: string; items?: { body: Sent }[] };

interface Ways {
	documentDelay?: number;
	/** The response to a lookup of a placed order, by the number of lookups since. Absent: its record. */
	lookedUp?: (before: number) => OwnAnswer | undefined;
	/** The first response to each order is lost. */
	loses?: boolean;
	/** Which orders are refused, by the number of earlier orders. */
	refuses?: (before: number) => boolean;
	repeated?: OwnAnswer;
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
	static async of(apis: OwnApis, ways: Ways = {}) {
		const api = new LateApi(ways);
		const credential = await apis.start((_, path, fields) => api.answer(path, fields as Sent));
		const { documentDelay = DELAY } = ways;
		return {
			api,
			credential: { ...credential, apiDifferences: JSON.stringify({ documentDelay }) },
		};
	}

	private answer(path: string, { items, ...body }: Sent): OwnAnswer {
		if (path.endsWith('_offers')) return { status: 200, body: CATALOG };
		if (path.endsWith('/document_get')) return this.lookUp(body.ext_id);
		this.calls += 1;
		if (!items) return this.place(body);
		const answers = items.map((item) => this.place(item.body));
		if (answers.includes(LOST)) return LOST;
		const results = answers.map(({ status, body: told }, index) =>
			status === 200
				? { index, status: 'accepted', body: told, error: '' }
				: { index, status: 'failed', body: {}, error: (told as IDataObject).error },
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
