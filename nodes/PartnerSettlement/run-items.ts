import { encryptSecrets, isJsonObject, redactSecrets } from '../../partner-api';
import type { Failure } from './messages/node-error';
import { callOf } from './orders/send';
import { itemsOf, type Job, type RunItem } from './orders/item';
import { OutcomeReport } from './orders/outcome-report';
import { prepareAll, readAlone } from './orders/prepare';
import { whenReady } from './orders/wait';
import type { RunContext } from './run/context';

/** What a node makes of what became of its items. */
export interface Outlet<T> {
	/**
	 * @param item what the response was given to; several input items may share it
	 * @param report takes note of what the operator should see below the output
	 * @param itemIndex the input item
	 */
	done: (
		item: RunItem,
		response: unknown,
		report: OutcomeReport,
		itemIndex: number,
	) => T | Promise<T>;
	/** Called only where the run continues after a failure. */
	failed: (failure: Failure) => T;
}

/**
 * Runs the operation for every input item, several reads and screenings at once. Items that ask for the same share a
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
	await report.conclude();
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
		report.noteSkipped(items);
		return [];
	}
	let { item } = job;
	try {
		if (refusal !== undefined) throw refusal;
		const sent = (item ??= readAlone(run, first));
		const call = callOf(sent, () => {
			report.noteFound(first);
		});
		const response = await (run.operation.run?.(call) ?? call.send());
		const ready = await whenReady(sent, call, response);
		report.noteResponse(sent, ready, items.length);
		const outputs: [number, T][] = [];
		for (const itemIndex of items) {
			outputs.push([itemIndex, await outlet.done(sent, ready, report, itemIndex)]);
		}
		for (const itemIndex of items) report.noteDone(sent, itemIndex, ready);
		return outputs;
	} catch (error) {
		const failures = report.noteFailure(error, items, item);
		if (report.failures.length === 0) {
			return failures.map((failure) => [failure.call.itemIndex, outlet.failed(failure)]);
		}
		run.over.abort();
		return [];
	}
}

/**
 * A response as it may come out: without its secrets, unless they are asked for. Where they go to a key of the operator's,
 * they are in `secrets_encrypted`; what is there exists by then, so nothing of that makes the item fail.
 */
export async function shown(item: RunItem, response: unknown): Promise<unknown> {
	const { run, options, revealsSecrets, encryptTo } = item;
	if (revealsSecrets) return response;
	const { secrets, resource } = run.operation;
	// Another path may lead to anything.
	const isOfNoCard = resource === 'kyt' && options.path === undefined;
	const redacted = redactSecrets(response, { holdsSecrets: secrets, isOfNoCard });
	if (!encryptTo || !isJsonObject(redacted)) return redacted;
	try {
		const jwe = await encryptSecrets(response, redacted, encryptTo);
		return jwe === undefined ? redacted : { ...redacted, secrets_encrypted: jwe };
	} catch (error) {
		const kind = error instanceof Error ? error.name : typeof error;
		run.hints.add(`The secrets could not be encrypted (${kind}), so they came out masked.`);
		return redacted;
	}
}
