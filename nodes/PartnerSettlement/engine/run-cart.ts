import type { INodeExecutionData } from 'n8n-workflow';

import {
	type ApiCall,
	type CallLimits,
	expectShape,
	openOrders,
	PartnerApiError,
	schemas,
	unknownOutcome,
} from '../../../partner-api';
import type { CartEntry } from '../catalog/item-call';
import { asError } from './as-error';
import { forgetBalance } from './available-balance';
import { limitsOf } from './call-options';
import {
	type CartAnswer,
	type CartResult,
	judgeResult,
	recordIn,
	recordWithStatus,
} from './cart-result';
import { failedItem } from './failures';
import type { RunItem } from './run-item';
import { findLostOrder } from './lost-order';
import { fromAnswer, toItem } from './output';
import type { Job } from './jobs';
import { prepareAll } from './preflight';
import type { RunContext } from './run-context';
import {
	conclude,
	doubtfulStatus,
	failureOf,
	newState,
	noteRecord,
	type RunState,
} from './run-state';
import { mayComeAgain } from './tries';

/** One order and the input item it came from. */
interface Line {
	item: RunItem;
	entry: CartEntry;
}

/**
 * Puts the orders of all items into carts, sends one after the other, and gives each result back to the item its order
 * came from (section 4.8).
 *
 * @throws NodeApiError or NodeOperationError that names every order that failed, unless the node continues on failure
 */
export async function runCarts(run: RunContext): Promise<INodeExecutionData[]> {
	const state = newState(run);
	const jobs = await prepareAll(run);
	const outputs = await Promise.all(
		jobs.map(async (job) => (job.error === undefined ? [] : await refused(run, job))),
	);
	for (const cart of cartsOf(jobs)) {
		if (state.failures.length > 0) {
			state.notSent.push(...cart.map(({ item }) => item.itemIndex));
			continue;
		}
		const answer = await answerTo(run, cart, state);
		for (const [index, line] of cart.entries()) {
			const record = recordOf(run, line, resultAt(index, answer), state);
			outputs[line.item.itemIndex]?.push(...(await outputOf(run, line, record, state)));
		}
	}
	conclude(run, state);
	return outputs.flat();
}

function cartsOf(jobs: readonly Job[]): Line[][] {
	const lines = jobs.flatMap(({ item, error }): Line[] =>
		item && error === undefined ? (item.cart ?? []).map((entry) => ({ item, entry })) : [],
	);
	const size = lines[0]?.item.options.cartSize ?? lines.length;
	const carts: Line[][] = [];
	for (let start = 0; start < lines.length; start += size) {
		carts.push(lines.slice(start, start + size));
	}
	return carts;
}

/** @returns the answer to a cart, or what kept it from coming */
async function answerTo(
	run: RunContext,
	cart: Line[],
	state: RunState,
): Promise<CartAnswer | Error> {
	const first = cart[0]?.item;
	const stop = first && state.stop.refusalOf(first);
	if (stop) return stop;
	for (const { item } of cart) state.begun.add(item.itemIndex);
	try {
		const limits = first && limitsOf(first.options);
		const answer = await run.client.call(cartCall(run, cart), limits);
		forgetBalance(run);
		return numbered(expectShape(schemas.batchSchema, answer), cart.length);
	} catch (error) {
		return asError(error);
	}
}

/**
 * The document does not show from where the results are numbered (section 2.8): unless they are one for each order, from
 * 0 on, none can be told to be that of an order.
 *
 * @throws PartnerApiError
 */
function numbered(answer: CartAnswer, orders: number): CartAnswer {
	const indexes = answer.results.map(({ index }) => index);
	const areWithin = indexes.every((index) => index >= 0 && index < orders);
	if (areWithin && indexes.length === orders && new Set(indexes).size === orders) return answer;
	const last = String(orders - 1);
	const detail = `the results are not one for each order, with an index from 0 to ${last}`;
	throw unknownOutcome('unexpected_answer', detail);
}

