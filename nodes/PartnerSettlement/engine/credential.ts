import type { IExecuteFunctions, IPollFunctions } from 'n8n-workflow';

import { type PartnerSettings, readSettings } from '../../../partner-api';
import { changesState, type Operation } from '../catalog/operation';
import { toNodeError } from './failures';
import { mayOrderAnew } from './sub-workflow';
import { isRetry } from './tries';

/** What the credential holds for calls to the API. */
export interface CallCredential {
	settings: PartnerSettings;
	/** The X25519 private key for `card_encrypted`; empty where there is none. */
	cardEncryptionKey: string;
}

/** @throws NodeOperationError that names the field of the credential that is missing or wrong, or n8n's reason; not sent */
export async function readCredential(
	node: IExecuteFunctions | IPollFunctions,
	operation: Operation,
): Promise<CallCredential> {
	try {
		const credential = await node.getCredentials<Record<string, unknown>>('partnerSettlementApi');
		const key = credential.cardEncryptionKey;
		return {
			settings: readSettings(credential),
			cardEncryptionKey: typeof key === 'string' ? key.trim() : '',
		};
	} catch (error) {
		throw toNodeError(node.getNode(), error, {
			operation,
			changesState: changesState(operation),
			outcome: 'not_sent',
			isRetry: isRetry(node),
			mayOrderAnew: mayOrderAnew(node, operation),
		});
	}
}
