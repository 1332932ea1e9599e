import Big from 'big.js';

import {
	hasSpendingPolicy,
	InputError,
	PartnerApiError,
	queryIn,
	resultOrFailure,
	resultOrRefusal,
	schemas,
	textOf,
} from '../../../partner-api';
import { directCall, documentedRecord, isBatch, type Operation } from '../definition/operation';
import { findOperation } from '../operations';
import { callLimitsOf } from '../run/call-options';
import { refuseUncleared } from './clearance';
import type { RunItem } from '../run/run-item';
import type { Order } from '../definition/order';
import { livePriceOf } from './prices';
import { costOf } from './spending-limits';

/** What a withdrawal holds (section 4.3), and nothing else. */
const OF_WITHDRAWAL = new Set(['currency', 'network', 'amount', 'to_address', 'ext_id']);
/** The letters of a query parameter by which some servers take a GET for another method. */
const METHOD_OVERRIDE = /^x?(?:http)?method(?:override)?$/i;
/** Which workflow may do it nevertheless, its owner decides. */
const OTHERWISE = 'Or use a credential without these limits.';

/**
 * Asks the credential's limits for orders. What they let go counts against Keep at Least.
 *
 * @param orders of the item, which go together or not at all
 * @returns why they may not be sent; undefined where they may
 */
export async function reserve(
	item: RunItem,
	orders: readonly Order[],
): Promise<InputError | undefined> {
	return await resultOrRefusal(refuse(item, orders));
}

/** Why the credential's limits keep orders from being sent, whatever the balance is; nothing is counted. */
export async function refusalWithoutBalance(item: RunItem): Promise<InputError | undefined> {
	const cost = await resultOrRefusal(costWithinLimits(item, item.orders));
	return cost instanceof InputError ? cost : undefined;
}

/** Whether an order has been reserved, and its clearance has not become too old since, in a long run. */
export async function isStillReserved(item: RunItem, order: Order): Promise<boolean> {
	const { to_address: recipient } = order.fields;
	if (order.isReserved !== true) return false;
	if (recipient === undefined) return true;
	return (await resultOrRefusal(refuseUncleared(item, textOf(recipient)))) === undefined;
}

/**
 * What may be anything is sent as a GET only.
 *
 * @throws InputError
 */
export function refuseUnbounded({ run, options, request }: RunItem): void {
	const { operation, settings, isTool } = run;
	const isFree = operation.resource === 'apiCall';
	if (!hasSpendingPolicy(settings) && !(isTool && isFree)) return;
	const { path = operation.endpoint.path, body } = options;
	const isReplaced = body !== undefined || path !== operation.endpoint.path;
	const names = [...Object.keys(request.query ?? {}), ...queryIn(request.path).keys()];
	const isOverridden = names.some((name) => METHOD_OVERRIDE.test(name.replace(/[^a-z]/gi, '')));
	const isGet = request.method === 'GET' && !isOverridden;
	if ((!isFree && !isReplaced) || isGet) return;
	throw new InputError(
		`${isTool ? 'An AI agent calls this' : 'The credential has limits'}, and what ${isFree ? 'an API Call' : 'a replaced Path or Body'} spends is not known: it may be a GET only`,
		`Use the operation for it. If your API has another path, tell it in API Differences of the credential. ${OTHERWISE}`,
	);
}

/** @throws InputError for the first order that is beyond a limit */
async function refuse(item: RunItem, orders: readonly Order[]): Promise<undefined> {
	const cost = await costWithinLimits(item, orders);
	const { keepAtLeast } = item.run.settings.policy;
	if (keepAtLeast !== undefined && cost.gt(0)) await refuseBelow(keepAtLeast, item, cost);
}

/**
 * Decides for every way to order, and in this one place, what the limits let go.
 *
 * @returns what the orders cost in USDT; 0 where no limit asks for it
 * @throws InputError for the first order that is beyond a limit of its own
 */
