import Big from 'big.js';
import type { INode } from 'n8n-workflow';

import {
	type Answer,
	hasSpendingPolicy,
	InputError,
	localFailure,
	queryIn,
	resultOrRefusal,
	textOf,
} from '../../../partner-api';
import { costs, isBatch } from '../definition/operation';
import type { Order } from '../definition/order';
import { OPTIONS } from '../panel/options';
import type { RunItem } from '../run/run-item';
import { toUnits } from './budget/account-record';
import { type Asking, isCounted, reservationsOf } from './budget/reservations';
import { LEASE_MS } from './budget/spending-record';
import { requireClearance } from './clearance';
import { livePriceOf, whyUnknown } from './prices';
import { costOf, costShown, openFee } from './spending-limits';

/** The only names of a withdrawal in a batch: another, such as `withdraw_all`, may pay another amount (section 4.8). */
const WITHDRAWAL_OP = /^(?:create[._-])?withdraw(?:als?)?(?:[._-]create)?$/i;
/** The only fields that a withdrawal may hold (section 4.3). */
const OF_WITHDRAWAL = new Set(['currency', 'network', 'amount', 'to_address', 'ext_id']);
/** The letters of a query parameter that makes some servers treat a GET as another method. */
const METHOD_OVERRIDE = /^x?(?:http)?method(?:override)?$/i;
/** The owner of a credential without limits decides which workflows may use it. */
const OTHERWISE = 'Or use a credential without these limits.';

/**
 * Checks new orders, which go together or not at all, against the credential's limits. Their cost counts from now on.
 *
 * @returns why they may not be sent
 */
export async function reserve(asking: readonly Asking[]): Promise<InputError | undefined> {
	const [first] = asking;
	if (!first) return undefined;
	const counted = countedBy(first.item).then(async (one) => await one?.reserve(asking));
	const refusal = await resultOrRefusal(counted);
	for (const order of asking.flatMap(({ orders }) => orders))
		order.isReserved = refusal === undefined;
	return refusal;
}

/** Checks one order when its turn comes. @returns why it may not be sent */
export async function reserveOne(item: RunItem, order: Order): Promise<InputError | undefined> {
	const costs = await resultOrRefusal(costsWithinLimits(item, [order]));
	if (costs instanceof InputError) return costs;
	return await reserve([{ item, orders: [order], costs }]);
}

/** The reservations of a run whose orders count. @throws InputError if there is no place to count them in */
async function countedBy({ run }: RunItem) {
	return isCounted(run) && costs(run.operation) ? await reservationsOf(run) : undefined;
}

/** How an order counts from now on: at its cost (`done`), at its room (`unanswered`), or as before (`given_back`). */
export type Ended = 'done' | 'unanswered' | 'given_back';

/**
 * Counts the cost of an order once it is known: for a screening its price, otherwise the greater of its record's cost and
 * the reserved cost. A key never counts less than before.
 *
 * @param wasResent its record may show what the last attempt cost, and an earlier one may have cost more
 */
export async function noteCost(
	item: RunItem,
	order: Order,
	ended: Ended,
	answer?: Answer,
	wasResent = false,
) {
	const reservations = await countedBy(item);
	const held = reservations?.heldFor(order);
	if (!reservations || (!held && ended !== 'done')) return;
	const { before = 0, room } = held ?? {};
	const counts = { done: before, unanswered: room ?? 0, given_back: before };
	if (ended === 'done') {
		const { withdrawalFee: fee } = item.run.settings;
		const shown = costShown(answer, order, fee);
		const known = toUnits(shown ?? 0);
		// Until it is completed, a screening may show no price yet (section 2.6).
		const isCompleted = shown !== undefined && answer?.status === 'over';
		const isExact = isCompleted && item.run.operation.effect === 'screen' && !wasResent;
		const price = shown ?? costOf([order], await livePriceOf(item), fee) ?? 0;
		counts.done = Math.max(before, known, isExact ? 0 : (room ?? toUnits(price)));
	}
	const placedAt = Date.parse(answer?.field('created_at') ?? '');
	// Without a response, the API may still be about to place the order. A repeat that it may charge again changes nothing.
	const isTwice = held?.isGuess === true && before > 0;
	const placedIn = { done: isTwice ? LEASE_MS : 0, unanswered: LEASE_MS, given_back: undefined };
	const end = { cost: counts[ended], placedIn: placedIn[ended], placedAt: placedAt || undefined };
	await reservations.settle(order, end);
}

/** Why the credential's limits refuse orders, regardless of the balance. Nothing is counted. */
export async function refusalWithoutBalance(item: RunItem): Promise<InputError | undefined> {
	const within = await resultOrRefusal(costsWithinLimits(item, item.orders));
	return within instanceof InputError ? within : undefined;
}

/** Whether an order is reserved and its clearance is still recent enough: a run may be long. */
export async function isStillReserved(item: RunItem, order: Order): Promise<boolean> {
	if (order.isReserved !== true) return false;
	return (await resultOrRefusal(requireRecentClearance(item, order))) === undefined;
}

/** @throws InputError if the clearance of a withdrawal has become too old */
async function requireRecentClearance(item: RunItem, { fields }: Order): Promise<void> {
	if (fields.to_address !== undefined) await requireClearance(item, textOf(fields.to_address));
}

/**
 * Checks the limits once more, right before each request for orders: during the wait, room may have been lost, or a
 * clearance may have become too old.
 *
 * @throws PartnerApiError `no_longer_allowed`, not sent
 */
