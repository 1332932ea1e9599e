import { z } from 'zod';
import { endpoint, type Call, type Endpoint } from '../http/endpoint';
import { ApiError, badRequest } from '../http/errors';
import type { JsonObject } from '../http/json';
import { findEsimOffer } from '../state/catalog';
import { covers } from '../state/scopes';

const MOST_ITEMS = 100;

const batchSchema = z
	.object({
		items: z
			.array(z.object({ op: z.string().optional(), body: z.record(z.unknown()) }).passthrough())
			.min(1)
			.max(MOST_ITEMS),
	})
	.strict();

/** The create calls a batch can hold, by the name of their op. */
type BatchOperations = Readonly<Record<string, Endpoint>>;

/** The op that the fields of a body imply. */
function inferredOperation(body: JsonObject, serviceCode: string): string | undefined {
	if ('to_address' in body) return 'withdrawal';
	if (`${serviceCode}_product_id` in body) return 'card_issue';
	if ('plan_id' in body) return 'esim_plan';
	if ('address' in body) return 'kyt_check';
	if ('card_id' in body) return 'amount' in body ? 'card_topup' : 'card_freeze';
	if (typeof body.offer_id !== 'string') return undefined;
	const isGift = 'required_fields' in body || !findEsimOffer(body.offer_id);
	return isGift && !('quantity' in body) ? 'gift_purchase' : 'esim_purchase';
}

interface Result {
	index: number;
	op: string;
	status: 'accepted' | 'failed';
	body: unknown;
	error: string;
}

async function runItem(
	call: Call,
	operations: BatchOperations,
	item: z.infer<typeof batchSchema>['items'][number],
): Promise<Omit<Result, 'index'>> {
	const op = item.op ?? inferredOperation(item.body, call.world.serviceCode) ?? 'unknown';
	const target = Object.hasOwn(operations, op) ? operations[op] : undefined;
	try {
		if (!target) throw badRequest('unknown_op', 'No create call has these fields');
		if (target.scope !== null && !covers(call.partner.scopes, target.scope)) {
			throw new ApiError(403, 'not_allowed', `The scope ${target.scope} is missing`);
		}
		return { op, status: 'accepted', body: await target.run(call, item.body), error: '' };
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		const body = { error: error.code, message: error.message };
		return { op, status: 'failed', body, error: error.code };
	}
}

/** Section 4.8: each item on its own, failures reported item by item (section 7, rule 8). */
export function createBatch(operations: BatchOperations): Endpoint {
	return endpoint({
		base: 'api',
		method: 'POST',
		path: '/partner/batch',
		scope: null,
		body: batchSchema,
		handle: async (call, { items }) => {
			const results: Result[] = [];
			for (const [index, item] of items.entries()) {
				results.push({ index, ...(await runItem(call, operations, item)) });
			}
			return { count: results.length, results };
		},
	});
}
