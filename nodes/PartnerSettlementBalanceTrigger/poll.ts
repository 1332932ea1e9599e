import {
	type INodeExecutionData,
	type IPollFunctions,
	NodeError,
	NodeOperationError,
} from 'n8n-workflow';

import { activationOf } from './activation';
import { balanceItem } from './balance-item';
import { remember, standingAlert } from './memory';
import { readBalance } from './read-balance';
import { readThresholds } from './thresholds';
import { step } from './watch';

type Output = INodeExecutionData[][] | null;

/** What starts a run that ends at the trigger: n8n saves the static data of a poll only together with a run. */
const NO_ITEMS: Output = [[]];

const underWay = new WeakSet<IPollFunctions>();

/**
 * One poll: reads the balance and starts a run when it has fallen below the threshold. A poll that fails changes
 * nothing of what the watch knows.
 *
 * @returns the run's item; null for no run; a run without items when the watch is armed again
 * @throws NodeApiError or NodeOperationError when the balance cannot be read, except in the first poll after a restart
 */
export async function poll(context: IPollFunctions): Promise<Output> {
	// n8n does not wait for a poll before it starts the next one.
	if (underWay.has(context)) return null;
	underWay.add(context);
	try {
		return await pollAlone(context);
	} finally {
		underWay.delete(context);
	}
}

async function pollAlone(context: IPollFunctions): Promise<Output> {
	const activation = activationOf(context);
	try {
		return await look(context, activation.savesStaticData);
	} catch (error) {
		const failure =
			error instanceof NodeError
				? error
				: new NodeOperationError(context.getNode(), error as Error);
		if (!activation.isUnderWay) throw failure;
		// All that n8n shows of an error while it activates the node is its message.
		failure.message = [failure.message, failure.description].filter(Boolean).join('. ');
		failure.description = undefined;
		if (!activation.isRestart) throw failure;
		// n8n would give the workflow up after some seconds of trying.
		context.logger.warn(`The first poll after the start of n8n failed: ${failure.message}`);
		return null;
	}
}

async function look(context: IPollFunctions, isSavedAnyway: boolean): Promise<Output> {
	const thresholds = readThresholds(context);
	const { account, balance } = await readBalance(context);
	const at = new Date().toISOString();
	// From here on nothing is waited for: two polls cannot both find that no alert stands.
	const last = standingAlert(context);
	const reading = { account, available: balance.available_balance, at };
	const { fires, alert } = step(last, reading, thresholds);
	const output = [[balanceItem(balance, thresholds, alert?.since)]];
	// A test in the editor shows the balance as it is.
	if (context.getMode() === 'manual') return output;
	if (alert !== last) remember(context, alert);
	if (fires) return output;
	const isRearmed = last !== undefined && alert === undefined;
	return isRearmed && !isSavedAnyway ? NO_ITEMS : null;
}
