import { setMaxListeners } from 'node:events';
import { isDeepStrictEqual } from 'node:util';

import type { IExecuteFunctions, RequestHelperFunctions } from 'n8n-workflow';

import {
	type CertificateClaims,
	type CertificateKey,
	type EgressFilter,
	InputError,
	PartnerClient,
	readSettings,
} from '../../../partner-api';
import { changesState, type Operation } from '../definition/operation';
import { operationProperties } from '../panel/properties';
import { toNodeError } from '../messages/node-error';
import { type CallingNode, isTool, mayBeRepeat, outcomeBeforeSending } from './n8n-retry';
import { concurrencyOf, DEFAULT_OPTIONS, callLimitsOf } from './call-options';
import { Concurrency } from './concurrency';
import { Parameters } from './parameters';

const CREDENTIAL = 'partnerSettlementApi';
/** The credential as n8n gives it, with its expressions resolved for an item. */
type Fields = Record<string, unknown>;

/** What the credential holds for calls to the API. */
type CallCredential = Awaited<ReturnType<typeof readCredential>>;

/** What the items of a run share. */
export interface RunContext extends CallCredential {
	node: IExecuteFunctions;
	parameters: Parameters;
	operation: Operation;
	/** Whether an item that fails leaves the others alone. */
	continues: boolean;
	/** An AI agent calls: its model wrote the input. */
	isTool: boolean;
	/** What this run sends may have been sent before: it is a retry, or an AI agent calls. */
	mayBeRepeat: boolean;
	signal: AbortSignal;
	client: PartnerClient;
	concurrency: Concurrency;
	/** Aborted with the execution, and when an item failed and the node does not continue: no output will be read. */
	stopWaiting: AbortController;
	/** What the operator should see below the output. */
	hints: Set<string>;
	/** The prices of what the operation orders, by the IDs of the catalog: USDT decimal strings. Read once, where needed. */
	prices?: Promise<ReadonlyMap<string, string>>;
	/** The key of the credential's certificates. Made once, where needed: a list of them may be long. */
	certificateKey?: Promise<CertificateKey>;
	/** What its certificates state, by their texts, or why one does not count. */
	certificates: Map<string, Promise<CertificateClaims | InputError>>;
	/** What is left to do at its end, whatever became of it. */
	atEnd: (() => Promise<unknown>)[];
}

/**
 * Does the work of one execution of a node, in the name of its credential.
 *
 * @param operation what is done for each item
 * @param continues whether an item that fails leaves the others alone
 * @param work is given the run; it is cancelled with the execution
 * @throws NodeOperationError for a credential that cannot be used; what `work` throws
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
	// With Retry On Fail, n8n runs the node again also after the execution was cancelled.
	if (cancelled?.aborted) stop();
	try {
		const { signal } = cancel;
		const credential = await readCredential(node, operation);
		// Every call under way listens to the one and every wait to the other, which is no leak.
		setMaxListeners(0, signal, stopWaiting.signal);
		const egress = egressOf(node.helpers);
		const limits = { ...callLimitsOf(DEFAULT_OPTIONS), signal, egress };
		// In these parameters an expression must not give nothing. What a read is narrowed by may be empty for an item.
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
			mayBeRepeat: mayBeRepeat(node),
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
		// The work may have failed in the middle: nobody would learn what became of the rest.
		stop();
		await Promise.allSettled(atEnd.map(async (work) => await work()));
	}
}

/**
 * Reads the credential. It has to be the same for every item of a run.
 *
 * @returns the settings; the X25519 private key for `card_encrypted`, and the Redis of n8n's processes: neither is checked, and
 * each is empty where there is none
 * @throws NodeOperationError that names the field of the credential that is missing or wrong, or n8n's reason; if an
 * expression in it gives another value for another item
 */
export async function readCredential(node: CallingNode, operation: Operation) {
	try {
		const credential = await node.getCredentials<Fields>(CREDENTIAL);
		if ('getInputData' in node) await refuseOtherFields(node, credential);
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

/** The limits of one item must not hold for another, nor its account pay for it. @throws InputError for a field that differs */
async function refuseOtherFields(node: IExecuteFunctions, first: Fields): Promise<void> {
	// Each read asks n8n's database: for each item, that would take longer than most runs. Only an object may hold expressions.
	const hasObject = Object.values(first).some((value) => typeof value === 'object');
	if (first.allFieldsFixed === true && !hasObject) return;
	for (const itemIndex of [...node.getInputData().keys()].slice(1)) {
		node.getExecutionCancelSignal()?.throwIfAborted();
		if (isDeepStrictEqual(await node.getCredentials(CREDENTIAL, itemIndex), first)) continue;
		throw new InputError(
			`An expression in the credential gives other values for item ${String(itemIndex)} than for item 0: use Loop Over Items, or a credential for each`,
		);
	}
}

/** n8n's policy for outgoing requests; older releases of n8n have none. */
export function egressOf(helpers: RequestHelperFunctions): EgressFilter | undefined {
	return 'getSecureEgressFilter' in helpers ? helpers.getSecureEgressFilter() : undefined;
}
