import type { IExecuteFunctions, IPollFunctions } from 'n8n-workflow';

import { EXT_ID_MODE } from '../catalog/ext-id-parameters';
import type { Operation } from '../catalog/operation';

/**
 * Whether another workflow has called this one, so that to try that one again gives orders other keys: those of this run,
 * and of runs that it called before.
 *
 * @param derivesKeys whether a key was derived for an order; absent where the item could not be read
 */
export function mayOrderAnew(
	node: IExecuteFunctions | IPollFunctions,
	operation: Operation,
	derivesKeys = isAutomatic(node),
): boolean {
	return node.getMode() === 'integrated' && operation.extId && derivesKeys;
}

/** As the workflow holds it: an expression may come to it. */
function isAutomatic(node: IExecuteFunctions | IPollFunctions): boolean {
	return node.getNode().parameters[EXT_ID_MODE.parameter] !== 'custom';
}
