import { randomUUID } from 'node:crypto';

import type { IExecuteFunctions } from 'n8n-workflow';

import { checkExtId, deriveExtId, InputError } from '../../../partner-api';
import { AUTOMATIC_SINCE, EXT_ID, EXT_ID_MODE } from '../catalog/ext-id-parameters';
import type { Operation } from '../catalog/operation';
import { currentPass } from './loop-pass';
import type { Parameters } from './parameters';
import { isTool } from './tool';

/** What all items of a run share, and what stays the same when the run is tried again. */
export interface RunIdentity {
	/** Secret: it must not leave the node except as a hash. */
	run: string;
	nodeId: string;
	/** Which pass of a loop. */
	pass: number;
	/** An AI agent calls the node as a tool. */
	isOfTool: boolean;
}

/**
 * Who orders, in the pass of the node that has begun.
 *
 * @throws InputError when n8n gives no run identity that is good enough for the operation
 */
export function runIdentity(
	node: IExecuteFunctions,
	{ effect }: Pick<Operation, 'effect'>,
): RunIdentity {
	const secret = runSecret(node.getWorkflowDataProxy(0).$execution);
	const run = secret ?? (effect === 'spend' ? refuseAutomatic() : storedIdentity(node));
	return { run, ...currentPass(node), isOfTool: isTool(node) };
}

/** What an idempotency key is derived from. */
interface KeySource {
	operation: Operation;
	identity: () => RunIdentity;
	/** What is ordered, as text. */
	content: () => string;
}

/**
 * The operator's own idempotency key for one item.
 *
 * @returns undefined where it is to be derived
 * @throws InputError when it is empty or too long
 */
export function customExtId(parameters: Parameters, itemIndex: number): string | undefined {
	if (parameters.read(EXT_ID_MODE.parameter, itemIndex, readMode) === 'auto') return undefined;
	return parameters.read(EXT_ID.parameter, itemIndex, (value) =>
		checkExtId(value, EXT_ID.displayName),
	);
}

/**
 * An idempotency key for one item that stays the same when this run is tried again.
 *
 * @param source the node's run
 * @param itemIndex which item
 * @throws InputError when n8n gives no run identity to derive one from
 */
export function derivedExtId(
	{ operation, identity, content }: KeySource,
	itemIndex: number,
): string {
	const { isOfTool, ...run } = identity();
	return deriveExtId({
		...run,
		itemIndex,
		resource: operation.resource,
		operation: operation.operation,
		// An agent that did not see the answer orders once more, in a run of the node of its own.
		...(isOfTool && { content: content() }),
	});
}

function readMode(value: unknown): 'auto' | 'custom' {
	if (value === 'auto' || value === 'custom') return value;
	throw new InputError(`${EXT_ID_MODE.displayName} must be auto or custom`);
}

/**
 * The signature of the run's resume URL, which n8n has since 2.14: unlike the execution's id it survives Retry from the UI
 * and a retry after a crash. It authorises resuming the run, so it must not leave the node except as a hash.
 */
function runSecret(execution: unknown): string | undefined {
	const url = (execution as { resumeUrl?: unknown } | undefined)?.resumeUrl;
	const signature = typeof url === 'string' ? new URL(url).searchParams.get('signature') : null;
	return signature === null || signature === '' ? undefined : signature;
}

/**
 * An identity that n8n keeps with the data of the run: it survives Retry On Fail and Retry from the UI, but no crash in the
 * middle of the node. That is good enough for a screening and for a freeze, not for what spends or moves money.
 */
function storedIdentity(node: IExecuteFunctions): string {
	const context = node.getContext('node') as { run?: string };
	return (context.run ??= randomUUID());
}

function refuseAutomatic(): never {
	throw new InputError(
		`This n8n cannot keep an automatic key for an order: n8n ${AUTOMATIC_SINCE} is the first that can`,
		`Set ${EXT_ID_MODE.displayName} to Custom and give an ext_id of your own, such as the order's number.`,
	);
}
