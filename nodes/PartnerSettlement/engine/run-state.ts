import {
	clockText,
	isCart,
	type JsonObject,
	openOrders,
	PartnerApiError,
	type SentKeys,
	tokenProvider,
} from '../../../partner-api';
import { changesState, type Operation } from '../catalog/operation';
import type { RunSummary } from '../catalog/run-summary';
import { isScreening } from '../catalog/screened-address';
import { availableBalance } from './available-balance';
import { failuresIn, otherStatusIn } from './cart-result';
import { hasFailedStatus } from './document-status';
import { type Failure, outcomeOf, toNodeError } from './failures';
import type { RunItem } from './run-item';
import type { RunContext } from './run-context';
import { isShort, SpendingStop } from './spending-stop';
import { itemRanges } from './item-ranges';
import { mayOrderAnew } from './sub-workflow';
import { isTool } from './tool';
import { isRetry } from './tries';
import {
	type ItemFates,
	DoneItems,
	restText,
	type ShownOrder,
	shownFailedText,
	withItemReport,
} from './item-report';

/** Of which item, how many entries came out, and how many there were. */
interface CutList {
	itemIndex: number;
	limit: number;
	entries: number;
}

/** What happens to the items of a run, while it runs. */
export interface RunState extends ItemFates {
	/** Names of what stood beside the lists that were split. */
	beside: Set<string>;
	/** Lists of which Limit kept a part back. */
	cut: CutList[];
	stop: SpendingStop;
	/** Indexes of items whose answer was lost and whose order was found as one that was placed. */
	found: number[];
	summary?: RunSummary;
}

/** The state of a run that has done nothing yet. */
export function newState({ node, operation: { summary } }: RunContext): RunState {
	const done = new DoneItems(node.getInputData().length);
	const lists = { failures: [], done, notSent: [], begun: new Set<number>(), cut: [] };
	const shown = { found: [], shownFailed: [] };
	return { beside: new Set(), stop: new SpendingStop(), ...lists, ...shown, summary: summary?.() };
}

/** An order, or a cart in a body of the operator's own, by what was sent and how its record came. */
interface RecordedOrder extends ShownOrder {
	/** What is ordered, by the API's names. */
	fields: JsonObject;
	/** Its answer was lost, and it was found by a lookup. */
	wasLookedUp: boolean;
}

/**
 * Takes note of an order of which a record is shown.
 *
 * @param record its answer or its document
 * @returns false where that shows it as one that came to nothing
 */
export function noteRecord(
	{ operation }: RunContext,
	state: RunState,
	{ fields, wasLookedUp, ...order }: RecordedOrder,
	record: unknown,
): boolean {
	const screens = placesScreening(operation, fields);
	const isOwnCart = isCart(fields);
	const failed = isOwnCart ? failuresIn(record) : [record].filter(hasFailedStatus);
	if (screens || failed.length === 0) {
		if (wasLookedUp) state.found.push(order.itemIndex);
		return true;
	}
	state.shownFailed.push({ ...order, isOwnCart });
	for (const one of failed) state.stop.noteRecord(one);
	return false;
}

/** The status with which an order was answered, where that does not say that it was carried out. */
export function doubtfulStatus(
	{ operation }: RunContext,
	fields: () => JsonObject,
	answer: unknown,
): string | undefined {
	if (!changesState(operation)) return undefined;
	const status = otherStatusIn(answer);
	const isOwnResult = hasFailedStatus({ status }) && placesScreening(operation, fields());
	return isOwnResult ? undefined : status;
}

/** One that failed is a result of its own (section 2.6). */
function placesScreening({ effect }: Operation, fields: JsonObject): boolean {
	return effect === 'screen' || isScreening(fields);
}

/**
 * Ends a run: with its failure, or with what the operator should see beside the output.
 *
 * @throws NodeApiError or NodeOperationError of the first item that failed, with where the others are
 */
export function conclude(run: RunContext, state: RunState): void {
	const [first] = state.failures;
	if (first) throw withItemReport(run, first.nodeError, state);
	giveHints(run, state);
}

