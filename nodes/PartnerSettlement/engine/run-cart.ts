import type { INodeExecutionData } from 'n8n-workflow';
import type { z } from 'zod';

import {
	type ApiCall,
	type CallLimits,
	expectShape,
	type LocalErrorCode,
	openOrders,
	outcomeOfStatus,
	PartnerApiError,
	schemas,
	unknownOutcome,
} from '../../../partner-api';
import type { CartEntry } from '../catalog/item-call';
import { asError } from './as-error';
import { forgetBalance } from './available-balance';
import { limitsOf } from './call-options';
import { failedItem } from './failures';
import type { RunContext, RunItem } from './item-call';
import { findLostOrder } from './lost-order';
import { fromAnswer, isNoError, toItem } from './output';
import type { Job } from './jobs';
import { prepareAll } from './preflight';
import { conclude, failureOf, newState, type RunState } from './run-state';
import { anotherOrder } from './same-order';
import { mayRunAgain } from './tries';

/** One order and the input item it came from. */
interface Line {
	item: RunItem;
	entry: CartEntry;
}

type Answer = z.infer<typeof schemas.batchSchema>;
type Result = Answer['results'][number];

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
			const record = recordOf(run, line, index, answer);
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
async function answerTo(run: RunContext, cart: Line[], state: RunState): Promise<Answer | Error> {
	const first = cart[0]?.item;
	const stop = first && state.stop.refusalOf(first);
	if (stop) return stop;
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
function numbered(answer: Answer, orders: number): Answer {
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

/** What became of one order of a cart. @throws what the answer says of it, or why there is none */
async function recordOf(run: RunContext, line: Line, index: number, answer: Answer | Error) {
	const result = answer instanceof Error ? answer : resultAt(index, answer);
	const found = result instanceof Error ? result : ofOrder(run, line, result);
	if (found instanceof PartnerApiError) return await lookedUp(run, line, found);
	if (found instanceof Error) throw found;
	return { ext_id: line.entry.extId, ...found };
}

function resultAt(index: number, { results }: Answer): Result | PartnerApiError {
	return results.find((one) => one.index === index) ?? unknownOutcome('unexpected_answer');
}

/** What a result says of the order it should be of. */
function ofOrder(run: RunContext, { entry }: Line, result: Result): Result | PartnerApiError {
	const failure = failureIn(result);
	// A refusal may show the order that its key was used for before.
	const echoes = failure && ['ext_id'];
	return anotherOrder(result.body, entry.body, run, echoes) ?? failure ?? result;
}

/** A failure stands in `error` (section 7, rule 8); but a result may also tell of one as an answer of its own would. */
function failureIn(result: Result): PartnerApiError | undefined {
	const { error, body } = result;
	const statuses = failedStatuses(result);
	if (!error && isNoError(body?.error) && statuses.length === 0) return undefined;
	// An error in the body alone does not tell whether the order was made.
	const isOpen = statuses.length > 0 ? statuses.some(leavesOpen) : !error;
	const noCode: LocalErrorCode = 'no_error_code';
	return new PartnerApiError({
		code: textIn(error) ?? textIn(body?.error) ?? noCode,
		outcome: isOpen ? 'unknown' : 'refused',
		phase: 'call',
		apiMessage: textIn(body?.message),
	});
}

/**
 * The document does not show the values of `status` (section 4.8): one that is an HTTP status says of an order what it says
 * of one that is sent by itself.
 */
function failedStatuses({ status, body }: Result): number[] {
	return [status, body?.status, body?.http_status].map(Number).filter((code) => code >= 400);
}

function leavesOpen(status: number): boolean {
	return outcomeOfStatus(status) === 'unknown';
}

function textIn(value: unknown): string | undefined {
	return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Where an answer for it was lost, the order is looked up. @throws PartnerApiError */
async function lookedUp(run: RunContext, line: Line, failure: PartnerApiError) {
	const { item, entry } = line;
	const order = {
		extId: entry.extId,
		hasOwnKey: entry.hasOwnKey || item.ownExtId !== undefined,
		fields: entry.body,
		replay: async (patience: CallLimits) => await replayed(run, line, patience),
	};
	const found = await findLostOrder(failure, order, { ...run, limits: limitsOf(item.options) });
	run.hints.add(
		'Orders of a cart were found by a lookup: its answer was lost, or an earlier try had placed them.',
	);
	return { ext_id: entry.extId, body: found };
}

/** The record of one order, by a cart of its own. @throws PartnerApiError */
async function replayed(run: RunContext, line: Line, patience: CallLimits): Promise<unknown> {
	const answer = await run.client.call(cartCall(run, [line]), patience);
	// Of one order there is one result, wherever the numbering begins.
	const [result, second] = expectShape(schemas.batchSchema, answer).results;
	if (!result || second) throw unknownOutcome('unexpected_answer');
	const found = ofOrder(run, line, result);
	if (found instanceof PartnerApiError) throw found.with({ outcome: 'unknown' });
	if (!found.body) throw unknownOutcome('unexpected_answer');
	return found.body;
}

async function outputOf(
	run: RunContext,
	{ item, entry: { extId } }: Line,
	record: ReturnType<typeof recordOf>,
	state: RunState,
): Promise<INodeExecutionData[]> {
	try {
		const known = await record;
		openOrders.settle(run.settings, extId, mayRunAgain(run.node));
		const output = fromAnswer(() => toItem(item.shown(known), item.itemIndex, extId));
		state.done.noteOrder(item, extId);
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
	{ indexes, item, error }: Job,
): Promise<INodeExecutionData[]> {
	return [failedItem(await failureOf(run, indexes[0], error, item))];
}
