import { tokenProvider } from '../../../partner-api';
import { movesMoney, type Operation } from '../catalog/operation';
import { availableBalance } from './available-balance';
import { type FailedCall, type NodeError, toNodeError } from './failures';
import type { RunContext, RunItem } from './item-call';
import type { Prepared } from './preflight';
import { isShort, itemRanges, SpendingStop } from './spending-stop';

/** What happens to the items of a run, while it runs. */
export interface RunState {
	/** The first failure of a run that does not continue: items after it are not sent. */
	failure?: NodeError;
	/** Names of what stood beside the lists that were split. */
	beside: Set<string>;
	stop: SpendingStop;
	/** Indexes of items that went through, and of those that were not sent. */
	done: number[];
	notSent: number[];
}

export function newState(): RunState {
	return { beside: new Set(), stop: new SpendingStop(), done: [], notSent: [] };
}

/** Ends a run: with its failure, or with what the operator should see beside the output. */
export function conclude(run: RunContext, state: RunState): void {
	if (state.failure) throw withWhereabouts(state.failure, run.operation, state);
	giveHints(run, state);
}

/** Unless the node continues on failure, one item that cannot be sent keeps all of them from being sent. */
export async function refuseAll(run: RunContext, prepared: Prepared[]): Promise<void> {
	if (run.node.continueOnFail()) return;
	const itemIndex = prepared.findIndex((one) => 'error' in one);
	const found = prepared[itemIndex];
	if (found && 'error' in found) {
		throw (await failureOf(run, itemIndex, found.error, found.item)).nodeError;
	}
}

/** n8n keeps no output of a node that failed: the operator must know which items it has been through. */
function withWhereabouts(failure: NodeError, operation: Operation, state: RunState): NodeError {
	if (!movesMoney(operation)) return failure;
	const { done, notSent } = state;
	const sentences = [
		failure.description,
		done.length > 0 &&
			`Carried out before it: item ${itemRanges(done)}. Use Retry on this execution rather than a new run, which would order them again.`,
		notSent.length > 0 && `Not sent: item ${itemRanges(notSent)}.`,
	];
	failure.description = sentences.filter(Boolean).join(' ');
	return failure;
}

function giveHints({ node, hints }: RunContext, { beside, stop }: RunState): void {
	if (beside.size > 0) {
		hints.add(
			`The answer also held ${[...beside].join(', ')}. Turn on Whole Answer under Options to see it.`,
		);
	}
	if (stop.held.length > 0) {
		hints.add(
			`The balance ran short: item ${itemRanges(stop.held)} was not sent, so nothing was spent on it.`,
		);
	}
	for (const message of hints) node.addExecutionHints({ message, location: 'outputPane' });
}

/** A failure in the words of the operator. */
export async function failureOf(
	run: RunContext,
	itemIndex: number,
	error: unknown,
	item: RunItem | undefined,
	extId = item?.extId,
): Promise<{ nodeError: NodeError; call: FailedCall }> {
	const call = {
		operation: run.operation,
		itemIndex,
		extId,
		movesMoney: item?.movesMoney ?? movesMoney(run.operation),
		grantedScopes: tokenProvider.peek(run.settings)?.scopes,
		availableBalance: item && isShort(error) ? await availableBalance(item) : undefined,
	};
	return { nodeError: toNodeError(run.node.getNode(), error, call), call };
}
