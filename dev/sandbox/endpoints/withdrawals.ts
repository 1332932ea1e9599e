import { randomUUID } from 'node:crypto';
import Big from 'big.js';
import { z } from 'zod';
import { isTronAddress } from '../addresses';
import { endpoint, extIdField, positiveAmount, type Call } from '../http/endpoint';
import type { JsonObject } from '../http/json';
import { orderOutcomeOf } from '../magic';
import { decimalText } from '../state/ledger';

const FEE = '1.00';

const withdrawalSchema = z
	.object({
		currency: z.enum(['USDT'], { message: 'invalid_currency' }),
		network: z.enum(['TRON'], { message: 'invalid_network' }),
		amount: positiveAmount,
		to_address: z.string().refine(isTronAddress, 'invalid_address'),
		ext_id: extIdField,
	})
	.strict();

function withdraw(call: Call, body: z.infer<typeof withdrawalSchema>): JsonObject {
	const { world, partner } = call;
	const extId = body.ext_id;
	const purpose = { reason: 'withdrawal', extId };
	const order = world.orders.place(
		{ partner, kind: 'withdrawal', extId, content: body, outcome: orderOutcomeOf(body.amount) },
		() => {
			const total = decimalText(new Big(body.amount).plus(FEE));
			world.ledger.reserve(partner.id, total);
			return {
				record: {
					withdrawal_id: `wd-${randomUUID()}`,
					...body,
					fee: FEE,
					fee_currency: 'USDT',
				},
				facts: body,
				settle: (status) => {
					if (status === 'completed') world.ledger.capture(partner.id, total, purpose);
					else world.ledger.release(partner.id, total);
				},
			};
		},
	);
	return world.orders.view(order);
}

/** Section 4.3. The amount and the fee are reserved until the withdrawal settles. */
export const createWithdrawal = endpoint({
	base: 'api',
	method: 'POST',
	path: '/partner/withdrawals',
	scope: 'withdraw',
	body: withdrawalSchema,
	handle: withdraw,
});
