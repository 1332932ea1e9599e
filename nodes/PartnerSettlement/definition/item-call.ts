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
	/** The maximum number of orders in one call. */
	batchSize: number;
	/** Lower case. */
	terminalStatuses: readonly string[];
	/** USDT decimal strings. */
	price?: string;
	maximumPerItem?: string;
	maximumPerRun?: string;
	/** Certificates of screenings, used instead of the item's own. */
	clearance?: readonly string[];
	/** Replaces an assumed path. */
	path?: string;
	/** Replaces an assumed body. */
	body?: JsonObject;
}

/** One item's call, as seen by an operation with its own `perform`. */
export interface ItemCall {
	readonly options: CallOptions;
	/** The idempotency key, if the operation takes one. */
	readonly extId?: string;
	/** The fields by the API's names, read and checked. */
	readonly values: Readonly<Record<string, JsonValue | undefined>>;
	/** Whether the operator wants to see secrets. */
	readonly revealsSecrets: boolean;
	readonly client: Pick<PartnerClient, 'token'>;
	/** The number of items of the run. */
	readonly itemCount: number;
	/**
	 * Waits, and lets other items go on meanwhile.
	 *
	 * @returns false if the run has failed, so there is no longer a reason to wait
	 * @throws PartnerApiError `cancelled`
	 */
	rest(seconds: number): Promise<boolean>;
	/** Shows the operator a hint below the output. */
	hint(message: string): void;
	/** The credential's X25519 private key; empty if there is none. */
	readonly cardEncryptionKey: string;
	/**
	 * Makes the operation's call: it checks a read against the document, or places an order. @throws PartnerApiError;
	 * OrderFailed
	 */
	send(): Promise<unknown>;
	/**
	 * Makes the call once more to see the state of an accepted order. It may be used only if the API responds to a
	 * retry with the existing order.
	 *
	 * @param seconds how long it may take
	 * @throws PartnerApiError that says nothing about the order
	 */
	readAgain(seconds: number): Promise<unknown>;
}
