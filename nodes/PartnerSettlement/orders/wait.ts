import { isJsonObject, pause } from '../../../partner-api';
import { poll } from '../catalog/poll';
import { lookupLimitsOf } from '../run/call-options';
import type { RunItem } from './item';
import { getDocument, judgeDocument, shownDocument } from './lookup';
import { statusesOf } from './order';

type OrderRecord = Record<string, unknown>;

/** Fields that say how far an order has come. */
const OF_A_MOMENT = new Set(['status', 'document_status', 'error']);

/**
 * Waits until the order's status is terminal, if the operator wants it (section 1, rule 10). The order exists by now: a
 * lookup that fails does not take it from the output.
 *
 * @param response what the creation was answered with
 * @returns the response with what the order's document says, and `outcome_reached`
 * @throws PartnerApiError `cancelled`
 */
export async function withOutcome(item: RunItem, response: unknown): Promise<unknown> {
	const { options, extId, run } = item;
	const isWanted = run.operation.asynchronous === true && options.waitForOutcome;
	if (!isWanted || extId === undefined || !isJsonObject(response)) return response;

	const isDone = (order: OrderRecord): boolean =>
		statusesOf(order).some((status) => options.terminalStatuses.includes(status));
	const order = (): Promise<OrderRecord> => Promise.resolve(response);
	const lookUp = async (seconds: number): Promise<OrderRecord> => {
		const document = await getDocument(run, extId, lookupLimitsOf(options, seconds));
		return withDocument(response, ofThisOrder(item, document));
	};
	// The next order waits for it: orders go one by one.
	const rest = async (seconds: number): Promise<boolean> => {
		await pause(seconds, run.signal, 'unknown');
		return true;
	};
	const { seen, failure } = await poll({ ...options, rest }, { order, lookUp, isDone });
	if (failure) {
		run.hints.add(
			`A terminal status could not be waited for: Document: Get failed (${failure.code}).`,
		);
	}
	return { ...seen, outcome_reached: isDone(seen) };
}

/** Where the document shows how far the order has come, what its response said of that is over. */
function withDocument(response: OrderRecord, document: OrderRecord): OrderRecord {
	const shown = Object.entries(response).filter(
		([name]) => statusesOf(document).length === 0 || !OF_A_MOMENT.has(name),
	);
	return { ...Object.fromEntries(shown), ...document };
}

/** What a document says of the order: nothing, where it is that of another one. */
function ofThisOrder(item: RunItem, document: unknown): OrderRecord {
	const [order] = item.orders;
	if (!order || !isJsonObject(document)) return {};
	const withKey = { ...document, ext_id: document.ext_id ?? item.extId };
	const { finding, detail } = judgeDocument(withKey, { ...order, hasCustomKey: false });
	if (finding !== 'unclear') return shownDocument(withKey, item.revealsSecrets);
	item.run.hints.add(`${detail ?? ''}. What the document says was left out.`);
	return {};
}
