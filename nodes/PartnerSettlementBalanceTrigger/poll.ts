import type { INodeExecutionData, IPollFunctions, WorkflowActivateMode } from 'n8n-workflow';

import { expectShape, schemas } from '../../partner-api';
import { balanceGet } from '../PartnerSettlement/operations/balance/get';
import { activationError, callAsTrigger } from '../trigger-call';
import { readThresholds } from './thresholds';
import { type Alert, balanceItem, step } from './watch';

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
	const { account, balance } = await callAsTrigger(
		context,
		balanceGet,
		undefined,
		(response, owner) => ({
			account: owner,
			balance: expectShape(schemas.balanceSchema, response),
		}),
	);
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
