import { setImmediate as nextTurn } from 'node:timers/promises';

import { type IExecuteFunctions, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';

import {
	certificateKey,
	InputError,
	isAbsent,
	readCertificate,
	readVerificationKey,
	resultOrRefusal,
	type VerificationKey,
} from '../../partner-api';
import { fieldProperty } from './definition/fields';
import type { Operation } from './definition/operation';
import { failedItem, toNodeError } from './messages/node-error';
import { readCredential } from './run/context';
import { goesOnAfterError } from './run/on-error';
import { Parameters } from './run/parameters';

/**
 * Checks a certificate for each item, without a call. An invalid one is not an error, so that a workflow can react to it.
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
	const read = (name: string, itemIndex: number) =>
		parameters.read(name, itemIndex, (value) => value, null);
	let ownKey: Promise<VerificationKey> | undefined;
	const outputs: INodeExecutionData[] = [];
	for (const itemIndex of node.getInputData().keys()) {
		await nextTurn();
		try {
			const given = read('verificationKey', itemIndex);
			const key = isAbsent(given)
				? await (ownKey ??= keyOfCredential(node, operation))
				: await readVerificationKey(given);
			const text = read('certificate', itemIndex);
			const certificate = typeof text === 'string' ? text.trim() : text;
			const claims = await resultOrRefusal(readCertificate(certificate, key));
			const isRefused = claims instanceof InputError;
			const verdict = isRefused
				? { valid: false, reason: claims.text }
				: { valid: true, ...claims };
			const json = { ...verdict, verification_key: key };
			outputs.push({ json, pairedItem: { item: itemIndex } });
		} catch (error) {
			const call = { operation, itemIndex, changesState: false, outcome: 'not_sent' } as const;
			// An error of the credential already says what became of the money.
			const nodeError =
				error instanceof NodeOperationError ? error : toNodeError(node.getNode(), error, call);
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
