import type { JsonObject, JsonValue, PartnerClient } from '../../../partner-api';

/** The collection "Options" of one item. Times are in seconds. */
export interface CallOptions {
	concurrency?: number;
	timeout: number;
	maxWait: number;
	pollInterval: number;
	wholeAnswer: boolean;
	/** Replaces an inferred path. */
	path?: string;
	/** Replaces an inferred body. */
	body?: JsonObject;
}

/** One item's call, as an operation of its own making sees it. */
export interface ItemCall {
	readonly options: CallOptions;
	/** The idempotency key, where the operation takes one. */
	readonly extId?: string;
	/** The fields by the API's names, read and checked. */
	readonly values: Readonly<Record<string, JsonValue | undefined>>;
	/** Whether the operator asked for secrets to be readable. */
	readonly revealsSecrets: boolean;
	readonly client: PartnerClient;
	/** How many items the run has. */
	readonly itemCount: number;
	/** Tells the operator something below the output. */
	hint(message: string): void;
	readonly run: {
		/** Aborted when the execution is cancelled. */
		readonly signal: AbortSignal;
		/** The credential's X25519 private key; empty where there is none. */
		readonly cardEncryptionKey: string;
	};
	/**
	 * Makes the operation's call and holds the answer against the document.
	 *
	 * @param body in place of the one made of the fields
	 * @throws PartnerApiError
	 */
	send(body?: JsonValue): Promise<unknown>;
}
