import { encryptSecrets, isJsonObject, redactSecrets, restAfter } from '../../partner-api';
import { isBatch } from './definition/operation';
import type { Failure } from './messages/node-error';
import { sendBatch } from './orders/batch';
import { OutcomeReport } from './orders/outcome-report';
import { prepareAll } from './orders/prepare';
import { sendAlone } from './orders/send';
import { type Done, doneOrThrow, type Settled } from './orders/settled';
import type { RunContext } from './run/context';
import { asError, itemsOf, type Job, type RunItem } from './run/run-item';

/** What a node does with the results of its items. */
export interface Outlet<T> {
	/**
	 * @param done its response or, for an order, its record
	 * @param itemIndex the input item; several may share a response
	 * @param extId the idempotency key of the order
	 */
	done: (item: RunItem, done: Done, itemIndex: number, extId?: string) => T | Promise<T>;
	failed: (failure: Failure) => T;
}

/**
 * Runs the operation for every input item: prepare, send, decide, report. Several reads and screenings run at once.
 * Screenings with the same content share a call, and a batch is several orders in one.
 *
 * @returns the outlet's results for each item, in input order: one for each of its orders, or one for a read
 * @throws NodeApiError or NodeOperationError for the first item that failed, unless the run continues; also if the run is
 *   cancelled
 */
export async function runItems<T>(run: RunContext, outlet: Outlet<T>): Promise<T[][]> {
	const report = new OutcomeReport(run);
	const outputs = run.node.getInputData().map((): T[] => []);
	await run.concurrency.forEach(inCalls(run, await prepareAll(run)), async (jobs) => {
		// An item whose parameters are not read yet takes its own turn.
		const isRead = report.failures.length === 0 && jobs.some(({ item }) => item === undefined);
		if (isRead) await run.concurrency.turn();
		if (report.failures.length > 0) {
			for (const job of jobs) report.noteSkipped(job);
			return;
		}
		const settled = await sendJobs(jobs);
		let begin = performance.now();
		for (const [place, job] of jobs.entries()) {
			try {
				const { item, order } = job;
				const one = settled[place];
				if (one instanceof Error) throw one;
				if (!item || !one) throw new Error('This job was not sent');
				const done = doneOrThrow(one);
				const { record } = done;
				for (const itemIndex of itemsOf(job)) {
					// A later node that changes one item must not change the others.
					const own = itemIndex === job.itemIndex ? record : structuredClone(record);
					const ofItem = { ...done, record: own };
					outputs[itemIndex]?.push(await outlet.done(item, ofItem, itemIndex, order?.extId));
					begin = await restAfter(begin);
				}
				report.noteDone(job, done);
			} catch (error) {
				for (const failure of report.noteFailure(job, error)) {
					outputs[failure.call.itemIndex]?.push(outlet.failed(failure));
					begin = await restAfter(begin);
				}
				// A great many items may fail without a call, for example with a refused credential.
				await run.concurrency.turn();
			}
		}
	});
	await report.conclude();
	return outputs;
}

/** The jobs of each call: one, or as many as a batch takes. */
function inCalls({ operation }: RunContext, jobs: Job[]): Job[][] {
	if (!isBatch(operation)) return jobs.map((job) => [job]);
	const mistaken = jobs.filter(({ error }) => error !== undefined).map((job) => [job]);
	const sent = jobs.filter(({ error }) => error === undefined);
	const size = sent[0]?.item?.options.batchSize ?? 1;
	const calls = Array.from({ length: Math.ceil(sent.length / size) }, (_, index) =>
		sent.slice(index * size, (index + 1) * size),
	);
	return [...mistaken, ...calls];
}

/** @returns what became of each; an error without a response, such as a private key that cannot be read, is the result of each */
async function sendJobs(jobs: Job[]): Promise<(Settled | Error)[]> {
	try {
		for (const job of jobs) {
			if (job.error) throw job.error;
			job.item ??= job.read?.();
		}
		const items = jobs.flatMap(({ item, order }) => (item ? { item, order } : []));
		const [first] = items;
		if (!first || !isBatch(first.item.run.operation))
			return first ? [await sendAlone(first.item)] : [];
		return await sendBatch(items.flatMap(({ item, order }) => (order ? { item, order } : [])));
	} catch (error) {
		return jobs.map(() => asError(error));
	}
}

/**
 * A response as it may come out: without its secrets, unless they are asked for. With Encrypt Secrets To they are in
 * `secrets_encrypted`. The order exists by then, so a failing encryption does not fail the item.
 */
export async function shown(item: RunItem, response: unknown): Promise<unknown> {
	const { run, options, revealsSecrets, encryptTo } = item;
	if (revealsSecrets) return response;
	const { secrets, resource } = run.operation;
	// Another path may lead to any record.
	const isScreening = resource === 'kyt' && options.path === undefined;
	const begin = performance.now();
	const redacted = redactSecrets(response, isScreening ? 'screening' : secrets && 'goods');
	await restAfter(begin);
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
