import {
	type Differences,
	isJsonObject,
	type JsonObject,
	type LocalErrorCode,
	PartnerApiError,
	pause,
	poll,
	redactText,
} from '../../../partner-api';
import { recordIn, withRecord } from '../definition/envelope';
import { isEmpty } from '../definition/fields';
import type { ItemCall } from '../definition/item-call';
import type { Operation } from '../definition/operation';
import { OPTIONS } from '../panel/options';
import { EXT_ID_MODE } from '../definition/parameters';
import { callName } from '../messages/node-error';
import { documentGet } from '../operations/document/get';
import { lookupLimitsOf } from '../run/call-options';
import { type BoughtGoods, readGoods } from './goods';
import type { RunItem } from './item';
import { codeOf, contradictionIn, getDocument, lacksScope, shownDocument } from './lookup';
import { allStatuses, cameToNothing, contradictionOf, isFailed } from './order';
import { statusesOf, statusOf, UNCLEAR_ENDS } from './order';
import { OrderFailed } from './settle';

/** Fields that say how far an order has come. */
const OF_A_MOMENT = new Set(['status', 'document_status', 'http_status', 'error']);

/**
 * Waits until the order is ready, and reads what was bought, if the operator wants it (section 1, rules 10 and 11). The
 * order exists by now: whatever fails here does not take it from the output. Only an order that came to nothing fails.
 *
 * @param call of the item
 * @param response the response to the creation
 * @returns the response with what the order's document says, what was bought, and `outcome_reached`
 * @throws PartnerApiError `cancelled`; OrderFailed for an order that came to nothing, or ended in a way that nobody knows
 */
export async function whenReady(
	item: RunItem,
	call: ItemCall,
	response: unknown,
): Promise<unknown> {
	const { options, extId, run } = item;
	const { goods } = run.operation;
	const { differences } = run.settings;
	if (!item.waits || extId === undefined || !isJsonObject(response)) return response;

	let order: JsonObject = response;
	let bought: BoughtGoods | undefined;
	const terminal = new Set([...options.terminalStatuses, ...differences.terminalStatuses]);
	const hasFailed = () => isFailed(order, differences);
	const isOver = () => terminal.has(statusOf(order));
	const isFinished = () =>
		hasFailed() || (isOver() && contradictionOf(order, differences) === undefined);
	const hasGoods = () => goods !== undefined && isOver() && !hasFailed();
	const isReached = () => isFinished() && (!hasGoods() || bought?.isComplete === true);

	const look = async (seconds: number): Promise<void> => {
		if (!isFinished() || bought?.isUnknown) {
			const document = await getDocument(run.client, extId, lookupLimitsOf(options, seconds));
			order = withDocument(response, ofThisOrder(item, document));
		}
		if (!goods || !hasGoods()) return;
		bought = await readGoods(order, { item, call, goods, seconds });
		if (bought.failure) throw bought.failure;
	};
	// The next order waits for it: orders go one by one.
	const rest = async (seconds: number): Promise<boolean> => {
		await pause(seconds, run.signal, 'unknown');
		return true;
	};
	const isLookedUp = () => order !== response;
	const isDone = () =>
		isReached() || bought?.badEnd !== undefined || (isLookedUp() && bought?.isUnknown === true);
	const { failure } = await poll(undefined, { ...options, rest, lookUp: look, isDone });
	if (isFinished() || bought?.badEnd !== undefined) refuseEnd(order, differences, bought);
	const hint = isReached() ? undefined : hintOf(item, order, bought, failure);
	if (hint !== undefined) run.hints.add(hint);
	return { ...(bought?.order ?? order), outcome_reached: isReached() };
}

