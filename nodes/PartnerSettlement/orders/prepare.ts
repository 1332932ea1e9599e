import { setImmediate as nextTurn } from 'node:timers/promises';

import type { INode } from 'n8n-workflow';

import { hasSpendingPolicy, InputError, resultOrRefusal } from '../../../partner-api';
import { changesState } from '../definition/operation';
import { withOneSpelling } from '../definition/screening';
import { itemNames } from '../messages/failure-text';
import { OPTIONS } from '../panel/options';
import type { RunContext } from '../run/context';
import { isRetry } from '../run/n8n-retry';
import type { AutomaticKeys } from './idempotency-key';
import { asError, itemsOf, type Job, type RunItem } from '../run/run-item';
import { readItem } from './item';
import { failureOf } from './outcome-report';
import { findFirst } from './place';
import type { Asking } from '../limits/budget/reservations';
import {
	costsWithinLimits,
	refusalWithoutBalance,
	refuseUnbounded,
	reserve,
} from '../limits/policy';
import { OrderFailed } from './settled';
import { refuseExpensive } from '../limits/spending-limits';
import { mayBeOrderedByTool } from '../limits/tool-orders';

/**
 * If a run changes something, reads and checks all its items before the first is sent. A mistake in the last one must
 * not leave the others paid, because a corrected run would pay them again.
 *
 * @param keys makes the automatic keys
 * @returns the jobs, in the sequence of their first items. The parameters of a read are read when its turn comes
 * @throws NodeOperationError for the first item that cannot be sent, unless the run continues
 */
export async function prepareAll(run: RunContext, keys: AutomaticKeys): Promise<Job[]> {
	const input = run.node.getInputData();
	if (!changesState(run.operation)) {
		return input.map((_, itemIndex): Job => ({ itemIndex }));
	}
	const jobs: Job[] = [];
	const shared = new Map<string, Job>();
	for (const itemIndex of input.keys()) {
		// Each in its own turn, because n8n takes some time for expressions.
		await nextTurn();
		const job = prepare(run, itemIndex, keys);
		const key = job.item && screeningOf(job.item);
		const known = key === undefined ? undefined : shared.get(key);
		if (known) {
			(known.others ??= []).push(itemIndex);
			continue;
		}
		if (key !== undefined) shared.set(key, job);
		jobs.push(job);
	}
	refuseSharedKeys(jobs);
	await refuseExpensive(jobs);
	if (hasSpendingPolicy(run.settings)) {
		await applyPolicy(run, jobs);
		if (!run.continues) await refuseIfNew(jobs);
	}
	refuseAll(run, jobs);
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

function prepare(run: RunContext, itemIndex: number, keys: AutomaticKeys): Job {
	try {
		const item = readItem(run, itemIndex, keys);
		refuseBlindRetry(run, item);
		if (run.isTool) refuseUnlimited(item);
		// Must come before this call itself is noted.
		const isOrdered = item.orders.some(({ extId }) => mayBeOrderedByTool(run, extId));
		return { item, itemIndex, mayBeOrderedByTool: isOrdered };
	} catch (error) {
		return { error: asError(error), itemIndex };
	}
}

/** Retry On Fail runs the whole node again: an order without ext_id would be placed twice, even for items that succeeded. */
function refuseBlindRetry({ node }: RunContext, { orders }: RunItem): void {
	const isKeyless = orders.some(({ extId }) => extId === undefined);
	if (!isKeyless || node.getNode().retryOnFail !== true) return;
	throw new InputError(
		'Retry On Fail is on, but this call has no ext_id, so a retry could pay twice',
		'Turn off Retry On Fail in the settings of this node. In an API Call, you can add an ext_id to the body instead.',
	);
}

/** An AI agent must not spend without a limit that a person has set. @throws InputError */
function refuseUnlimited(item: RunItem): void {
	const { run, orders, options } = item;
	const { effect } = run.operation;
	if (orders.length === 0 || effect === 'change') return;
	refuseUnbounded(item);
	const { parentNode } = run.node as { parentNode?: INode };
	if (parentNode?.type.endsWith('.mcpTrigger') && !orders.every(({ key }) => key === 'own')) {
		throw new InputError(
			'Under an MCP Server Trigger, each call is a run of its own, so the same call would pay again',
			'A person has to choose My Order Number, or let an AI Agent call this tool.',
		);
	}
	const { maximumPerItem, maximumPerRun } = options;
	if (run.settings.policy.maximumPerOrder ?? maximumPerItem ?? maximumPerRun) return;
	throw new InputError(
		'An AI agent can order only within a limit, and none is set',
		`A person has to set one: Maximum per Order (USDT) in the credential, or ${OPTIONS.maximumPerItem.displayName} or ${OPTIONS.maximumPerRun.displayName} under Options of this node.`,
	);
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
function refuseSharedKeys(jobs: readonly Job[]): void {
	const byKey = new Map<string, Job[]>();
	for (const job of jobs) {
		for (const { extId } of job.item?.orders ?? []) {
			if (extId === undefined) continue;
			const sharing = byKey.get(extId) ?? [];
			sharing.push(job);
			byKey.set(extId, sharing);
		}
	}
	for (const [extId, sharing] of byKey) {
		if (sharing.length < 2) continue;
		for (const job of sharing) {
			job.error = new InputError(
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
async function refuseIfNew(jobs: readonly Job[]): Promise<void> {
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

/** Unless the run continues, one item that cannot be sent keeps all of them from being sent. */
function refuseAll(run: RunContext, jobs: readonly Job[]): void {
	if (run.continues) return;
	const refused = jobs.filter(({ error }) => error !== undefined);
	const [first] = refused;
	if (!first) return;
	const { nodeError } = failureOf(run, first, first.error);
	const items = run.node.getInputData().length;
	if (items > 1) {
		const when = isRetry(run.node) ? ' in this retry' : '';
		// If all of them exceed a maximum, no single item is wrong.
		const isOfAll = jobs.every(({ error }) => error?.message === first.error?.message);
		const mistaken = isOfAll
			? ''
			: ` Items with a mistake: ${itemNames(refused.flatMap(itemsOf))}.`;
		nodeError.description = `${nodeError.description ?? ''} None of the ${String(items)} items was sent${when}.${mistaken}`;
	}
	throw nodeError;
}
