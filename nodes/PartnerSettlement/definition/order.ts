import type { Area, JsonObject } from '../../../partner-api';

/** Whose the idempotency key is: made for the item, made of the content (an agent's tool), the operator's, or none. */
export type Key = 'automatic' | 'content' | 'own' | 'none';

/** What a lookup has to show beside the key, to prove that its record is of this order (rule 3 of docs/guarantees.md). */
export type Proof =
	/** Nothing: a key made of the content belongs to this content only. */
	| 'nothing'
	/** An ID, a status that the dialect knows, or an identifying field. */
	| 'something'
	/** One identifying field: in n8n's Retry, items may come in another order. */
	| 'one_field'
	/** Every identifying field, and at least one: the operator may have used the number before. */
	| 'all_fields';

/** One thing that the API is asked to do and that changes something. */
export interface Order {
	/** Index of the input item. */
	itemIndex: number;
	/** The idempotency key; absent in a call without one. */
	extId?: string;
	key: Key;
	proof: Proof;
	/** What is ordered, by the API's names: the body, and the fields in the path. */
	fields: JsonObject;
	/** What is sent for it: its body; in a batch, its body and the fields beside it. */
	payload: JsonObject;
	/** Names of the fields that tell which order a record is of; `kind` is its area. */
	identifying: readonly string[];
	/** What a record may call its kind; absent if that is not known. */
	areas?: readonly Area[];
	/** It may exist before this run sends it: an own number, a Retry, an agent's tool. */
	mayExist: boolean;
	/** The credential's limits let it go, and its cost counts. */
	isReserved?: boolean;
}