async function costWithinLimits(item: RunItem, orders: readonly Order[]): Promise<Big> {
	const { run } = item;
	let total = new Big(0);
	refuseUnbounded(item);
	if (run.operation.effect === 'change') return total;
	const { maximumPerOrder: max, keepAtLeast, allowedRecipients } = run.settings.policy;
	for (const order of orders) {
		if (isBatch(run.operation)) refuseOthersThanWithdrawals(order);
		const { to_address: recipient } = order.fields;
		if (recipient !== undefined) {
			if (allowedRecipients?.includes(textOf(recipient)) === false) {
				throw new InputError(
					`${textOf(recipient)} is none of the Allowed Recipients of the credential`,
					'Who owns the credential can add it.',
				);
			}
			await refuseUncleared(item, textOf(recipient));
		}
		if (max === undefined && keepAtLeast === undefined) continue;
		const cost = costOf([order], await livePriceOf(item));
		if (cost === undefined) {
			throw new InputError(
				'What this order costs is not known, so the limits of the credential cannot be kept',
				`The API has to tell its price: Price (USDT) does not count here. ${OTHERWISE}`,
			);
		}
		if (max !== undefined && new Big(cost).gt(max)) {
			throw new InputError(
				`${cost} USDT is more than Maximum per Order of the credential (${max} USDT)`,
				'Who owns the credential can raise it.',
			);
		}
		total = total.plus(cost);
	}
	return total;
}

/** The values of `op` are not shown (section 4.8), so a batch may hold anything. @throws InputError */
function refuseOthersThanWithdrawals({ payload, fields }: Order): void {
	const { op = 'withdrawal', ...beside } = payload;
	const { currency = 'USDT', network = 'TRON', to_address: recipient } = fields;
	const [paidIn, paidOn] = [currency, network].map((name) => textOf(name).toUpperCase());
	const isWithdrawal =
		/^withdraw/i.test(textOf(op)) &&
		Object.keys(beside).join() === 'body' &&
		Object.keys(fields).every((name) => OF_WITHDRAWAL.has(name)) &&
		typeof recipient === 'string' &&
		paidIn === 'USDT' &&
		paidOn === 'TRON';
	if (isWithdrawal && fields.amount !== undefined) return;
	throw new InputError(
		'The credential has limits, so a batch takes withdrawals only: an "op" that begins with withdraw, and a "body" of currency (USDT), network (TRON), amount, to_address and ext_id',
		`Order anything else with its own operation. ${OTHERWISE}`,
	);
}

/** @throws InputError where the balance would fall below what is to be kept, or cannot be read */
async function refuseBelow(keep: string, item: RunItem, cost: Big): Promise<void> {
	const left = await (item.run.spendable ??= readSpendable(keep, item));
	// From here on nothing is waited for: two orders at once must not take the same money.
	if (left.usdt.lt(cost)) {
		throw new InputError(
			`${cost.toFixed()} USDT would leave less than Keep at Least of the credential (${keep} USDT): ${left.usdt.lt(0) ? '0' : left.usdt.toFixed()} USDT may still be spent in this run`,
			'Top the balance up, or spend less.',
		);
	}
	left.usdt = left.usdt.minus(cost);
}

/** How much of the balance may be spent (section 2.1). @throws InputError where it cannot be read */
async function readSpendable(keep: string, { run, options }: RunItem): Promise<{ usdt: Big }> {
	const balanceGet: Operation = findOperation('balance', 'get');
	const call = run.client.call(directCall(balanceGet), callLimitsOf(options));
	const read = await resultOrFailure(call);
	const { data } = schemas.balanceSchema.safeParse(
		documentedRecord(balanceGet, read, run.settings.dialect),
	);
	if (data && (data.currency ?? 'USDT') === 'USDT')
		return { usdt: new Big(data.available_balance).minus(keep) };
	const why =
		read instanceof PartnerApiError ? read.code : 'it has no decimal available_balance in USDT';
	throw new InputError(
		`The balance could not be read (${why}), so Keep at Least of the credential cannot be kept`,
		'Run it again when Balance: Get works.',
	);
}
