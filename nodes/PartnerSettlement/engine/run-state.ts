import { openOrders, PartnerApiError, type SentKeys, tokenProvider } from '../../../partner-api';
import { movesMoney } from '../catalog/operation';
import type { RunSummary } from '../catalog/run-summary';
import { availableBalance } from './available-balance';
import { type Failure, outcomeOf, toNodeError } from './failures';
import type { RunContext, RunItem } from './item-call';
import { isShort, itemRanges, SpendingStop } from './spending-stop';
import { isRetry } from './tries';
import { type Passage, Passed, withWhereabouts } from './whereabouts';

/** What happens to the items of a run, while it runs. */
export interface RunState extends Passage {
	/** Names of what stood beside the lists that were split. */
	beside: Set<string>;
	stop: SpendingStop;
	/** Indexes of items whose answer was lost and whose order was found. */
	found: number[];
	summary?: RunSummary;
}

/** The state of a run that has done nothing yet. */
export function newState({ node, operation: { summary } }: RunContext): RunState {
	const done = new Passed(node.getInputData().length);
	const lists = { failures: [], done, notSent: [], found: [] };
	return { beside: new Set(), stop: new SpendingStop(), ...lists, summary: summary?.() };
}

/**
 * Ends a run: with its failure, or with what the operator should see beside the output.
 *
 * @throws NodeApiError or NodeOperationError of the first item that failed, with where the others are
 */
export function conclude(run: RunContext, state: RunState): void {
	const [first] = state.failures;
	if (first) throw withWhereabouts(run, first.nodeError, state);
	giveHints(run, state);
}

function giveHints({ node, hints }: RunContext, { beside, stop, found, summary }: RunState): void {
	if (summary) hints.add(summary.text());
	if (found.length > 0) {
		hints.add(
			`The order of item ${itemRanges(found)} was found by a lookup: its answer was lost, or an earlier try had placed it.`,
		);
	}
	if (beside.size > 0) {
		hints.add(
			`The answer also held ${[...beside].join(', ')}. Turn on Whole Answer under Options to see it.`,
		);
	}
	if (stop.held.length > 0) {
		const byThis = isRetry(node) ? ' by this try' : '';
		hints.add(
			`The balance ran short: item ${itemRanges(stop.held)} was not sent${byThis}, so nothing was spent on it${byThis}.`,
		);
	}
	for (const message of hints) node.addExecutionHints({ message, location: 'outputPane' });
}

/**
 * A failure in the words of the operator.
 *
 * @param extIds the keys of the orders that it is about
 */
export async function failureOf(
	run: RunContext,
	itemIndex: number,
	error: unknown,
	item: RunItem | undefined,
	extIds: readonly string[] = item?.orderKeys ?? [],
): Promise<Failure> {
	const { node, settings, operation } = run;
	const isMoney = item?.movesMoney ?? movesMoney(operation);
	const isOpen = isMoney && extIds.some((extId) => openOrders.has(settings, extId));
	// Also what was not sent at all says nothing of a try before it.
	const known = isOpen && error instanceof PartnerApiError ? error.afterLoss() : error;
	const mayBeEarlier = known instanceof PartnerApiError && known.details.mayBeEarlier === true;
	const call: Failure['call'] = {
		operation,
		itemIndex,
		...namedKeys(item, extIds),
		movesMoney: isMoney,
		outcome: isOpen ? 'unknown' : outcomeOf(known, item?.wasSent ?? false),
		isRetry: isRetry(node) || mayBeEarlier,
		grantedScopes: tokenProvider.peek(settings)?.scopes,
		availableBalance: item && isShort(error) ? await availableBalance(item) : undefined,
	};
	if (call.outcome === 'unknown' && isMoney) openOrders.add(settings, extIds);
	return { error: known, nodeError: toNodeError(node.getNode(), known, call), call };
}

/** Only where all of it carries keys, so that to repeat it with them is safe. */
function namedKeys(item: RunItem | undefined, extIds: readonly string[]): SentKeys {
	if (!item?.isKeyed) return {};
	const { cart = [] } = item;
	const ofSeveral = cart.length > 1 ? cart : [];
	const belongsInBody = ofSeveral.some((entry) => !entry.hasOwnKey && extIds.includes(entry.extId));
	return { ...(extIds.length > 1 ? { extIds } : { extId: extIds[0] }), belongsInBody };
}
