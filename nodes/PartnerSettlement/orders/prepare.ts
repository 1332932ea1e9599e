import { setImmediate as nextTurn } from 'node:timers/promises';

import { InputError, stringifyJson } from '../../../partner-api';
import { changesState } from '../catalog/operation';
import { itemRanges } from '../messages/failure-text';
import type { RunContext } from '../run/context';
import { AutomaticKeys } from './idempotency-key';
import { asError, itemsOf, type Job, readItem, type RunItem } from './item';
import { failureOf } from './outcome-report';
import { learnPrice } from './prices';
import { refuseExpensive } from './spending-limits';

/**
 * Reads and checks all items of a run that changes something before the first is sent. A mistake in the last one must not
 * leave the others paid, for a corrected run would pay them again.
 *
 * @returns the calls to make, in the order of their first items; unread where the run only reads
 * @throws NodeOperationError for the first item that cannot be sent, unless the run continues
 */
export async function prepareAll(run: RunContext): Promise<Job[]> {
	const input = run.node.getInputData();
	if (!changesState(run.operation)) {
		return input.map((_, itemIndex): Job => ({ itemIndex }));
	}
	const keys = new AutomaticKeys(run.node, run.operation);
	const jobs: Job[] = [];
	const shared = new Map<string, Job>();
	for (const itemIndex of input.keys()) {
		// Each in a turn of its own: n8n takes its time for expressions.
		await nextTurn();
		const job = prepare(run, itemIndex, keys);
		if (job.item) await learnPrice(job.item);
		const key = job.item && sharedCall(job.item);
		const known = key === undefined ? undefined : shared.get(key);
		if (known) {
			(known.others ??= []).push(itemIndex);
			continue;
		}
		if (key !== undefined) shared.set(key, job);
		jobs.push(job);
	}
	refuseSharedKeys(jobs);
	refuseExpensive(jobs);
	refuseAll(run, jobs);
	return jobs;
}

/** An item that needs no preparation, because it only reads. @throws InputError */
export function readAlone(run: RunContext, itemIndex: number): RunItem {
	return readItem(run, itemIndex, new AutomaticKeys(run.node, run.operation));
}

function prepare(run: RunContext, itemIndex: number, keys: AutomaticKeys): Job {
	try {
		const item = readItem(run, itemIndex, keys);
		refuseBlindRetry(run, item);
		return { item, itemIndex };
	} catch (error) {
		return { error: asError(error), itemIndex };
	}
}

/** Retry On Fail runs the whole node again: whatever carries no ext_id would be done twice, also for items that succeeded. */
function refuseBlindRetry({ node }: RunContext, { orders }: RunItem): void {
	const isKeyless = orders.some(({ extId }) => extId === undefined);
	if (!isKeyless || node.getNode().retryOnFail !== true) return;
	throw new InputError(
		'Retry On Fail is on, and this call carries no ext_id by which the API would know a repeat',
		'Turn Retry On Fail off in the settings of this node. In an API Call, an ext_id in the body will do as well.',
	);
}

/**
 * What is the same for items that one call serves: equal screenings, and equal orders with one custom key.
 *
 * @returns undefined for an item that has a call of its own
 */
function sharedCall(item: RunItem): string | undefined {
	const { run, values, options, orders, request, revealsSecrets, encryptTo } = item;
	const [order] = orders;
	if (!order || order.inBatch) return undefined;
	const custom = order.hasCustomKey ? order.extId : undefined;
	const { oneSpelling } = run.operation;
	if (oneSpelling && options.body === undefined) {
		// Who gives two orders different keys wants two.
		return JSON.stringify([oneSpelling(values), custom, options.path], withoutOff);
	}
	if (custom === undefined) return undefined;
	const recipient = encryptTo?.key.export({ format: 'der', type: 'spki' }).toString('base64') ?? '';
	const { method, base, path, query = {} } = request;
	const call = [method, base, path, query];
	const limit = options.maximumPerItem ?? '';
	return stringifyJson([custom, call, order.fields, revealsSecrets, recipient, limit]);
}

/** A flag that is off asks for what its absence asks for. */
function withoutOff(_: string, value: unknown): unknown {
	return value === false ? undefined : value;
}

/** An ext_id is for one order: another one with the same would be lost in the first. */
function refuseSharedKeys(jobs: readonly Job[]): void {
	const byKey = new Map<string, Job[]>();
	for (const job of jobs) {
		for (const { extId } of job.item?.orders ?? []) {
			if (extId !== undefined) byKey.set(extId, [...(byKey.get(extId) ?? []), job]);
		}
	}
	for (const [extId, sharing] of byKey) {
		if (sharing.length < 2) continue;
		for (const job of sharing) {
			job.error = new InputError(
				`The ext_id ${extId} stands for several orders in this run`,
				'Give each order an ext_id of its own, such as its order number.',
			);
		}
	}
}

/** Unless the run continues, one item that cannot be sent keeps all of them from being sent. */
function refuseAll(run: RunContext, jobs: readonly Job[]): void {
	if (run.continues) return;
	const refused = jobs.filter(({ error }) => error !== undefined);
	const [first] = refused;
	if (!first) return;
	const { nodeError } = failureOf(run, first.itemIndex, first.error, first.item);
	const items = run.node.getInputData().length;
	const mistaken = itemRanges(refused.flatMap(itemsOf));
	const sentences = [
		nodeError.description,
		refused.length > 1 && `Items with a mistake: ${mistaken}.`,
		items > 1 && `None of the ${String(items)} items was sent.`,
	];
	nodeError.description = sentences.filter(Boolean).join(' ');
	throw nodeError;
}
