import Big from 'big.js';
import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { type Balance, balanceGet } from '../PartnerSettlement/operations/balance/get';
import { activationError, callAsTrigger, RESTART } from '../trigger-call';
import { type Rate, spendingRate } from './spending-rate';
import { readThresholds, type Thresholds } from './thresholds';

const HOUR_MS = 3600 * 1000;
/** An estimate moves with each poll, so it must be so many times Days Left before the next alert. */
const REARM_FACTOR = 1.2;

/** An active alert: no other is due for its threshold until the balance has recovered. */
export interface Alert {
	/** The account of the balance. */
	account: string;
	/** For which it was raised: USDT or days, as a decimal string; empty for none. */
	threshold: string;
	/** RFC 3339: when a poll first saw the balance below a threshold. */
	since: string;
	/** When it was last raised, in milliseconds. */
	toldAt?: number;
}

type Output = INodeExecutionData[][] | null;

/** n8n makes a context for each activation of a node and keeps it for the polls that follow. */
const polled = new WeakSet<IPollFunctions>();

/**
 * One poll: reads the balance, and starts a run if an alert or a reminder is due, or if the watch is armed again. A
 * failed poll does not change the state of the watch.
 *
 * @returns the run's item; null for no run; a run without items when the watch is armed again
 * @throws NodeApiError or NodeOperationError if the balance cannot be read, except in the first poll after a restart
 */
export async function poll(context: IPollFunctions): Promise<Output> {
	// n8n polls once while it activates the node. If that poll throws, the node does not go live.
	const isFirst = !polled.has(context);
	polled.add(context);
	try {
		return await look(context);
	} catch (error) {
		const failure = activationError(context.getNode(), error);
		if (!isFirst || !RESTART.includes(context.getActivationMode())) throw failure;
		// n8n would give up on the workflow after some seconds.
		context.logger.warn(`The first poll after the start of n8n failed: ${failure.message}`);
		return null;
	}
}

async function look(context: IPollFunctions): Promise<Output> {
	const thresholds = readThresholds(context);
	const { threshold, daysLeft, remindHours } = thresholds;
	const { account, dialect, response } = await callAsTrigger(context, balanceGet);
	const balance = response as Balance;
	const { available_balance: available } = balance;
	const rate =
		daysLeft === '' ? undefined : await spendingRate(context, { account, dialect, available });
	// No `await` from here on: two polls at once must not both find that there is no alert.
	const data = context.getWorkflowStaticData('node') as { alert?: Alert; daysAlert?: Alert };
	const since = new Date().toISOString();
	const { isUnder, isShort, isRearmed, lasts } = stateOf(available, thresholds, rate);
	const watches = [
		{ name: 'alert', of: threshold, isBelow: isUnder, isBack: isRearmed },
		{ name: 'daysAlert', of: daysLeft, isBelow: isShort, isBack: isRearmed && lasts },
	] as const;
	const next = watches.map(({ name, of, ...state }) => {
		const last = data[name];
		const alert = step(last, { account, threshold: of, since }, state);
		const isTold =
			alert !== undefined && (alert !== last || (state.isBelow && isDue(alert, remindHours)));
		const seen = state.isBelow ? alert?.since : undefined;
		return { name, alert, isTold, seen, isChanged: alert !== last };
	});
	const [firstSeen] = next.flatMap(({ seen }) => seen ?? []).sort();
	const output = [[balanceItem(balance, thresholds, firstSeen, rate)]];
	// A test in the editor shows the balance as it is.
	if (context.getMode() === 'manual') return output;
	if (!next.some(({ isChanged, isTold }) => isChanged || isTold)) return null;
	const isTold = next.some((one) => one.isTold);
	const told = isTold && remindHours !== '' ? { toldAt: Date.now() } : {};
	for (const { name, alert } of next) data[name] = alert && { ...alert, ...told };
	// Without items, the run ends at the trigger: n8n saves the static data of a poll only together with a run.
	return isTold ? output : [[]];
}

function isDue({ since, toldAt = Date.parse(since) }: Alert, remindHours: string): boolean {
	return remindHours !== '' && Date.now() - toldAt >= Number(remindHours) * HOUR_MS;
}

function stateOf(available: string, { threshold, rearmAt, daysLeft }: Thresholds, rate?: Rate) {
	const perDay = rate?.perDay.gt(0) ? rate.perDay : undefined;
	const days = perDay && new Big(available).div(perDay);
	const isUnder = threshold !== '' && new Big(available).lt(threshold);
	const isShort = daysLeft !== '' && days?.lt(daysLeft) === true;
	const isRearmed = rearmAt === '' || new Big(available).gte(rearmAt);
	// Until a rate is known again, it is unclear whether the balance lasts.
	const lasts = daysLeft === '' || (!!rate && !days?.lt(new Big(daysLeft).times(REARM_FACTOR)));
	return { days, isUnder, isShort, isRearmed, lasts };
}

/**
 * One step of the watch of a threshold: raises a new alert if the balance is below it and no alert is active.
 *
 * An alert is active until the balance has recovered, and only for its account and threshold. With others, a new alert
 * is possible.
 *
 * @param fresh the alert to raise if a new one is due
 * @returns the alert that is active from now on, `last` or `fresh`; undefined if none is, so the next balance below the
 *   threshold raises one
 */
export function step(
	last: Alert | undefined,
	fresh: Alert,
	{ isBelow, isBack }: { isBelow: boolean; isBack: boolean },
): Alert | undefined {
	const isSame = last?.account === fresh.account && isEqual(last.threshold, fresh.threshold);
	const alert = isSame ? last : undefined;
	if (isBelow) return alert ?? fresh;
	return isBack ? undefined : alert;
}

/** Compares two decimals; an empty one equals only an empty one. */
function isEqual(one = '', other = ''): boolean {
	if (one === '' || other === '') return one === other;
	return new Big(one).eq(other);
}

/**
 * A balance as the trigger's item.
 *
 * @param since RFC 3339: when a poll first saw the balance below a threshold, if it is below one
 */
export function balanceItem(
	balance: Balance,
	thresholds: Thresholds,
	since?: string,
	rate?: Rate,
): INodeExecutionData {
	const { available_balance: available } = balance;
	const { threshold, rearmAt, daysLeft } = thresholds;
	const { days, isUnder, isShort } = stateOf(available, thresholds, rate);
	const ofDays = {
		days_left_threshold: daysLeft,
		days_left: days?.round(1).toFixed(1) ?? null,
		spent_per_day: rate ? rate.perDay.round(2).toFixed(2) : null,
		spending_from: rate?.from ?? null,
	};
	return {
		json: {
			// First, so that the editor's table shows it.
			is_below_threshold: isUnder,
			threshold,
			...balance,
			rearm_at: rearmAt,
			below_by: isUnder ? new Big(threshold).minus(available).toFixed() : '0',
			below_since: isUnder || isShort ? (since ?? null) : null,
			...(daysLeft !== '' && ofDays),
		},
	};
}
