import { attempt, isJsonObject, PartnerApiError, pause } from '../../../partner-api';
import { poll } from '../catalog/poll';
import { limitsOf } from './call-options';
import { statusesOf } from './document-status';
import type { RunItem } from './item-call';
import { getDocument, shownDocument } from './order-document';
import { anotherOrder } from './same-order';

type OrderRecord = Record<string, unknown>;

/** Fields that say how far an order has come. */
const OF_A_MOMENT = new Set(['status', 'document_status', 'error']);

/**
 * Waits until the order's status is terminal, if the operator wants it (section 1, rule 10). The order exists by now: a
 * lookup that fails does not take it from the output.
 *
 * @param answer what the creation answered
 * @returns the answer with what the order's document says, and `outcome_reached`
 * @throws PartnerApiError `cancelled`
 */
export async function withOutcome(item: RunItem, answer: unknown): Promise<unknown> {
	const { options, extId, run } = item;
	const isWanted = run.operation.asynchronous === true && options.waitForOutcome;
	if (!isWanted || extId === undefined || !isJsonObject(answer)) return answer;

	const isDone = (order: OrderRecord): boolean =>
		statusesOf(order).some((status) => options.terminalStatuses.includes(status));
	let order: OrderRecord | undefined;
	const lookup = { client: run.client, limits: limitsOf(options) };
	// The first look is at the answer itself.
	const look = async (): Promise<OrderRecord> =>
		(order = order
			? withDocument(answer, ofThisOrder(item, await getDocument(lookup, extId)))
			: answer);
	// The next order waits for it: orders go one by one.
	const rest = async (seconds: number): Promise<boolean> => {
		await pause(seconds, run.signal, 'unknown');
		return true;
	};
	const seen = await attempt(poll({ ...options, rest }, look, isDone));
	if (seen instanceof PartnerApiError) {
		if (run.signal.aborted) throw seen;
		run.hints.add(
			`A terminal status could not be waited for: Document: Get failed (${seen.code}).`,
		);
	}
	const known = order ?? answer;
	return { ...known, outcome_reached: isDone(known) };
}

/** Where the document shows how far the order has come, what its answer said of that is over, and would contradict it. */
function withDocument(answer: OrderRecord, document: OrderRecord): OrderRecord {
	const shown = Object.entries(answer).filter(
		([name]) => statusesOf(document).length === 0 || !OF_A_MOMENT.has(name),
	);
	return { ...Object.fromEntries(shown), ...document };
}

/** What a document says of the order: nothing, where it is that of another one. */
function ofThisOrder(item: RunItem, document: unknown): OrderRecord {
	if (!isJsonObject(document)) return {};
	const { extId, run } = item;
	const isOfKey = (document.ext_id ?? extId) === extId;
	const another = isOfKey ? anotherOrder(document, item.sentFields(), run) : undefined;
	if (isOfKey && !another) {
		return { ...shownDocument(document, item.revealsSecrets), ext_id: extId };
	}
	const { detail = 'it carries another one' } = another?.details ?? {};
	run.hints.add(
		`Document: Get shows another order under the ext_id ${String(extId)} (${detail}): what it says was left out.`,
	);
	return {};
}
