import type { ApiError } from '../http/errors';
import { isJsonObject, type JsonObject } from '../http/json';

/** The method and address of a call. */
export interface Place {
	method: 'GET' | 'POST' | 'PATCH';
	/** Which of the two bases serves it (section 1, rule 2). */
	base: 'api' | 'base';
	/** A field in the path is `{field}` in Differences and `:field` in the sandbox's routes. */
	path: string;
}

/** The facts about a dialect that a person must know, as JSON for the credential's field API Differences. */
export interface Differences {
	/** By function name: calls that the document only names, with the parts of their place that differ. */
	calls?: Readonly<Record<string, Partial<Place>>>;
	/** The error codes that mean there is no such order. */
	noOrder?: readonly string[];
	failedStatuses?: readonly string[];
	terminalStatuses?: readonly string[];
	/**
	 * By function name, or `*` for all others: the field in which a list shows the cursor of its next page, and the
	 * field that sends it.
	 */
	pages?: Readonly<Record<string, { next: string; send: string }>>;
	/** By function name: the fields of a catalog entry that have other names. */
	catalogs?: Readonly<Record<string, { id?: string; name?: string; price?: string }>>;
	/** The path at which {base_url} exchanges an assertion for its own kind of token (section 5.2). */
	agentTokenPath?: string;
}

/** Gives a response another shape. `fields` are the fields of the call. */
export type Reshape = (response: JsonObject, fields: JsonObject) => JsonObject;

/** One consistent set of answers to what the document does not show. */
export interface Dialect {
	/** The sandbox uses these, too: they decide where the calls and the agent token are. */
	readonly differences: Differences;
	/** The responses with another shape, by the path of their call in as-shown. */
	readonly responses: Readonly<Record<string, Reshape>>;
	/** The statuses that the first reads of a new screening show. Its creation is the first read. */
	readonly screeningSteps: readonly string[];
	/** The words for the status of an order of this kind. */
	words: (kind: string, status: string) => { status: string; document_status: string };
	/** The error that is sent instead of this one. */
	errorOf: (error: ApiError) => ApiError;
}

/** The entries of the one list in a response. */
export function listIn(response: JsonObject): JsonObject[] {
	const list: unknown[] = Object.values(response).find(Array.isArray) ?? [];
	return list.filter(isJsonObject);
}
