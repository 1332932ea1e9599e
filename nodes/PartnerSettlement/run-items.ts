import { redactSecrets } from '../../partner-api';
import { callOf } from './orders/send';
import { itemsOf, type Job, type RunItem } from './orders/item';
import { type Failure, OutcomeReport } from './orders/outcome-report';
import { prepareAll, readAlone } from './orders/prepare';
import { withOutcome } from './orders/wait';
import type { RunContext } from './run/context';
import { fromResponse } from './run/output';

/** What a node makes of what became of its items. */
export interface Outlet<T> {
	/**
	 * @param item what the response was given to; several input items may share it
	 * @param report takes note of what the operator should see below the output
	 * @param itemIndex the input item
	 */
	done: (item: RunItem, response: unknown, report: OutcomeReport, itemIndex: number) => T;
	/** Called only where the run continues after a failure. */
	failed: (failure: Failure) => T;
}

/**
 * Runs the operation for every input item, several at once where it spends nothing. Items that ask for the same share a
 * call.
 *
 * @returns what the outlet made of each item, in input order
 * @throws NodeApiError or NodeOperationError for the first item that failed, unless the run continues; when cancelled
 */
export async function runItems<T>(run: RunContext, outlet: Outlet<T>): Promise<T[]> {
	const report = new OutcomeReport(run);
	const jobs = await prepareAll(run);
	const outputs: T[] = [];
	await run.concurrency.forEach(jobs, async (job) => {
		for (const [itemIndex, output] of await runJob(run, job, report, outlet)) {
			outputs[itemIndex] = output;
		}
	});
	report.conclude();
	return outputs;
}

/** @returns the output of each item; none for a job that was skipped because of a failure before it, or is that failure */
async function runJob<T>(
	run: RunContext,
	job: Job,
	report: OutcomeReport,
	outlet: Outlet<T>,
): Promise<[itemIndex: number, output: T][]> {
	const { itemIndex: first, error: refusal } = job;
	const items = itemsOf(job);
	if (report.failures.length > 0) {
		report.noteSkipped({ items });
		return [];
	}
	let { item } = job;
	try {
		if (refusal !== undefined) throw refusal;
		const sent = (item ??= readAlone(run, first));
		const stop = report.spending.refusalOf(sent);
		const call = callOf(sent, stop, () => {
			report.noteFound(first);
		});
		const response = await (run.operation.run?.(call) ?? call.send());
		report.summary?.noteResponse(response, items.length);
		const shown = await withOutcome(sent, response);
		const outputs = fromResponse(() =>
			items.map((itemIndex): [number, T] => [
				itemIndex,
				outlet.done(sent, shown, report, itemIndex),
			]),
		);
		for (const itemIndex of items) report.noteDone(sent, itemIndex, shown);
		return outputs;
	} catch (error) {
		report.summary?.noteFailure(items.length);
		const failures = await report.noteFailure(error, items, item);
		if (report.failures.length === 0) {
			return failures.map((failure) => [failure.call.itemIndex, outlet.failed(failure)]);
		}
		run.over.abort();
		return [];
	}
}

/** A response as it may come out: with its secrets, where they are asked for. */
export function shown({ run, options, revealsSecrets }: RunItem, response: unknown): unknown {
	if (revealsSecrets) return response;
	const { secretFields, secrets, resource } = run.operation;
	// Another path may lead to anything.
	const isOfNoCard = resource === 'kyt' && options.path === undefined;
	return redactSecrets(response, { alsoSecret: secretFields, holdsSecrets: secrets, isOfNoCard });
}
