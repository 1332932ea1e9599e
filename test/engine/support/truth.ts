import type { INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';
import type { Contract } from '../../support/partner';

/** What an item says of its order. */
const saysSchema = z.object({
	error: z.string().optional(),
	ext_id: z.string().optional(),
	details: z
		.object({ outcome: z.enum(['refused', 'not_sent', 'unknown']), ext_id: z.string() })
		.optional(),
});

/** The idempotency key that an item shows, whatever became of its order. */
export function keyOf({ json }: INodeExecutionData): string {
	const { ext_id: extId, details } = saysSchema.parse(json);
	return details?.ext_id ?? extId ?? '';
}

/** What the sandbox has for an idempotency key: orders and screenings, and debits that were not given back. */
function madeFor({ sandbox, partner }: Contract, extId: string) {
	const { state } = sandbox;
	const partnerId = Number(partner.partnerId);
	const made = [...state.orders, ...state.kytChecks].filter(
		(one) => one.extId === extId && one.partnerId === partnerId,
	);
	const lines = state.ledger(partnerId).filter(({ ext_id: ofLine }) => ofLine === extId);
	const [debits, credits] = ['debit', 'credit'].map(
		(type) => lines.filter((line) => line.type === type).length,
	);
	return { orders: made.length, debits: (debits ?? 0) - (credits ?? 0) };
}

/** Whatever there is two of. */
export function doubled(api: Contract, extId: string): string[] {
	const { orders, debits } = madeFor(api, extId);
	return [orders > 1 && `${String(orders)} orders`, debits > 1 && `${String(debits)} debits`]
		.filter((text) => text !== false)
		.map((text) => `${extId}: ${text}`);
}

/**
 * What is not true of an item that came out for an order: without an error there is exactly one order, refused or not sent
 * there is none.
 *
 * @returns a sentence for each untruth
 */
export function untruths(api: Contract, extId: string, item?: INodeExecutionData): string[] {
	const { error, ext_id: shown, details } = saysSchema.parse(item?.json ?? {});
	const { orders, debits } = madeFor(api, extId);
	const isDone = error === undefined;
	const isDenied = details !== undefined && details.outcome !== 'unknown';
	const key = isDone ? shown : details?.ext_id;
	const said = [
		!item && 'no item',
		key !== extId && `shows the key ${String(key)}`,
		isDone && orders === 0 && 'done, and there is no order',
		isDenied && orders > 0 && `${details.outcome}, and there is an order`,
		isDenied && debits > 0 && `${details.outcome}, and it was debited`,
	].filter((text) => text !== false);
	return [...doubled(api, extId), ...said.map((text) => `${extId}: ${text}`)];
}
