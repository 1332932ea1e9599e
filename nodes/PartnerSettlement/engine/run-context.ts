import type { IExecuteFunctions } from 'n8n-workflow';

import type { EgressFilter, PartnerClient, PartnerSettings } from '../../../partner-api';
import type { Operation } from '../catalog/operation';
import type { Parameters } from './parameters';
import type { Places } from './places';
import type { RunIdentity } from './run-identity';

/** What the items of a run share. */
export interface RunContext {
	node: IExecuteFunctions;
	parameters: Parameters;
	operation: Operation;
	/** @throws InputError when n8n gives no run identity */
	identity: () => RunIdentity;
	settings: PartnerSettings;
	/** The credential's X25519 private key; empty where there is none. */
	cardEncryptionKey: string;
	/** Whether an item that fails leaves the others alone. */
	continues: boolean;
	signal: AbortSignal;
	egress?: EgressFilter;
	client: PartnerClient;
	places: Places;
	/** Aborted with the execution, and when an item failed and the node does not continue: no output will be read. */
	over: AbortController;
	/** What the operator should see beside the output. */
	hints: Set<string>;
	/** Whether a key was derived for any order; absent until one was read. */
	derivesKeys?: boolean;
	/** What is left, asked for once until an order goes through: USDT decimal string. */
	available?: Promise<string | undefined>;
}
