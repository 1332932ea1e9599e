import { z } from 'zod';

import { type AssumedCall, NAMED_CALLS, type NamedCall } from './assumptions/calls';
import { InputError } from './errors';
import { hasDotSegment, pathSegment } from './http/url-path';
import { isJsonObject, type JsonValue, textOf } from './values/json';

/** What a URL leaves out, or takes for its end. A query is made of the fields. */
const NOT_IN_PATH = /[\s\\?#\p{Control}]/u;

const path = z
	.string()
	.refine(
		(text) => /^\/(?!\/)/.test(text) && !NOT_IN_PATH.test(text) && !hasDotSegment(text),
		'must start with one slash and hold no spaces, backslashes, question or hash marks, or segments of dots',
	);
const text = z.string().trim().min(1);
const status = text.toLowerCase();
const call = z
	.object({ method: z.enum(['GET', 'POST', 'PUT', 'PATCH']), base: z.enum(['api', 'base']), path })
	.partial()
	.strict();
const callName = z.enum(NAMED_CALLS as [NamedCall, ...NamedCall[]]);

const differencesSchema = z
	.object({
		/** By the names of the functions (section 4.9). `{field}` in a path is filled from the fields that are sent. */
		calls: z.record(callName, call).default({}),
		/** Error codes by which `document_get` says that there is no such order, whatever the HTTP status. */
		noOrder: z.array(text).default([]),
		/** Statuses that say that an order came to nothing, in lower case. */
		failedStatuses: z.array(status).default([]),
		/** Statuses that say that an order is over, in lower case. */
		terminalStatuses: z.array(status).default([]),
		/** Where a list holds the mark of its next page, with dots into an envelope, and under which name it is sent. */
		cursor: z.object({ response: text, request: text }).strict().optional(),
		/** Path on {base_url} where calls of that base get a token of their own (section 5.2). */
		agentTokenPath: path.optional(),
	})
	.strict();

/** Where an API differs from what the document leaves open, as the credential tells it. What is absent is as assumed. */
export type Differences = z.infer<typeof differencesSchema>;

/**
 * Reads the credential's field API Differences.
 *
 * @param given JSON, as text or as n8n parsed it; empty where nothing differs; also the output of Setup: Check the API
 * @throws InputError that names the place of what does not exist, or cannot be
 */
export function readDifferences(given: unknown): Differences {
	let value = given;
	if (typeof given === 'string') {
		try {
			value = given.trim() === '' ? {} : JSON.parse(given);
		} catch {
			throw mistake('it is not valid JSON');
		}
	}
	// The output of Setup: Check the API, pasted as it is: its last item holds all, and an item may be alone.
	const item: unknown = Array.isArray(value) ? value.at(-1) : value;
	if (isJsonObject(item) && 'suggestion' in item) value = item.suggestion;
	const { data, error } = differencesSchema.safeParse(value ?? {});
	if (data) return data;
	const [issue] = error.issues;
	throw mistake([issue?.path.join('.'), issue?.message].filter(Boolean).join(': '));
}

/** What of a call a difference may change. */
interface Changeable extends Pick<AssumedCall, 'base' | 'path'> {
	named?: NamedCall;
	method: string;
	query?: Record<string, string>;
	body?: JsonValue;
}

/**
 * A call as this API has it: `{field}` in its path is filled from the body, and with GET the rest goes into the query.
 *
 * @throws InputError where the call has no such field
 */
export function withDifferences<T extends Changeable>(call: T, { calls }: Differences): T {
	const told = call.named && calls[call.named];
	if (!told) return call;
	const { path = call.path, ...how } = told;
	const rest = isJsonObject(call.body) ? { ...call.body } : {};
	const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
		const value = Object.hasOwn(rest, name) ? rest[name] : undefined;
		if (value === undefined || value === null) {
			throw mistake(`${name} stands in the path of ${String(call.named)}, and this call has none`);
		}
		Reflect.deleteProperty(rest, name);
		return pathSegment(textOf(value));
	});
	if ((how.method ?? call.method) !== 'GET') {
		return { ...call, ...how, path: filled, body: call.body && rest };
	}
	const texts = Object.entries(rest).filter(([, value]) => value !== undefined);
	const query = Object.fromEntries(texts.map(([name, value]) => [name, textOf(value)]));
	return { ...call, ...how, path: filled, query: { ...call.query, ...query }, body: undefined };
}

function mistake(what: string): InputError {
	return new InputError(
		`API Differences: ${what}`,
		'Correct it in the credential; nothing was sent.',
	);
}
