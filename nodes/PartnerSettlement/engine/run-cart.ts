import type { INodeExecutionData } from 'n8n-workflow';

import {
	type ApiCall,
	attempt,
	expectShape,
	maskSecrets,
	PartnerApiError,
	schemas,
} from '../../../partner-api';
import type { CartEntry } from '../catalog/item-call';
import { limitsOf } from './call-options';
import { failedItem } from './failures';
import type { RunContext, RunItem } from './item-call';
import { findLostOrder } from './lost-order';
import { toItem } from './output';
import type { Prepared } from './preflight';
import { conclude, failureOf, type RunState } from './run-state';

/** One order and the input item it came from. */
interface Line {
	item: RunItem;
	entry: CartEntry;
}

type Result = Record<string, unknown> | PartnerApiError;

/**
 * Puts the orders of all items into carts, sends one after the other, and gives each result back to the item its order
 * came from (section 4.8).
 *
 * @throws NodeApiError or NodeOperationError that names every order that failed, unless the node continues on failure
 */
export async function runCarts(
	run: RunContext,
	prepared: Prepared[],
	state: RunState,
): Promise<INodeExecutionData[]> {
	const outputs = await Promise.all(
		prepared.map(async (one, itemIndex) =>
			'error' in one ? await refused(run, itemIndex, one) : [],
		),
	);
	const failures: string[] = [];
	for (const cart of cartsOf(prepared)) {
		if (state.failure) {
			state.notSent.push(...cart.map(({ item }) => item.itemIndex));
			continue;
		}
		const results = await attempt(resultsOf(run, cart, state));
		for (const [index, line] of cart.entries()) {
			const result = results instanceof PartnerApiError ? results : results[index];
			if (result === undefined) continue;
			if (!(result instanceof PartnerApiError)) state.done.push(line.item.itemIndex);
			else failures.push(`${line.entry.extId} (${result.code})`);
			outputs[line.item.itemIndex]?.push(...(await outputOf(run, line, result, state)));
		}
	}
	if (state.failure) {
		state.failure.description = [
			state.failure.description,
			`These orders failed: ${failures.join(', ')}.`,
		].join(' ');
	}
	conclude(run, state);
	return outputs.flat();
}

function cartsOf(prepared: Prepared[]): Line[][] {
	const lines = prepared.flatMap((one): Line[] =>
		'error' in one ? [] : (one.item.cart ?? []).map((entry) => ({ item: one.item, entry })),
	);
	const size = lines[0]?.item.options.cartSize ?? lines.length;
	const carts: Line[][] = [];
	for (let start = 0; start < lines.length; start += size) {
		carts.push(lines.slice(start, start + size));
	}
	return carts;
}

/** @throws PartnerApiError when nothing of the cart was carried out */
async function resultsOf(run: RunContext, cart: Line[], state: RunState): Promise<Result[]> {
	const [first] = cart;
	if (first)
		state.stop.check(
			first.item,
			cart.map(({ item }) => item.itemIndex),
		);
	const { method, base, path } = run.operation.endpoint;
	const items = cart.map(({ entry }) => entry.wire);
	const call: ApiCall = { method, base, path, body: { items }, repeat: 'keyed' };
	const limits = first && limitsOf(first.item.options);
	const answer = await attempt(run.client.call(call, limits));
	const lost = answer instanceof PartnerApiError ? answer : undefined;
	if (lost && lost.outcome !== 'unknown') throw lost;

	const shape = lost ?? (await attempt(shaped(answer)));
	const results: Result[] = [];
	for (const [index, line] of cart.entries()) {
		results.push(
			shape instanceof PartnerApiError
				? await lookedUp(run, line, shape)
				: await resultAt(run, shape, index, line),
		);
	}
	return results;
}

async function shaped(answer: unknown) {
	return await Promise.resolve(expectShape(schemas.batchSchema, answer));
}

async function resultAt(
	run: RunContext,
	{ results }: Awaited<ReturnType<typeof shaped>>,
	index: number,
	line: Line,
): Promise<Result> {
	const [result, another] = results.filter((one) => one.index === index);
	if (!result || another) {
		const detail = `the answer holds ${another ? 'more than one result' : 'no result'} for this order`;
		const outcome = 'unknown';
		return await lookedUp(
			run,
			line,
			new PartnerApiError({ code: 'unexpected_answer', outcome, phase: 'call', detail }),
		);
	}
	if (!result.error) return { ext_id: line.entry.extId, ...result };
	const message = result.body?.message;
	return new PartnerApiError({
		code: result.error,
		outcome: 'refused',
		phase: 'call',
		apiMessage: typeof message === 'string' ? message : undefined,
	});
}

/** What became of one order of a cart whose answer was lost. */
async function lookedUp(
	run: RunContext,
	{ item, entry }: Line,
	lost: PartnerApiError,
): Promise<Result> {
	const { client, operation, hints } = run;
	const call = {
		method: 'POST',
		base: 'api',
		path: '',
		body: entry.body,
		repeat: 'keyed',
	} as const;
	const limits = limitsOf(item.options);
	const found = await attempt(
		findLostOrder(lost, call, entry.extId, { client, limits, operation }),
	);
	if (found instanceof PartnerApiError) return found;
	hints.add('The answer to a cart was lost; orders of it were found.');
	return { ext_id: entry.extId, body: found };
}

async function outputOf(
	run: RunContext,
	{ item, entry }: Line,
	result: Result,
	state: RunState,
): Promise<INodeExecutionData[]> {
	const { extId } = entry;
	if (!(result instanceof PartnerApiError)) {
		const shown = item.revealsSecrets ? result : maskSecrets(result, run.operation.secretFields);
		return [toItem(shown, item.itemIndex, extId)];
	}
	state.stop.note(result);
	const { nodeError, call } = await failureOf(run, item.itemIndex, result, item, extId);
	if (run.node.continueOnFail() && !run.signal.aborted)
		return [failedItem(nodeError, result, call)];
	state.failure ??= nodeError;
	return [];
}

async function refused(
	run: RunContext,
	itemIndex: number,
	{ item, error }: { item?: RunItem; error: unknown },
): Promise<INodeExecutionData[]> {
	const { nodeError, call } = await failureOf(run, itemIndex, error, item);
	return [failedItem(nodeError, error, call)];
}
