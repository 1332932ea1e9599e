import type { JsonObject, JsonValue, PartnerClient } from '../../../partner-api';

/** The collection "Options" of one item. Times are in seconds. */
export interface CallOptions {
	concurrency?: number;
	timeout: number;
	/** At most this many retries of a failed call. */
	retries: number;
	longestWait: number;
	maxWait: number;
	pollInterval: number;
	wholeAnswer: boolean;
	/** Whether the record comes out in a field of the input item. */
	keepInput: boolean;
	/** Whether amounts come out as numbers. */
	amountsAsNumbers: boolean;
	/** How many orders go into one call. */
	batchSize: number;
	/** Lower case. */
	terminalStatuses: readonly string[];
	/** USDT decimal strings. */
	price?: string;
	maximumPerItem?: string;
	maximumPerRun?: string;
	/** Certificates of screenings, in the place of the item's own. */
	clearance?: readonly string[];
	/** Replaces an assumed path. */
	path?: string;
	/** Replaces an assumed body. */
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
	readonly client: Pick<PartnerClient, 'token'>;
	/** How many items the run has. */
	readonly itemCount: number;
	/**
	 * Waits and lets other items be worked on meanwhile.
	 *
	 * @returns false when the run has failed, so that there is nothing to wait for any more
	 * @throws PartnerApiError `cancelled`
	 */
	rest(seconds: number): Promise<boolean>;
	/** Tells the operator something below the output. */
	hint(message: string): void;
	/** The credential's X25519 private key; empty where there is none. */
	readonly cardEncryptionKey: string;
	/** Makes the operation's call and holds the response against the document. @throws PartnerApiError */
	send(): Promise<unknown>;
	/**
	 * Makes the call once more to see what became of an order that was accepted. Only where the API responds to a retry with
	 * the existing order.
	 *
	 * @param seconds how long it may take
	 * @throws PartnerApiError which says nothing of the order
	 */
	readAgain(seconds: number): Promise<unknown>;
}
