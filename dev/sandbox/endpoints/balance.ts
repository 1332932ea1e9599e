import { z } from 'zod';
import { addressFromLabel } from '../addresses';
import { apiRead, partnerFunction, type Endpoint } from '../http/endpoint';

/**
 * Request time fields are RFC 3339 or unix seconds (section 1, rule 5). Parsed, they are unix seconds. Milliseconds are
 * above this maximum.
 */
const LATEST_UNIX_SECONDS = 99_999_999_999;
const timeField = z.union(
	[
		z
			.string()
			.datetime({ offset: true })
			.transform((text) => Date.parse(text) / 1000),
		z.number().int('invalid_time').min(0, 'invalid_time').max(LATEST_UNIX_SECONDS, 'invalid_time'),
	],
	{ errorMap: () => ({ message: 'invalid_time' }) },
);

export const balanceEndpoints: Endpoint[] = [
	{
		...apiRead('/partner/balance', 'balance:read', ({ world, partner }) => {
			world.kyt.settleDue();
			return world.ledger.balance(partner.id);
		}),
		query: 'ignored',
	},
	partnerFunction('deposit_address', 'deposit_address:read', z.object({}), ({ partner }) => ({
		address: addressFromLabel('tron_usdt', `deposit ${partner.id}`),
		network: 'TRON',
		currency: 'USDT',
	})),
	partnerFunction(
		'reconciliation_ledger',
		'reconciliation:read',
		z.object({ from: timeField.optional(), to: timeField.optional() }),
		({ world, partner }, { from = 0, to = LATEST_UNIX_SECONDS }) => {
			world.kyt.settleDue();
			const lines = world.ledger.lines(partner.id).filter((line) => {
				const at = Date.parse(line.created_at) / 1000;
				return at >= from && at <= to;
			});
			return { lines };
		},
	),
];
