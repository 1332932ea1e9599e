import { isJsonObject, pause } from '../../../partner-api';
import { poll } from '../catalog/poll';
import { lookLimitsOf } from './call-options';
import { statusesOf } from './document-status';
import type { RunItem } from './run-item';
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
	const order = (): Promise<OrderRecord> => Promise.resolve(answer);
	const look = async (seconds: number): Promise<OrderRecord> => {
		const lookup = { client: run.client, limits: lookLimitsOf(options, seconds) };
		return withDocument(answer, ofThisOrder(item, await getDocument(lookup, extId)));
	};
	// The next order waits for it: orders go one by one.
	const rest = async (seconds: number): Promise<boolean> => {
		await pause(seconds, run.signal, 'unknown');
		return true;
	};
	const { seen, failure } = await poll({ ...options, rest }, { order, look, isDone });
	if (failure) {
		run.hints.add(
			`A terminal status could not be waited for: Document: Get failed (${failure.code}).`,
		);
	}
	return { ...seen, outcome_reached: isDone(seen) };
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