function cartCall({ operation }: RunContext, cart: readonly Line[]): ApiCall {
	const { method, base, path } = operation.endpoint;
	const items = cart.map(({ entry }) => entry.wire);
	const onSend = () => cart.forEach(({ item }) => item.noteSent());
	return { method, base, path, body: { items }, repeat: 'keyed', onSend };
}

/** What is known of an order that has one. */
interface Known {
	record: Record<string, unknown>;
	/** The record does not show it as one that failed. */
	isDone: boolean;
	/** One that does not say that it was carried out. */
	status?: string;
}

/** What became of one order of a cart. @throws what the answer says of it, or why there is none */
async function recordOf(
	run: RunContext,
	line: Line,
	result: CartResult | Error,
	state: RunState,
): Promise<Known> {
	const found = result instanceof Error ? result : judgeResult(run, line.entry, result);
	if (found instanceof PartnerApiError) return await lookedUp(run, line, found, state);
	if (found instanceof Error) throw found;
	const isDone = noteRecord(run, state, recorded(line, false), recordIn(found));
	const status = doubtfulStatus(run, () => line.entry.body, found);
	return { record: { ext_id: line.entry.extId, ...found }, isDone, status };
}

function recorded({ item: { itemIndex }, entry: { extId, body } }: Line, wasLookedUp: boolean) {
	return { itemIndex, extIds: [extId], fields: body, wasLookedUp };
}

function resultAt(index: number, answer: CartAnswer | Error): CartResult | Error {
	if (answer instanceof Error) return answer;
	return answer.results.find((one) => one.index === index) ?? unknownOutcome('unexpected_answer');
}

/** Where an answer for it was lost, the order is looked up. @throws PartnerApiError */
async function lookedUp(run: RunContext, line: Line, failure: PartnerApiError, state: RunState) {
	const { item, entry } = line;
	const order = {
		extId: entry.extId,
		hasOwnKey: entry.hasOwnKey || item.ownExtId !== undefined,
		fields: entry.body,
		revealsSecrets: item.revealsSecrets,
		replay: async (patience: CallLimits) => await replayed(run, line, patience),
	};
	const found = await findLostOrder(failure, order, { ...run, limits: limitsOf(item.options) });
	const isDone = noteRecord(run, state, recorded(line, true), found);
	const status = doubtfulStatus(run, () => entry.body, found);
	return { record: { ext_id: entry.extId, body: found }, isDone, status };
}

/** The record of one order, by a cart of its own. @throws PartnerApiError */
async function replayed(run: RunContext, line: Line, patience: CallLimits): Promise<unknown> {
	const answer = await run.client.call(cartCall(run, [line]), patience);
	// Of one order there is one result, wherever the numbering begins.
	const [result, second] = expectShape(schemas.batchSchema, answer).results;
	if (!result || second) throw unknownOutcome('unexpected_answer');
	const found = judgeResult(run, line.entry, result);
	if (found instanceof PartnerApiError) throw found.with({ outcome: 'unknown' });
	if (!found.body) throw unknownOutcome('unexpected_answer');
	return recordWithStatus(found);
}

async function outputOf(
	run: RunContext,
	{ item, entry: { extId } }: Line,
	known: Promise<Known>,
	state: RunState,
): Promise<INodeExecutionData[]> {
	try {
		const { record, isDone, status } = await known;
		openOrders.settle(run.settings, extId, mayComeAgain(run.node));
		const output = fromAnswer(() => toItem(item.shown(record), item.itemIndex, extId));
		if (isDone) state.done.noteOrder(item, extId, status);
		return [output];
	} catch (error) {
		state.stop.note(error);
		const failure = await failureOf(run, item.itemIndex, error, item, [extId]);
		state.stop.noteHeld(failure, [item.itemIndex]);
		if (run.continues && !run.signal.aborted) return [failedItem(failure)];
		state.failures.push(failure);
		return [];
	}
}

async function refused(
	run: RunContext,
	{ itemIndex, item, error }: Job,
): Promise<INodeExecutionData[]> {
	return [failedItem(await failureOf(run, itemIndex, error, item))];
}
