import Big from 'big.js';
import type { INodeExecutionData, IPollFunctions, WorkflowActivateMode } from 'n8n-workflow';

import { type Balance, balanceGet } from '../PartnerSettlement/operations/balance/get';
import { activationError, callAsTrigger } from '../trigger-call';
import { readThresholds, type Thresholds } from './thresholds';

/** The alert that was given last, for as long as no other is due. */
export interface Alert {
	/** Whose balance it was. */
	account: string;
	/** The threshold it was given for: USDT decimal string. */
	threshold: string;
	/** RFC 3339: the first time the balance was seen below. */
	since: string;
}

type Output = INodeExecutionData[][] | null;

/** n8n makes a context for each activation of a node and keeps it for the polls that follow. */
const polled = new WeakSet<IPollFunctions>();

/** The workflow was active before, and nobody is there to see an error. */
const RESTART: readonly WorkflowActivateMode[] = ['init', 'leadershipChange'];

/**
 * One poll: reads the balance and starts a run when it has fallen below the threshold. A poll that fails changes
 * nothing of what the watch knows.
 *
 * @returns the run's item; null for no run; a run without items when the watch is armed again
 * @throws NodeApiError or NodeOperationError when the balance cannot be read, except in the first poll after a restart
 */
export async function poll(context: IPollFunctions): Promise<Output> {
	// n8n polls once while it activates the node; where that poll throws, the node does not go live.
	const isFirst = !polled.has(context);
	polled.add(context);
	try {
		return await look(context);
	} catch (error) {
		const failure = activationError(context.getNode(), error);
		if (!isFirst || !RESTART.includes(context.getActivationMode())) throw failure;
		// n8n would give the workflow up after some seconds of trying.
		context.logger.warn(`The first poll after the start of n8n failed: ${failure.message}`);
		return null;
	}
}

async function look(context: IPollFunctions): Promise<Output> {
	const thresholds = readThresholds(context);
	const { account, response } = await callAsTrigger(context, balanceGet);
	const balance = response as Balance;
	// From here on nothing is waited for: two polls at once cannot both find that no alert stands.
	const data = context.getWorkflowStaticData('node') as { alert?: Alert };
	const last = data.alert;
	const { threshold, rearmAt } = thresholds;
	const fresh = { account, threshold, since: new Date().toISOString() };
	const alert = step(last, fresh, balance.available_balance, rearmAt);
	const output = [[balanceItem(balance, thresholds, alert?.since)]];
	// A test in the editor shows the balance as it is.
	if (context.getMode() === 'manual') return output;
	if (alert === last) return null;
	data.alert = alert;
	// Without items, the run ends at the trigger: n8n saves the static data of a poll only together with a run.
	return alert ? output : [[]];
}

/**
 * One step of the watch: gives a new alert when the balance is less than the threshold and no alert stands for it.
 *
 * An alert stands until the balance has reached `rearmAt`, and only for the account and the threshold it was given for:
 * with another threshold the question is a new one.
 *
 * @param fresh the alert that is given where a new one is due
 * @param available USDT decimal string
 * @returns the alert that stands from now on: `last` or `fresh`; undefined: the next balance below gives one
 */
export function step(
	last: Alert | undefined,
	fresh: Alert,
	available: string,
	rearmAt: string,
): Alert | undefined {
	const { account, threshold } = fresh;
	const isSame = last?.account === account && new Big(last.threshold).eq(threshold);
	const alert = isSame ? last : undefined;
	if (new Big(available).lt(threshold)) return alert ?? fresh;
	return new Big(available).gte(rearmAt) ? undefined : alert;
}

/**
 * A balance as the trigger's item.
 *
 * @param since RFC 3339: the first time the balance was seen below, where it is
 */
export function balanceItem(
	balance: Balance,
	{ threshold, rearmAt }: Thresholds,
	since?: string,
): INodeExecutionData {
	const isBelow = new Big(balance.available_balance).lt(threshold);
	return {
		json: {
			// First, where the editor's table shows it.
			is_below_threshold: isBelow,
			threshold,
			...balance,
			rearm_at: rearmAt,
			below_by: isBelow ? new Big(threshold).minus(balance.available_balance).toFixed() : '0',
			below_since: isBelow ? (since ?? null) : null,
		},
	};
}
