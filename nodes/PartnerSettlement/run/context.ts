import { setMaxListeners } from 'node:events';
import { isDeepStrictEqual } from 'node:util';

import type { IExecuteFunctions, RequestHelperFunctions } from 'n8n-workflow';

import {
	type CertificateClaims,
	type CertificateKey,
	type EgressFilter,
	InputError,
	type PartnerApiError,
	PartnerClient,
	readSettings,
} from '../../../partner-api';
import { changesState, type Operation } from '../definition/operation';
import { operationProperties } from '../panel/properties';
import { toNodeError } from '../messages/node-error';
import { type CallingNode, isRetry, isTool, outcomeBeforeSending } from './n8n-retry';
import { concurrencyOf, DEFAULT_OPTIONS, callLimitsOf } from './call-options';
import { Concurrency } from './concurrency';
import { Parameters } from './parameters';

const CREDENTIAL = 'partnerSettlementApi';
/** The credential as n8n gives it, with its expressions resolved for an item. */
type Fields = Record<string, unknown>;

/** The parts of the credential for calls to the API. */
type CallCredential = Awaited<ReturnType<typeof readCredential>>;

/** The prices of an operation's goods, by the IDs of the catalog: USDT decimal strings. */
export interface Prices {
	byId: ReadonlyMap<string, string>;
	/** Why they could not be read. */
	failure?: PartnerApiError;
}

/** Shared by the items of a run. */
export interface RunContext extends CallCredential {
	node: IExecuteFunctions;
	parameters: Parameters;
	operation: Operation;
	/** Whether the others go on if an item fails. */
	continues: boolean;
	/** An AI agent calls: its model wrote the input. */
	isTool: boolean;
	/** The orders of this run may have been sent before: by the retried execution or attempt, or by an AI agent. */
	mayBeRepeat: boolean;
	signal: AbortSignal;
	client: PartnerClient;
	concurrency: Concurrency;
	/** Aborted with the execution, and if an item failed and the node does not continue: then no output will be read. */
	stopWaiting: AbortController;
	/** Hints for the operator below the output. */
	hints: Set<string>;
	/** Read once, if needed. */
	prices?: Promise<Prices>;
	/** The key of the credential's certificates. Made once, if needed, because a list of them may be long. */
	certificateKey?: Promise<CertificateKey>;
	/** The claims of certificates by their texts, or why one does not count. */
	certificates: Map<string, Promise<CertificateClaims | InputError>>;
	/** Work at the end of the run, whatever its outcome is. */
	atEnd: (() => Promise<unknown>)[];
}

/**
 * Does the work of one execution of a node, with its credential.
 *
 * @param operation what is done for each item
 * @param continues whether the others go on if an item fails
 * @param work gets the run; it is cancelled with the execution
 * @throws NodeOperationError for an unusable credential; what `work` throws
 */
export async function inRun<T>(
	node: IExecuteFunctions,
	operation: Operation,
	continues: boolean,
	work: (run: RunContext) => Promise<T>,
): Promise<T> {
	const cancelled = node.getExecutionCancelSignal();
	const cancel = new AbortController();
	const stopWaiting = new AbortController();
	const atEnd: RunContext['atEnd'] = [];
	const stop = () => {
		cancel.abort();
		stopWaiting.abort();
	};
	cancelled?.addEventListener('abort', stop, { once: true });
	// With Retry On Fail, n8n runs the node again even after the execution was cancelled.
	if (cancelled?.aborted) stop();
	try {
		const { signal } = cancel;
		const credential = await readCredential(node, operation);
		// All calls listen to the one and all waits to the other, which is not a leak.
		setMaxListeners(0, signal, stopWaiting.signal);
		const egress = egressOf(node.helpers);
		const limits = { ...callLimitsOf(DEFAULT_OPTIONS), signal, egress };
		// In these parameters an expression must have a value. The filters of a read may be empty for an item.
		const all = operationProperties(operation);
		const neverNothing = changesState(operation)
			? all
			: all.filter((one) => one.name === 'options');
		return await work({
			node,
			parameters: new Parameters(node, neverNothing),
			operation,
			...credential,
			continues,
			isTool: isTool(node.getNode()),
			mayBeRepeat: isRetry(node) || isTool(node.getNode()),
			signal,
			client: new PartnerClient(credential.settings, limits),
			concurrency: new Concurrency(concurrencyOf(node, operation.effect)),
			stopWaiting,
			hints: new Set(),
			certificates: new Map(),
			atEnd,
		});
	} finally {
		cancelled?.removeEventListener('abort', stop);
		// The work may have failed in the middle. The rest must stop, because its outcome would be lost.
		stop();
		await Promise.allSettled(atEnd.map(async (work) => await work()));
	}
}

/**
 * Reads the credential. It must be the same for every item of a run.
 *
 * @returns the settings; the X25519 private key for `card_encrypted`, and the Redis of n8n's processes: neither is checked,
 *   and each is empty if there is none
 * @throws NodeOperationError that names a missing or wrong field, or gives n8n's reason; also if an expression in it has
 *   another value for another item
 */
export async function readCredential(node: CallingNode, operation: Operation) {
	try {
		const credential = await node.getCredentials<Fields>(CREDENTIAL);
		if ('getInputData' in node) await requireSameFields(node, credential);
		const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '');
		return {
			settings: readSettings(credential),
			cardEncryptionKey: text(credential.cardEncryptionKey),
			redisUrl: text(credential.deduplicationRedisUrl),
		};
	} catch (error) {
		const outcome = outcomeBeforeSending(node);
		throw toNodeError(node.getNode(), error, { operation, outcome, sentNothing: true });
	}
}

/** The limits of one item must not apply to another, nor its account pay for it. @throws InputError for a field that differs */
async function requireSameFields(node: IExecuteFunctions, first: Fields): Promise<void> {
	// Each read queries n8n's database. For each item, that would take longer than most runs. A value that is an object
	// may hold expressions, too.
	const hasObject = Object.values(first).some((value) => typeof value === 'object');
	if (first.allFieldsFixed === true && !hasObject) return;
	for (const itemIndex of [...node.getInputData().keys()].slice(1)) {
		node.getExecutionCancelSignal()?.throwIfAborted();
		if (isDeepStrictEqual(await node.getCredentials(CREDENTIAL, itemIndex), first)) continue;
		throw new InputError(
			`An expression in the credential has different values for items 0 and ${String(itemIndex)}: use Loop Over Items, or a separate credential for each value`,
		);
	}
}

/** n8n's policy for outgoing requests; older releases of n8n have none. */
export function egressOf(helpers: RequestHelperFunctions): EgressFilter | undefined {
	return 'getSecureEgressFilter' in helpers ? helpers.getSecureEgressFilter() : undefined;
}