/** An order that is over and was not carried out must not leave as one that was. @throws OrderFailed */
function refuseEnd(order: JsonObject, differences: Differences, bought?: BoughtGoods): void {
	const status = statusOf(order);
	const { badEnd } = bought ?? {};
	const hasEndedWell = !isFailed(order, differences) && !UNCLEAR_ENDS.has(status);
	if (hasEndedWell && badEnd === undefined) return;
	const isNothing = cameToNothing(order, differences);
	const outcome = isNothing ? 'refused' : 'unknown';
	const code: LocalErrorCode = isNothing ? 'came_to_nothing' : 'ended_otherwise';
	const { error, message } = recordIn(order) ?? order;
	const why = typeof error === 'string' && error !== '' ? ` (${error})` : '';
	const beside = badEnd === undefined ? '' : `, and that of what was bought is ${badEnd}`;
	const failure = new PartnerApiError({
		code,
		outcome,
		phase: 'call',
		apiMessage: typeof message === 'string' ? message : undefined,
		detail: `its status is ${status}${why}${beside}`,
	});
	throw new OrderFailed({ outcome, failure, record: bought?.order ?? order });
}

/** Why an order was not seen to be ready, and what to do; undefined where its status says it all. */
function hintOf(
	{ run, extId = '' }: RunItem,
	order: JsonObject,
	bought?: BoughtGoods,
	failure?: PartnerApiError,
): string | undefined {
	const { goods } = run.operation;
	const contradiction = contradictionOf(order, run.settings.differences);
	if (!goods && !failure && contradiction === undefined) return undefined;
	const read = goods?.read ?? documentGet;
	const [status] = allStatuses(order);
	const isOver = `${OPTIONS.maxWait.displayName} is over`;
	let why =
		status === undefined
			? `${isOver}.`
			: `${isOver}, and its status is ${redactText(status)}. If that means ready, add it to ${OPTIONS.terminalStatuses.displayName}.`;
	if (bought) why = `${isOver}, and what was bought ${statusText(bought)}.`;
	if (contradiction !== undefined) {
		why = redactText(
			`${isOver}, and its status is ${status ?? ''}, but beside it stands ${contradiction}.`,
		);
	}
	if (failure) why = whyNotRead(bought?.failure ? read : documentGet, failure);
	if (bought?.isUnknown) {
		why = `The API does not show the ${goods?.id ?? ''} of all that was bought. To see it, run this again with ${EXT_ID_MODE.custom}, and ${extId} as the number: it is paid once.`;
	}
	return `An order was not seen to be ready. ${why} It stands: read it later with ${callName(read)}.`;
}

function statusText({ status }: BoughtGoods): string {
	return status === undefined ? 'is not all there' : `has the status ${redactText(status)}`;
}

/** @param read what failed */
function whyNotRead(read: Operation, failure: PartnerApiError): string {
	const needs = read.scope && lacksScope(failure) ? ` It needs the scope ${read.scope}.` : '';
	return `${callName(read)} failed (${codeOf(failure)}).${needs}`;
}

/** Where the document shows how far the order has come, what its response said of that is over. */
function withDocument(response: JsonObject, document: JsonObject): JsonObject {
	const hasStatus = statusesOf(document).length > 0;
	const shown = Object.entries(recordIn(response) ?? response).filter(
		([name]) => !hasStatus || !OF_A_MOMENT.has(name),
	);
	// A document that leaves a field empty takes nothing from what was paid.
	const told = Object.entries(document).filter(([, value]) => !isEmpty(value));
	const all = { ...document, ...Object.fromEntries(shown), ...Object.fromEntries(told) };
	return withRecord(response, all);
}

/** What a document says of the order: nothing, where it is that of another one. */
function ofThisOrder(item: RunItem, document: unknown): JsonObject {
	const [order] = item.orders;
	const record = recordIn(document);
	if (!order || !record) return {};
	const withKey = { ...record, ext_id: record.ext_id ?? item.extId };
	const contradiction = contradictionIn(withKey, order);
	if (!contradiction) {
		// The name of an envelope may be that of a secret.
		const shown = shownDocument(document, item.revealsSecrets);
		return { ...recordIn(shown), ext_id: withKey.ext_id };
	}
	item.run.hints.add(
		`What a document says was left out: ${redactText(contradiction.detail ?? '')}.`,
	);
	return {};
}
