import { setImmediate as nextTurn } from 'node:timers/promises';

import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import {
	certificateKey,
	InputError,
	readCertificate,
	readVerificationKey,
	type VerificationKey,
} from '../../partner-api';
import { fieldProperty, isAbsent } from './definition/fields';
import type { Operation } from './definition/operation';
import { failedItem, toNodeError } from './messages/node-error';
import { readCredential } from './run/context';
import { goesOnAfterError } from './run/on-error';
import { Parameters } from './run/parameters';

/**
 * Checks a certificate for each item, without a call. One that does not count is no error, so that a workflow can go by it.
 *
 * @returns `valid`, with the claims or the `reason`, and the `verification_key`
 * @throws NodeApiError or NodeOperationError for a key that cannot be read, unless n8n goes on after it
 */
export async function verifyCertificates(
	node: IExecuteFunctions,
	operation: Operation,
): Promise<INodeExecutionData[]> {
	const keyFields = operation.fields.filter(({ required }) => !required);
	const parameters = new Parameters(node, keyFields.map(fieldProperty));
	const asIs = (value: unknown) => value;
	let ownKey: Promise<VerificationKey> | undefined;
	const keyOf = async (itemIndex: number) => {
		const given = parameters.read('verificationKey', itemIndex, asIs, null);
		if (!isAbsent(given)) return await readVerificationKey(given);
		ownKey ??= keyOfCredential(node, operation);
		return await ownKey;
	};
	const outputs: INodeExecutionData[] = [];
	for (const itemIndex of node.getInputData().keys()) {
		await nextTurn();
		try {
			const key = await keyOf(itemIndex);
			const json = await verdictOn(parameters.read('certificate', itemIndex, asIs, null), key);
			outputs.push({ json, pairedItem: { item: itemIndex } });
		} catch (error) {
			const call = { operation, itemIndex, changesState: false, outcome: 'not_sent' } as const;
			const nodeError = toNodeError(node.getNode(), error, call);
			if (!goesOnAfterError(node.getNode())) throw nodeError;
			outputs.push(failedItem({ error, nodeError, call }));
		}
	}
	return outputs;
}

async function keyOfCredential(
	node: IExecuteFunctions,
	operation: Operation,
): Promise<VerificationKey> {
	const { settings } = await readCredential(node, operation);
	return (await certificateKey(settings.privateKey)).publicKey;
}

async function verdictOn(given: unknown, key: VerificationKey): Promise<IDataObject> {
	try {
		const claims = await readCertificate(typeof given === 'string' ? given.trim() : given, key);
		return { valid: true, ...claims, verification_key: key };
	} catch (error) {
		return { valid: false, reason: reasonOf(error), verification_key: key };
	}
}

function reasonOf(error: unknown): string {
	if (!(error instanceof InputError)) throw error;
	return [error.message, error.hint].filter(Boolean).join('. ');
}
