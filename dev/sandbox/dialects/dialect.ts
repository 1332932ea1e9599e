import type { ApiError } from '../http/errors';
import { isJsonObject, type JsonObject } from '../http/json';

/** Where a call is. */
export interface Place {
	method: 'GET' | 'POST' | 'PATCH';
	/** Which of the two bases serves it (section 1, rule 2). */
	base: 'api' | 'base';
	/** A field in it is `{field}` in Differences, and `:field` where the sandbox serves it. */
	path: string;
}

/** What a person has to be told of a dialect, as the JSON of the credential's field API Differences. */
export interface Differences {
	/** By function name: calls that the document only names, and what of their place is another. */
	calls?: Readonly<Record<string, Partial<Place>>>;
	/** The error codes that say that there is no such order. */
	noOrder?: readonly string[];
	failedStatuses?: readonly string[];
	terminalStatuses?: readonly string[];
	/** By function name, or `*` for all others: where a list shows the mark of its next page, and the field that sends it. */
	pages?: Readonly<Record<string, { next: string; send: string }>>;
	/** By function name: the fields of an entry of a catalog that have other names. */
	catalogs?: Readonly<Record<string, { id?: string; name?: string; price?: string }>>;
	/** Where {base_url} exchanges an assertion for a token of its own (section 5.2). */
	agentTokenPath?: string;
}

/** Another outside for a response; `fields` are those that the call came with. */
export type Reshape = (response: JsonObject, fields: JsonObject) => JsonObject;

/** One consistent set of answers to what the document does not show. */
export interface Dialect {
	/** The sandbox keeps to it as well: it places the calls and the agent token by it. */
	readonly differences: Differences;
	/** The responses that look otherwise, by the path that their call has in as-shown. */
	readonly responses: Readonly<Record<string, Reshape>>;
	/** The statuses that the first looks at a new screening see, its creation the first of them. */
	readonly screeningSteps: readonly string[];
	/** How the status of an order of this kind is called. */
	words: (kind: string, status: string) => { status: string; document_status: string };
	/** The error that goes out for this one. */
	errorOf: (error: ApiError) => ApiError;
}

/** The entries of the one list in a response. */
export function listIn(response: JsonObject): JsonObject[] {
	const list: unknown[] = Object.values(response).find(Array.isArray) ?? [];
	return list.filter(isJsonObject);
}