function giveHints({ node, hints, settings }: RunContext, state: RunState): void {
	const { beside, begun, cut, stop, found, shownFailed, summary } = state;
	if (summary) hints.add(summary.text());
	if (shownFailed.length > 0) hints.add(shownFailedText(shownFailed));
	if (found.length > 0) {
		hints.add(
			`An order of item ${itemRanges(found)} was found by a lookup: its answer was lost, or an earlier try had placed it.`,
		);
	}
	if (beside.size > 0) {
		hints.add(
			`The answer also held ${[...beside].join(', ')}. Turn on Whole Answer under Options to see it.`,
		);
	}
	const [first, ...others] = [...cut].sort((left, right) => left.itemIndex - right.itemIndex);
	if (first) hints.add(cutText(first, others));
	if (stop.held.length > 0) {
		const [notSent, spentNothing] = isRetry(node)
			? ['was not sent by this try', 'This try spent nothing']
			: ['was not sent', 'Nothing was spent'];
		hints.add(
			`The balance ran short, so this ${notSent}: ${restText(stop.held, begun)}. ${spentNothing} on it.`,
		);
	}
	const clockSkew = tokenProvider.peek(settings)?.clockSkewSeconds ?? 0;
	if (clockSkew !== 0) {
		hints.add(
			`${clockText(clockSkew)} Until then, access tokens are asked for by the API's clock.`,
		);
	}
	for (const message of hints) node.addExecutionHints({ message, location: 'outputPane' });
}

function cutText({ itemIndex, limit, entries }: CutList, others: readonly CutList[]): string {
	const text = `Item ${String(itemIndex + 1)}: ${String(limit)} of ${String(entries)} entries came out, by Limit: turn on Return All for the rest.`;
	const more = itemRanges(others.map((other) => other.itemIndex));
	return more === '' ? text : `${text} The same goes for item ${more}.`;
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
	const changes = item?.changesState ?? changesState(operation);
	const isOpen = changes && extIds.some((extId) => openOrders.has(settings, extId));
	// Also what was not sent at all says nothing of a try before it.
	const known = isOpen && error instanceof PartnerApiError ? error.afterLoss() : error;
	const mayBeEarlier = known instanceof PartnerApiError && known.details.mayBeEarlier === true;
	const call: Failure['call'] = {
		operation,
		base: item?.request.base,
		itemIndex,
		...(item?.isKeyed && namedKeys(item, extIds)),
		changesState: changes,
		outcome: isOpen ? 'unknown' : outcomeOf(known, item?.wasSent ?? false),
		isRetry: isRetry(node) || mayBeEarlier,
		mayOrderAnew: mayOrderAnew(node, operation, item && run.derivesKeys),
		grantedScopes: tokenProvider.peek(settings)?.scopes,
		availableBalance: item && isShort(error) ? await availableBalance(item) : undefined,
	};
	if (call.outcome === 'unknown' && changes) openOrders.add(settings, extIds);
	return { error: known, nodeError: toNodeError(node.getNode(), known, call), call };
}

/** Of what carries keys in all its parts, so that to repeat it with them is safe. */
function namedKeys(item: RunItem, extIds: readonly string[]): SentKeys {
	const { cart = [], ownExtId, run } = item;
	const ofTool = isTool(run.node);
	const orders = cart.filter(({ extId, hasOwnKey }) => !hasOwnKey && extIds.includes(extId));
	const isNumbered = orders.some((order) => order.isNumbered);
	const behind = cart.slice(cart.findIndex(({ extId }) => extIds.includes(extId)) + 1);
	const isCounted = behind.some(({ hasOwnKey }) => !hasOwnKey);
	return {
		...(extIds.length > 1 ? { extIds } : { extId: extIds[0] }),
		// As the item's key, the first order would have it; an agent's tool makes others of it.
		belongsInBody: orders.length > 0 && (cart.length > 1 || ofTool),
		// In a new run, automatic keys are others anyway. Without it, those behind it would move up.
		goesByPlace: ofTool ? isNumbered : ownExtId !== undefined && (isNumbered || isCounted),
	};
}
