import {
	type Answer,
	isTransient,
	type JsonObject,
	type PartnerApiError,
	pause,
	poll,
	redactText,
} from '../../../partner-api';
import { isEmpty } from '../definition/fields';
import type { ItemCall } from '../definition/item-call';
import type { Operation } from '../definition/operation';
import type { Order } from '../definition/order';
import { callName } from '../messages/node-error';
import { documentGet } from '../operations/document/get';
import { lookupLimitsOf } from '../run/call-options';
import type { RunItem } from '../run/run-item';
import { type BoughtGoods, readGoods } from './goods';
import { askDocument, codeOf, isNone, lacksScope, shownDocument } from './lookup';
import { lookupOf } from './match';
import { type Attempt, type Done, doneOrThrow, endOf, settle } from './settled';

/** An order during the wait for it. */
interface Watched {
	/** As last read. */
	answer: Answer;
	/** Its response, with the fields of its document. */
	record: JsonObject;
	/** Until then, a failed document may show an earlier attempt: milliseconds. */
	failsFrom: number;
	/** Its document was read. */
	isDocumented?: boolean;
	bought?: BoughtGoods;
}

/**
 * Waits until the order is ready, and reads its goods, if the operator wants it (section 1, rules 10 and 11). The order
 * exists by now: a failure here does not remove it from the output. It fails only if it came to nothing, or its end is
 * unclear.
 *
 * @param call of the item
 * @param done the order, as its response shows it
 * @returns the order with the fields of its document, its goods, and `outcome_reached`
 * @throws PartnerApiError `cancelled`; OrderFailed for an order that came to nothing, or ended unclearly
 */
export async function whenReady(item: RunItem, call: ItemCall, done: Done): Promise<Done> {
	const { options, run, waits } = item;
	const { goods } = run.operation;
	const [order] = item.orders;
	if (!waits || order?.extId === undefined || !done.answer) return done;

	const watched: Watched = {
		answer: done.answer,
		record: done.record as JsonObject,
		failsFrom: done.age === 'new' ? 0 : Date.now() + run.settings.dialect.documentDelay * 1000,
	};
	const isOver = () =>
		watched.answer.status === 'over' ||
		options.terminalStatuses.includes(watched.answer.statusWord);
	const hasEnded = () => /^(?:failed|unclear)$/.test(watched.answer.status ?? '');
	// If neither its response nor its document shows an ID, none appears later.
	const isHidden = () => isOver() && watched.isDocumented && watched.bought?.isUnknown;
	const isReached = () =>
		isOver() && !hasEnded() && (goods === undefined || watched.bought?.isComplete === true);

	const look = async (seconds: number): Promise<void> => {
		if (!isOver() || watched.bought?.isUnknown) await readDocument(item, order, watched, seconds);
		if (!goods || !isOver() || hasEnded()) return;
		watched.bought = await readGoods(watched.answer, { item, call, goods, seconds });
		// The goods may be readable later.
		const { failure } = watched.bought;
		if (failure && (isTransient(failure) || lacksScope(failure))) throw failure;
	};
	// It keeps the semaphore, so the next order waits: orders go one by one.
	const rest = async (seconds: number): Promise<boolean> => {
		await pause(seconds, run.signal, 'unknown');
		return true;
	};
	const isDone = () =>
		isReached() || hasEnded() || watched.bought?.badEnd !== undefined || isHidden() === true;
	const { failure } = await poll(undefined, { ...options, rest, lookUp: look, isDone });
	const { answer, bought } = watched;
	const record = { ...watched.record, ...bought?.record };
	if (hasEnded() || bought?.badEnd !== undefined) {
		doneOrThrow(
			settle(order, 'sent', endedAttempt(answer, bought), {
				lookup: foundOf(answer),
				answer,
				record,
			}),
		);
	}
	const isReady = isReached();
	if (!isReady) run.hints.add(hintOf(item, watched, failure));
	return { ...done, answer, isReady, record: { ...record, outcome_reached: isReady } };
}

