import type { Area, JsonObject } from '../../../partner-api';

/** The document defines these values (section 2), so their case makes no difference. */
export const CASELESS_FIELDS: ReadonlySet<string> = new Set(['currency', 'network']);

/** Where the idempotency key comes from: made for the item, made from the content (an agent's tool), the operator's, or none. */
export type Key = 'automatic' | 'content' | 'own' | 'none';

/**
 * What a lookup must show in addition to the key, to prove that its record is of this order (rule 3 of docs/guarantees.md).
 * `proofOf()` in orders/item.ts chooses it.
 */
export type Proof =
	/** Nothing: the order is known to exist. */
	| 'nothing'
	/** An ID, a status that the dialect knows, or an identifying field. */
	| 'something'
	/** One identifying field: in n8n's Retry, the items may come in a different sequence. */
	| 'one_field'
	/** Every identifying field, and at least one: the operator may have used the key before. */
	| 'all_fields';

/** One thing that the API is asked to do and that changes something. */
export interface Order {
	/** Index of the input item. */
	itemIndex: number;
	/** The idempotency key; absent in a call without one. */
	extId?: string;
	key: Key;
	proof: Proof;
	/** The order's fields by the API's names: the body, and the fields in the path. */
	fields: JsonObject;
	/** What is sent for it: its body; in a batch, its body and the fields around it. */
	payload: JsonObject;
	/** Names of the identifying fields; `kind` is its area. */
	identifying: readonly string[];
	/** The words for its kind in a record; absent if unknown. */
	areas?: readonly Area[];
	/** It may exist before this run sends it: a custom key, a Retry, an agent's tool. */
	mayExist: boolean;
	/** The credential's limits allow it, and its cost counts. */
	isReserved?: boolean;
}

/**
 * New: this run placed it. There: an earlier run had placed it. Open: either, because the API responds to a retry with
 * the existing order.
 */
export type Age = 'new' | 'there' | 'open';
