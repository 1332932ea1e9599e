import type { IPollFunctions, WorkflowActivateMode } from 'n8n-workflow';

/** Contexts that were polled with: n8n makes one for each activation of a node and keeps it for the polls that follow. */
const polled = new WeakSet<IPollFunctions>();

const RESTART: readonly WorkflowActivateMode[] = ['init', 'leadershipChange'];

interface Activation {
	/**
	 * n8n polls once while it activates the node; a poll that throws then keeps the node from being activated. Its durable
	 * scheduler makes every poll look like that.
	 */
	isUnderWay: boolean;
	/** The workflow was active before, and nobody is there to see an error. */
	isRestart: boolean;
	/** n8n saves the static data at its end. Not for certain with `update`: n8n's durable scheduler names each poll so. */
	savesStaticData: boolean;
}

/** What n8n is about, as far as this poll belongs to an activation. */
export function activationOf(context: IPollFunctions): Activation {
	const mode = context.getActivationMode();
	const isUnderWay = !polled.has(context) && mode !== 'manual';
	polled.add(context);
	return {
		isUnderWay,
		isRestart: isUnderWay && RESTART.includes(mode),
		savesStaticData: isUnderWay && mode !== 'update',
	};
}
