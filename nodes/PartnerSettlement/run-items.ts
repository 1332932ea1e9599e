import { encryptSecrets, isJsonObject, redactSecrets } from '../../partner-api';
import type { Failure } from './messages/node-error';
import { AutomaticKeys } from './orders/idempotency-key';
import { toItemCall } from './orders/send';
import { itemsOf, readItem, type RunItem } from './orders/item';
import { OutcomeReport } from './orders/outcome-report';
import { prepareAll } from './orders/prepare';
import { whenReady } from './orders/wait';
import type { RunContext } from './run/context';

/** What a node makes of what became of its items. */
export interface Outlet<T> {
	/**
	 * @param item what the response was given to; several input items may share it
	 * @param itemIndex the input item
	 */
	done: (item: RunItem, response: unknown, itemIndex: number) => T | Promise<T>;
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
	// Only screenings are read again here. Equal ones share a call, so an agent's counts are as in prepareAll().
	const keys = new AutomaticKeys(run.node, run.operation);
	const outputs: T[] = [];
	await run.concurrency.forEach(jobs, async (job) => {
		const items = itemsOf(job);
		if (report.failures.length > 0) {
			report.noteSkipped(items);
			return;
		}
		try {
			if (job.error) throw job.error;
			const item = (job.item ??= readItem(run, job.itemIndex, keys));
			let isOld = false;
			const call = toItemCall(item, (isUnsent) => {
				report.noteFound(job.itemIndex);
				isOld = isUnsent;
			});
			const response = await (run.operation.perform?.(call) ?? call.send());
			const ready = await whenReady(item, call, response);
			for (const itemIndex of items) {
				outputs[itemIndex] = await outlet.done(item, ready, itemIndex);
			}
			const [order] = item.orders;
			if (order) report.noteDone(item, order, ready, items, isOld);
		} catch (error) {
			for (const failure of report.noteFailure(job, error)) {
				outputs[failure.call.itemIndex] = outlet.failed(failure);
			}
		}
	});
	await report.conclude();
	return outputs;
}

/**
 * A response as it may come out: without its secrets, unless they are asked for. With Encrypt Secrets To they stand in
 * `secrets_encrypted`. What was ordered exists by then, so a failing encryption does not fail the item.
 */
export async function shown(item: RunItem, response: unknown): Promise<unknown> {
	const { run, options, revealsSecrets, encryptTo } = item;
	if (revealsSecrets) return response;
	const { secrets, resource } = run.operation;
	// Another path may lead to anything.
	const isScreening = resource === 'kyt' && options.path === undefined;
	const redacted = redactSecrets(response, isScreening ? 'screening' : secrets && 'goods');
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