/** Reads the document of an order, and keeps its fields if it is of this order. */
async function readDocument(
	item: RunItem,
	order: Order,
	watched: Watched,
	seconds: number,
): Promise<void> {
	const { run, options, extId = '' } = item;
	const { settings, hints } = run;
	const asked = await askDocument(run, extId, lookupLimitsOf(options, seconds));
	const { answer, failure } = asked;
	// The document may appear later.
	if (isNone(asked, settings.dialect)) return;
	if (failure) throw failure;
	if (Object.keys(answer.record).length === 0) return;
	// The order is known to exist: no proof is needed.
	const known: Order = { ...order, proof: 'nothing' };
	const { says, detail, isEnd } = lookupOf(answer, known, settings.dialect);
	if (answer.status === 'failed' && Date.now() < watched.failsFrom) return;
	if (says !== 'this_order' && says !== 'came_to_nothing' && !isEnd) {
		hints.add(`A looked-up document was ignored: ${redactText(detail ?? '')}.`);
		return;
	}
	const shown = shownDocument(answer.record, item);
	// An empty field of a document does not remove a value of the paid order.
	const told = Object.entries(shown).filter(([, value]) => !isEmpty(value));
	// A failed status alone may be the lookup's own.
	const seen = says === 'unclear' ? { ...answer, status: says } : answer;
	watched.answer = withGoods(seen, watched.answer);
	watched.isDocumented = true;
	// If the document shows a status, the status fields of the response are outdated.
	const stale =
		answer.statusWord === '' ? [] : [...settings.dialect.status, 'http_status', 'error'];
	const kept = Object.entries(watched.record).filter(([name]) => !stale.includes(name));
	watched.record = Object.fromEntries([...kept, ...told]) as JsonObject;
}

/** A document need not show IDs that the response has shown. */
function withGoods(document: Answer, response: Answer): Answer {
	const hasGoods = document.parts.some(({ field }) => field('goods_id') !== undefined);
	const parts = hasGoods ? document.parts : response.parts;
	return {
		...document,
		ids: [...new Set([...document.ids, ...response.ids])],
		parts: parts === response.parts ? [...document.parts, ...response.parts] : parts,
		field: (name) => document.field(name) ?? response.field(name),
	};
}

function foundOf({ status }: Answer): 'came_to_nothing' | 'unclear' {
	return status === 'failed' ? 'came_to_nothing' : 'unclear';
}

function endedAttempt(answer: Answer, bought?: BoughtGoods): Attempt {
	if (answer.status === 'failed') return { last: 'came_to_nothing', answer };
	const beside =
		bought?.badEnd === undefined ? '' : `, and the purchase has the status ${bought.badEnd}`;
	return { last: 'unclear_end', answer, failure: endOf('unknown', answer, beside) };
}

/** Why an order was not seen to be ready, and what to do. The report says for which items. */
function hintOf({ run }: RunItem, { answer, bought }: Watched, failure?: PartnerApiError): string {
	const { goods } = run.operation;
	const read = goods?.read ?? documentGet;
	if (failure) return notReadText(bought?.failure ? read : documentGet, failure);
	if (!bought) return statusText(answer);
	if (!bought.isUnknown) return `${boughtText(bought)} Get it later with ${callName(read)}.`;
	return `It is placed and paid, but the API does not show the ${goods?.id ?? ''} of everything that was bought. If that field has another name, enter the name as goodsId in API Differences. If an earlier run placed the order, look for the ID in the output of that run, and use it in ${callName(read)}.`;
}

function boughtText({ status, failure }: BoughtGoods): string {
	if (failure) return `It is placed and paid, but cannot be read yet (${codeOf(failure)}).`;
	if (!status) return 'It is placed and paid, but not all of it is there yet.';
	return `It is placed and paid, but its status is ${redactText(status)}.`;
}

/** A status word that the dialect does not know may mean anything. */
export function statusText({ status, statusWord }: Answer): string {
	const later = `Look it up later with ${callName(documentGet)}.`;
	const other = `If another field holds the status, enter that field as status in API Differences. ${later}`;
	if (statusWord === '') return `The API shows no status. ${other}`;
	const word = redactText(statusWord);
	if (status !== undefined) return `Its status is ${word}. ${later}`;
	return `The API calls it ${word}. In API Differences, add that word to terminalStatuses (ready), standingStatuses (still under way) or failedStatuses (came to nothing). ${other}`;
}

/** @param read the read that failed */
function notReadText(read: Operation, failure: PartnerApiError): string {
	const needs = read.scope && lacksScope(failure) ? ` It needs the scope ${read.scope}.` : '';
	return `${callName(read)} failed (${codeOf(failure)}).${needs} Get it later with ${callName(read)}.`;
}
