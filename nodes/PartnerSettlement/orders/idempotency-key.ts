import { createHash, randomUUID } from 'node:crypto';

import Big from 'big.js';
import { type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';
import { z } from 'zod';

import {
	InputError,
	isDecimal,
	isJsonObject,
	type JsonObject,
	type JsonValue,
	type PartnerSettings,
	stringifyJson,
	textOf,
} from '../../../partner-api';
import { CASELESS_FIELDS } from '../definition/order';
import { AUTOMATIC_SINCE, EXT_ID_MODE } from '../definition/parameters';
import type { Operation } from '../definition/operation';
import { withOneSpelling } from '../definition/screening';
import { contextOf, isTool } from '../run/n8n-retry';

/** The name of an order's key in this process and in Redis. It differs from those of other partners and APIs. */
export function orderKey({ apiUrl, partnerId }: PartnerSettings, extId: string): string {
	return `partner-settlement:order:${apiUrl} ${partnerId}:${extId}`;
}

/** The parts of a key, which stay the same in a retry and differ for every other order. */
export interface ExtIdSource {
	/** Stays the same across Retry On Fail and Retry from the UI, and usually after a crash. It is only used as a hash. */
	run: string;
	node: string;
	/** Which order of the run. */
	which: readonly (string | number)[];
	resource: string;
	operation: string;
}

/**
 * Derives an idempotency key (`ext_id`, section 1, rule 8) for one order of one run.
 *
 * @returns `n8n-<resource>-<operation>-` and 128 bits of a SHA-256, in hex
 */
export function deriveExtId({ run, node, which, resource, operation }: ExtIdSource): string {
	// JSON keeps the parts apart, so two lists of parts never look the same.
	const parts = JSON.stringify([run, node, which, resource, operation]);
	const digest = createHash('sha256').update(parts).digest('hex').slice(0, 32);
	return `n8n-${resource}-${operation}-${digest}`;
}

/** Whether a key has the form of `deriveExtId` for this operation. */
export function isAutomaticKey(extId: string, { resource, operation }: Operation): boolean {
	const front = `n8n-${resource}-${operation}-`;
	return extId.startsWith(front) && /^[0-9a-f]{32}$/.test(extId.slice(front.length));
}

/**
 * Makes the automatic keys of a run. A key is a digest of the node, the operation, the loop's iteration, the item, and
 * the part of the run that a Retry keeps. In a batch, the place of the order counts as well. An AI agent may call again
 * after a lost response: instead of iteration and item, its keys contain the order and how many times this call placed it
 * before.
 */
export class AutomaticKeys {
	private known?: ReturnType<typeof runIdentity>;
	/** How many times an agent has placed the same order in this call of the node. */
	private readonly counts = new Map<string, number>();

	constructor(
		private readonly node: IExecuteFunctions,
		private readonly operation: Operation,
	) {}

	/**
	 * @param place the order's place in the item's batch; 0 without one
	 * @throws InputError if n8n gives no identity of the run to derive a key from
	 */
	keyFor(order: Readonly<JsonObject>, itemIndex: number, place: number): string {
		this.known ??= runIdentity(this.node, this.operation);
		const { run, iteration, node, isAgents } = this.known;
		const { resource, operation } = this.operation;
		const which = isAgents ? this.numbered(order) : [iteration, itemIndex, place];
		return deriveExtId({ run, node, which, resource, operation });
	}

	/** The content, and how many times this call has placed the same order before: two equal orders stay two. */
	private numbered(order: Readonly<JsonObject>): [string, number] {
		const content = orderContent(order);
		const count = this.counts.get(content) ?? 0;
		this.counts.set(content, count + 1);
		return [content, count];
	}
}

/**
 * The content of an order, as a text that does not depend on its spelling. If an AI agent repeats an order, it may change
 * the sequence of the fields, or the zeros of amounts.
 *
 * @param order the fields by the API's names, the operator's own body, or an order of a batch
 */
function orderContent(order: Readonly<JsonObject>): string {
	const plain = (one: JsonObject) => withoutDefaults({ ...withOneSpelling(one) });
	const { body } = order;
	return stringifyJson(
		canonical(isJsonObject(body) ? { ...order, body: plain(body) } : plain({ ...order })),
	);
}

/** No quantity means one (section 4.4); without refresh, a screening may be one on file (section 4.7). */
function withoutDefaults({ quantity, refresh, ...rest }: JsonObject): JsonObject {
	const [count, isFresh] = [textOf(quantity ?? 1), textOf(refresh ?? false)];
	return {
		...rest,
		...(count !== '1' && { quantity: count }),
		...(isFresh !== 'false' && { refresh: isFresh }),
	};
}

/** Sorted by name, without empty members, and with one spelling for each value, at every depth. */
function canonical(value: JsonValue): JsonValue {
	if (Array.isArray(value)) return value.map(canonical);
	if (!isJsonObject(value)) return value;
	const members = Object.keys(value)
		.sort()
		.map((name) => [name, canonicalMember(name, value[name])] as const)
		.filter(([, member]) => !isNothing(member));
	return Object.fromEntries(members);
}

function canonicalMember(name: string, value: JsonValue | undefined): JsonValue | undefined {
	if (value === undefined || value === null || value === '') return undefined;
	const text = textOf(value);
	if (name === 'amount' && isDecimal(text)) return new Big(text).toFixed();
	if (CASELESS_FIELDS.has(name)) return text.toLowerCase();
	// An agent may write a number as a text, even a long one.
	const isNumber = typeof value === 'number' || (typeof value === 'object' && isDecimal(text));
	return isNumber ? text : canonical(value);
}

/** An empty object counts as absent. */
function isNothing(member: JsonValue | undefined): boolean {
	return member === undefined || (isJsonObject(member) && Object.keys(member).length === 0);
}

function runIdentity(node: IExecuteFunctions, { effect }: Operation) {
	const secret = runSecret(node.getWorkflowDataProxy(0).$execution);
	if (secret === undefined && effect === 'spend') throw noAutomaticKey();
	const run = secret ?? storedIdentity(node);
	const { iteration } = iterationSchema.parse(node.getContext('node'));
	// Called only once, because n8n copies the node each time.
	const own = node.getNode();
	// By name, not id: cut and paste changes the id, and a retry finds the node by its name.
	return { run, iteration, node: own.name, isAgents: isTool(own) };
}

/**
 * The signature of the run's resume URL, which n8n has had since 2.14. Unlike the execution's id it survives Retry from
 * the UI and a retry after a crash. It authorizes resuming the run, so it must not leave the node except as a hash.
 */
function runSecret(execution: unknown): string | undefined {
	const url = (execution as { resumeUrl?: unknown } | undefined)?.resumeUrl;
	const signature = typeof url === 'string' ? new URL(url).searchParams.get('signature') : null;
	return signature === null || signature === '' ? undefined : signature;
}

/**
 * An identity that n8n keeps with the data of the run. It survives Retry On Fail and Retry from the UI, but not a crash in
 * the middle of the node. That is good enough for a screening and for a freeze, but not for an order that spends or moves
 * money.
 */
function storedIdentity(node: IExecuteFunctions): string {
	const context = node.getContext('node') as { run?: string };
	return (context.run ??= randomUUID());
}

function noAutomaticKey(): InputError {
	return new InputError(
		`This n8n cannot keep an automatic ext_id for an order: that needs n8n ${AUTOMATIC_SINCE} or newer`,
		`Set ${EXT_ID_MODE.displayName} to ${EXT_ID_MODE.custom}, and enter one, such as your invoice number.`,
	);
}

/** A node's memory of its latest iteration. */
const iterationSchema = z.object({
	iteration: z.number().int().min(0),
	/** n8n's number for it. */
	runIndex: z.number(),
	/** The node has given its output. */
	isOver: z.boolean(),
});

/**
 * Begins an iteration of the node, before anything in it can fail. Call endIteration() when the node gives its output.
 *
 * n8n's own number, `$thisRunIndex`, is wrong after a crash. n8n then invents a result for every node that had started,
 * and begins again from the last stored state. The node's context is stored together with that state.
 *
 * @throws NodeOperationError if n8n keeps no data of the run, as in its Agents
 */
export function beginIteration(node: IExecuteFunctions): void {
	const context = contextOf(node);
	if (!context) {
		throw new NodeOperationError(
			node.getNode(),
			'n8n keeps no data of this run, so it could not recognize a repeated order',
			{ description: 'Nothing was sent. Order in a workflow instead, with an AI Agent node.' },
		);
	}
	const { $thisRunIndex: runIndex } = node.getWorkflowDataProxy(0);
	const { data: latest } = iterationSchema.safeParse(context);
	// If the node has given no output, this is the same iteration. Retry On Fail may also run a node again after its
	// output, under the same number.
	const isNext = latest?.isOver === true && latest.runIndex !== runIndex;
	const iteration = (latest?.iteration ?? 0) + (isNext ? 1 : 0);
	Object.assign(context, { runIndex, iteration, isOver: false });
}

/** Notes that the node has given its output: the next run of it is another iteration. */
export function endIteration(node: IExecuteFunctions): void {
	Object.assign(contextOf(node) ?? {}, { isOver: true });
}
