import {
	type Answer,
	type Asked,
	isAbsent,
	PartnerApiError,
	unknownOutcome,
} from '../../../partner-api';
import { callLimitsOf } from '../run/call-options';
import { isRefusalCode } from './decide';
import { attemptOf, type Entry, type Pending, place, type Sender } from './place';
import type { Attempt, Settled } from './settled';

/**
 * Sends orders in one request (section 4.8) and settles each.
 *
 * @returns the outcome of each, in the same sequence. The record of an order that is done is its result, or its
 *   document under `body`
 */
export async function sendBatch(entries: readonly Entry[]): Promise<Settled[]> {
	const settled = await place(entries, sendTogether);
	return settled.map((one, index) => {
		if (one.outcome !== 'done') return one;
		const { extId } = entries[index]?.order ?? {};
		const result = one.isFound ? undefined : one.answer?.result;
		return { ...one, record: { ext_id: extId, ...(result ?? { body: one.record }) } };
	});
}

const sendTogether: Sender = async (pending, onSend) => {
	const [first] = pending;
	if (!first) return [];
	const { run, request, options } = first.item;
	const body = { items: pending.map(({ order }) => order.payload) };
	const asked = await run.client.ask({ ...request, body, onSend }, callLimitsOf(options));
	const given = (asked.answer?.parts ?? []).filter(({ result }) => result);
	const results = resultsOf(given, pending);
	return pending.map((one, place) => attemptOfResult(asked, one, results[place]));
};

/**
 * The result of each order. Its index counts if there is one result for each order and no key contradicts it; otherwise
 * the key that a result shows. The document does not show whether the index starts at 0 or 1.
 */
function resultsOf(
	results: readonly Answer[],
	pending: readonly Pending[],
): (Answer | undefined)[] {
	for (const first of [0, 1]) {
		const byPlace = new Map(results.map((one) => [(one.index ?? NaN) - first, one]));
		const inOrder = pending.map((_, place) => byPlace.get(place));
		const isOneEach = pending.every(({ order: { extId } }, place) => {
			const one = inOrder[place];
			return one && (one.extId ?? extId) === extId;
		});
		if (isOneEach && results.length === pending.length) return inOrder;
	}
	return pending.map(({ order }) => {
		const [own, second] = results.filter(({ extId }) => extId === order.extId);
		// If there are two, neither can be assigned to the order.
		return second ? undefined : own;
	});
}

function attemptOfResult(
	{ failure, mayBeDone }: Asked,
	{ item, order, found }: Pending,
	answer: Answer | undefined,
): Attempt {
	const { dialect } = item.run.settings;
	if (failure || !answer) {
		const detail = 'no result can be matched to this order';
		const lost = failure ?? unknownOutcome('unexpected_answer', detail);
		return attemptOf({ failure: lost, mayBeDone }, order, found.lookup, dialect);
	}
	const code = answer.error?.code ?? '';
	const isNew = answer.ids.some((name) => isAbsent(order.fields[name]));
	// An error in the record of an accepted order is not the refusal that the result would show (section 7, rule 8).
	const hasStatus = answer.statusWord !== '' && answer.status !== 'failed';
	const isAccepted = hasStatus && answer.extId === order.extId && isAbsent(answer.result?.error);
	const stands = answer.status === 'stands' || answer.status === 'over';
	const isShown = isNew || isAccepted || stands;
	if (code === '' || isShown) return attemptOf({ answer, mayBeDone }, order, found.lookup, dialect);
	// After an unknown code, a lookup decides.
	const isKnown = isRefusalCode(code) || dialect.keyConflict.includes(code);
	const last = dialect.keyConflict.includes(code) ? 'key_in_use' : 'refused';
	const apiMessage = answer.error?.message;
	const refused = new PartnerApiError({ code, outcome: 'refused', phase: 'call', apiMessage });
	return { last, mayBeDone: mayBeDone || !isKnown, answer, failure: refused };
}