export async function confirmLimits(
	entries: readonly { item: RunItem; order: Order }[],
): Promise<void> {
	const refusal = await resultOrRefusal(keepLimits(entries));
	if (refusal) throw localFailure('no_longer_allowed', 'not_sent', { detail: refusal.message });
}

async function keepLimits(entries: Parameters<typeof confirmLimits>[0]): Promise<void> {
	for (const { item, order } of entries) await requireRecentClearance(item, order);
	const counted = entries[0] && (await countedBy(entries[0].item));
	await counted?.open(entries.map(({ order }) => order));
}

/**
 * Refuses a call of unknown cost that is not a GET: under limits of the credential, and for an AI agent's API Call.
 *
 * @throws InputError
 */
export function requireKnownCost({ run, options, request }: RunItem): void {
	const { operation, settings, isTool } = run;
	const isFree = operation.resource === 'apiCall';
	if (!hasSpendingPolicy(settings) && !(isTool && isFree)) return;
	const isReplaced = options.body !== undefined || options.path !== undefined;
	const names = [...Object.keys(request.query ?? {}), ...queryIn(request.path).keys()];
	const isOverridden = names.some((name) => METHOD_OVERRIDE.test(name.replace(/[^a-z]/gi, '')));
	const isGet = request.method === 'GET' && !isOverridden;
	if ((!isFree && !isReplaced) || isGet) return;
	throw new InputError(
		`${isTool ? 'An AI agent calls this' : 'The credential has limits'}, and the cost of ${isFree ? 'an API Call' : 'a call with a replaced Path or Body'} is unknown, so it can only be a GET`,
		`Use the operation made for this call. If your API has another path, enter that in API Differences of the credential.${isTool && isFree ? '' : ` ${OTHERWISE}`}`,
	);
}

/** An AI agent must not spend without a limit that a person has set. @throws InputError */
export function requireLimit(item: RunItem): void {
	const { run, orders, options } = item;
	const { effect } = run.operation;
	if (orders.length === 0 || effect === 'change') return;
	requireKnownCost(item);
	const { parentNode } = run.node as { parentNode?: INode };
	if (parentNode?.type.endsWith('.mcpTrigger') && !orders.every(({ key }) => key === 'own')) {
		throw new InputError(
			'Under an MCP Server Trigger, each call is a run of its own, so the same call would pay again',
			'A person has to choose My Order Number, or let an AI Agent call this tool.',
		);
	}
	const { maximumPerItem, maximumPerRun } = options;
	if (run.settings.policy.maximumPerOrder ?? maximumPerItem ?? maximumPerRun) return;
	throw new InputError(
		'An AI agent can order only within a limit, and none is set',
		`A person has to set one: Maximum per Order (USDT) in the credential, or ${OPTIONS.maximumPerItem.displayName} or ${OPTIONS.maximumPerRun.displayName} under Options of this node.`,
	);
}

/**
 * Checks every kind of order against the limits. No other function decides this.
 *
 * @returns the maximum cost of each order in USDT; empty if no limit depends on it
 * @throws InputError for the first order that exceeds a limit of its own
 */
export async function costsWithinLimits(
	item: RunItem,
	orders: readonly Order[],
): Promise<string[]> {
	const { run } = item;
	const { policy, withdrawalFee } = run.settings;
	requireKnownCost(item);
	const all: string[] = [];
	if (!costs(run.operation)) return all;
	const { maximumPerOrder: max, allowedRecipients } = policy;
	for (const order of orders) {
		if (isBatch(run.operation)) requireWithdrawal(order);
		const { to_address: recipient } = order.fields;
		if (recipient !== undefined) {
			if (allowedRecipients?.includes(textOf(recipient)) === false) {
				throw new InputError(
					`${textOf(recipient)} is not one of the credential's Allowed Recipients`,
					'An owner of the credential can add it.',
				);
			}
			await requireClearance(item, textOf(recipient));
		}
		if (max === undefined && !isCounted(run)) continue;
		const cost = costOf([order], await livePriceOf(item), withdrawalFee);
		if (cost === undefined) {
			throw new InputError(
				`The cost of this order is unknown${await whyUnknown(item)}, so the credential's limits can't be checked`,
				'With limits set, the price must come from the API. Your own Price is ignored. Retry if it could not be read, or use a credential without these limits.',
			);
		}
		if (max !== undefined && new Big(cost).gt(max)) {
			throw new InputError(
				`${cost} USDT${openFee([order], withdrawalFee)} is more than the credential's Maximum per Order (${max} USDT)`,
				'An owner of the credential can raise it.',
			);
		}
		all.push(cost);
	}
	return all;
}

/** The document does not show the values of `op` (section 4.8), so a batch may hold anything. @throws InputError */
function requireWithdrawal({ payload, fields }: Order): void {
	const { op = 'withdrawal', ...beside } = payload;
	const { currency = 'USDT', network = 'TRON', to_address: recipient } = fields;
	const [paidIn, paidOn] = [currency, network].map((name) => textOf(name).toUpperCase());
	const isWithdrawal =
		WITHDRAWAL_OP.test(textOf(op)) &&
		Object.keys(beside).join() === 'body' &&
		Object.keys(fields).every((name) => OF_WITHDRAWAL.has(name)) &&
		typeof recipient === 'string' &&
		paidIn === 'USDT' &&
		paidOn === 'TRON';
	if (isWithdrawal && fields.amount !== undefined) return;
	throw new InputError(
		'The credential has limits, so a batch can only hold withdrawals',
		`Each needs an "op" such as withdrawal, and a "body" with currency (USDT), network (TRON), amount, to_address and ext_id. Order anything else with its own operation. ${OTHERWISE}`,
	);
}
