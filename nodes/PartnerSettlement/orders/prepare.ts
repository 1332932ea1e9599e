import { setImmediate as nextTurn } from 'node:timers/promises';

import { hasSpendingPolicy, InputError, resultOrRefusal } from '../../../partner-api';
import { changesState } from '../definition/operation';
import { withOneSpelling } from '../definition/screening';
import type { RunContext } from '../run/context';
import { AutomaticKeys } from './idempotency-key';
import { asError, type Job, type RunItem } from '../run/run-item';
import { readItem } from './item';
import { requireNoMistake } from './outcome-report';
import { findFirst } from './place';
import type { Asking } from '../limits/budget/reservations';
import { costsWithinLimits, refusalWithoutBalance, requireLimit, reserve } from '../limits/policy';
import { OrderFailed } from './settled';
import { markExpensive } from '../limits/spending-limits';

/**
 * If a run changes something, reads and checks all its items before the first is sent. A mistake in the last one must
 * not leave the others paid, because a corrected run would pay them again.
 *
 * @returns the jobs, in the sequence of their first items. The parameters of a read are read when its turn comes
 * @throws NodeOperationError for the first item that cannot be sent, unless the run continues
 */
export async function prepareAll(run: RunContext): Promise<Job[]> {
	const input = run.node.getInputData();
	const keys = new AutomaticKeys(run.node, run.operation);
	const read = (itemIndex: number) => readItem(run, itemIndex, keys);
	if (!changesState(run.operation)) {
		return input.map((_, itemIndex): Job => ({ itemIndex, read: () => read(itemIndex) }));
	}
	const jobs: Job[] = [];
	const shared = new Map<string, Job>();
	for (const itemIndex of input.keys()) {
		// Each in its own turn, because n8n takes some time for expressions.
		await nextTurn();
		const job = prepare(itemIndex, read);
		const key = job.item && screeningOf(job.item);
		const known = key === undefined ? undefined : shared.get(key);
		if (known) {
			(known.others ??= []).push(itemIndex);
			continue;
		}
		if (key !== undefined) shared.set(key, job);
		jobs.push(job);
	}
	markSharedKeys(jobs);
	await markExpensive(jobs);
	if (hasSpendingPolicy(run.settings)) {
		await applyPolicy(run, jobs);
		if (!run.continues) await markFirstNew(jobs);
	}
	requireNoMistake(run, jobs);
	return jobs.flatMap(ofEachOrder);
}

/** An item of a batch may hold several orders: each has its own job, unless none of them is sent. */
function ofEachOrder(job: Job): Job | Job[] {
	const { item, error } = job;
	const [first, second] = item?.orders ?? [];
	job.order = first;
	if (!item || !second || error !== undefined) return job;
	return item.orders.map((order) => ({ ...job, order }));
}

function prepare(itemIndex: number, read: (itemIndex: number) => RunItem): Job {
	try {
		const item = read(itemIndex);
		if (item.run.isTool) requireLimit(item);
		return { item, itemIndex };
	} catch (error) {
		return { error: asError(error), itemIndex };
	}
}

/**
 * The content of a screening: one call serves all items with the same content.
 *
 * @returns undefined for an item that has its own call
 */
function screeningOf({ run, values, options, orders }: RunItem): string | undefined {
	if (run.operation.effect !== 'screen' || options.body !== undefined) return undefined;
	// Different custom keys ask for separate screenings.
	const customKeys = orders.filter(({ key }) => key === 'own').map(({ extId }) => extId);
	// A flag that is off means the same as an absent one.
	const withoutOff = (_: string, value: unknown) => (value === false ? undefined : value);
	return JSON.stringify([withOneSpelling(values), customKeys, options.path], withoutOff);
}

/** An ext_id is for one order. If two are equal, it is unclear whether both are meant. */
function markSharedKeys(jobs: readonly Job[]): void {
	const byKey = new Map<string, Job>();
	for (const job of jobs) {
		for (const { extId } of job.item?.orders ?? []) {
			if (extId === undefined) continue;
			const other = byKey.get(extId);
			byKey.set(extId, job);
			if (!other) continue;
			job.error = other.error = new InputError(
				`Several orders in this run have the ext_id ${extId}`,
				job.item?.run.isTool
					? undefined
					: 'Give each order its own number. If an item came in twice, put Remove Duplicates in front of this node.',
			);
		}
	}
}

/**
 * Checks all new orders against the credential's limits: together, or one by one if the run continues. Orders that may
 * exist count when their turn comes, after their lookup.
 */
async function applyPolicy(run: RunContext, jobs: readonly Job[]): Promise<void> {
	const asking: (Asking & { job: Job })[] = [];
	for (const job of jobs) {
		// Each in its own turn, because an order may bring a list of certificates.
		await nextTurn();
		const { item, error } = job;
		if (!item || error !== undefined || someMayExist(item)) continue;
		const costs = await resultOrRefusal(costsWithinLimits(item, item.orders));
		if (costs instanceof InputError) job.error = costs;
		else asking.push({ item, orders: item.orders, costs, job });
	}
	if (!run.continues && jobs.some(({ error }) => error !== undefined)) return;
	for (const together of run.continues ? asking.map((one) => [one]) : [asking]) {
		await nextTurn();
		const refusal = await reserve(together);
		for (const { job } of together) job.error = refusal;
	}
}

/**
 * Orders that exceed a limit but may already exist are looked up first. If no order of an item exists, no order of the run
 * is sent. An inconclusive lookup ends this check, and each order is checked when its turn comes.
 */
async function markFirstNew(jobs: readonly Job[]): Promise<void> {
	if (jobs.some(({ error }) => error !== undefined)) return;
	for (const job of jobs) {
		await nextTurn();
		const { item } = job;
		if (!item || !someMayExist(item)) continue;
		const refusal = await refusalWithoutBalance(item);
		const found = refusal && (await findFirst(item));
		if (refusal && found === 'none')
			job.error = new OrderFailed({ outcome: 'not_sent', failure: refusal, sentNothing: true });
		if (found === 'none' || found === 'unclear' || found === 'no_answer') return;
	}
}

function someMayExist({ orders }: RunItem): boolean {
	return orders.some((order) => order.mayExist);
}
