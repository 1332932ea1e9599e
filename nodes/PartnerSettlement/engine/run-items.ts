import { setImmediate as nextTurn } from 'node:timers/promises';

import { forgetBalance } from './available-balance';
import type { Failure } from './failures';
import { heldOrder } from './held-order';
import { RunItem } from './run-item';
import { itemsOf, type Job } from './jobs';
import { withOutcome } from './outcome';
import { fromAnswer } from './output';
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

/** How many items may have begun without being done: most of them wait for their results. */
const MOST_UNDER_WAY = 1000;

/** What a node makes of what became of its items. */
export interface Outlet<T> {
	/**
	 * @param item what the answer was given to; several input items may share it
	 * @param state takes note of what the operator should see beside the output
	 * @param itemIndex the input item
	 */
	done: (item: RunItem, answer: unknown, state: RunState, itemIndex: number) => T;
	/** Called only where the run continues after a failure. */
	failed: (failure: Failure) => T;
}

/**
 * Runs the operation for every input item, several at once where it spends nothing, and once for those that ask for the
 * same.
 *
 * @returns what the outlet made of each item, in input order
 * @throws NodeApiError or NodeOperationError for the first item that failed, unless the run continues; when cancelled
 */
export async function runItems<T>(run: RunContext, outlet: Outlet<T>): Promise<T[]> {
	const state = newState(run);
	const jobs = await prepareAll(run);
	const turn = turnstile();
	const outputs: T[] = [];
	const work = async (job: Job): Promise<void> => {
		await turn();
		for (const [itemIndex, output] of await runJob(run, job, state, outlet)) {
			outputs[itemIndex] = output;
		}
	};
	const next = handOut(jobs);
	const worker = async (): Promise<void> => {
		for (const job of next) await run.places.hold(async () => await work(job));
	};
	await Promise.all(Array.from({ length: Math.min(jobs.length, MOST_UNDER_WAY) }, worker));
	conclude(run, state);
	return outputs;
}

/**
 * One after the other. Of very many, each makes room for its output: the list lets go of what it gives. It gets shorter by
 * its length, because pop() may leave it the room it took.
 */
function* handOut(jobs: Job[]): Generator<Job> {
	jobs.reverse();
	for (let job = jobs.at(-1); job; job = jobs.at(-1)) {
		jobs.length -= 1;
		yield job;
	}
}

/**
 * Lets items begin one by one, each in a turn of the event loop of its own. n8n takes about a millisecond for an
 * expression: answers that came in together would hold each other's next calls up, and everything else in n8n.
 */
function turnstile(): () => Promise<void> {
	let last = Promise.resolve();
	return () =>
		(last = last.then(async () => {
			await nextTurn();
		}));
}

function recorded(item: RunItem) {
	const { itemIndex, orderKeys: extIds, wasLookedUp } = item;
	return { itemIndex, extIds, fields: item.sentFields(), wasLookedUp };
}

/** @returns the output of each item; none for a job that was not done because of a failure before it, or is that failure */
async function runJob<T>(
	run: RunContext,
	job: Job,
	state: RunState,
	outlet: Outlet<T>,
): Promise<[itemIndex: number, output: T][]> {
	const { itemIndex: first, item: prepared, error: refusal } = job;
	const indexes = itemsOf(job);
	if (state.failures.length > 0) {
		for (const itemIndex of indexes) state.notSent.push(itemIndex);
		return [];
	}
	let item = prepared;
	try {
		if (refusal !== undefined) throw refusal;
		const sent = (item ??= new RunItem(run, first));
		const stop = state.stop.refusalOf(sent);
		const answer = await (stop
			? heldOrder(sent, stop)
			: (run.operation.run?.(sent) ?? sent.send()));
		if (sent.changesState) forgetBalance(run);
		state.summary?.noteAnswer(answer, indexes.length);
		const shown = await withOutcome(sent, answer);
		const isDone = !sent.isKeyed || noteRecord(run, state, recorded(sent), shown);
		const outputs = fromAnswer(() =>
			indexes.map((itemIndex): [number, T] => [
				itemIndex,
				outlet.done(sent, shown, state, itemIndex),
			]),
		);
		// What fails after its answer came is a failure, and no other word of it may say that it went through.
		const status = doubtfulStatus(run, () => sent.sentFields(), shown);
		for (const itemIndex of isDone ? indexes : []) state.done.note(sent, itemIndex, status);
		return outputs;
	} catch (error) {
		state.stop.note(error);
		state.summary?.noteFailure(indexes.length);
		const failure = await failureOf(run, first, error, item);
		state.stop.noteHeld(failure, indexes);
		const failureFor = (itemIndex: number) => ({
			...failure,
			call: { ...failure.call, itemIndex },
		});
		if (run.continues && !run.signal.aborted) {
			return indexes.map((itemIndex) => [itemIndex, outlet.failed(failureFor(itemIndex))]);
		}
		for (const itemIndex of indexes) state.failures.push(failureFor(itemIndex));
		run.over.abort();
		return [];
	}
}
