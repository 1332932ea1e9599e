import { z } from 'zod';
import type { Place } from '../dialects/dialect';
import type { Partner } from '../state/partners';
import type { World } from '../world';
import { badRequest, forbidden } from './errors';
import { refusePartnerId } from './forbidden';
import { isJsonObject, type JsonObject } from './json';

/** Section 1, rule 4. */
const AMOUNT = /^-?\d+(\.\d+)?$/;

/** Section 1, rule 4, for amounts that are moved: above zero, kept as they were sent. */
export const positiveAmount = z
	.string()
	.refine((text) => AMOUNT.test(text) && !text.startsWith('-') && /[1-9]/.test(text), {
		message: 'invalid_amount',
	});

/** Section 1, rule 8, its characters counted as code points. */
export const extIdField = z.string().refine((text) => {
	const { length } = Array.from(text);
	return length >= 1 && length <= 128;
}, 'invalid_ext_id');

export interface Call {
	world: World;
	partner: Partner;
	/** Path parameters. */
	params: Readonly<Record<string, string>>;
}

/** One call of the API. */
export interface Endpoint extends Place {
	/** Scope of section 5.3, or null if the document shows none. Then any valid token will do. */
	scope: string | null;
	/** True: any body is refused, an empty object too. */
	bodiless: boolean;
	/** What becomes of query parameters. */
	query: 'refused' | 'ignored' | 'fields';
	/** Checks the body and does the work. */
	run(call: Call, body: unknown): Promise<unknown>;
}

export type BodySchema<Body> = z.ZodType<Body, z.ZodTypeDef, unknown>;

/** For calls without a body: any body is refused, an empty object too. */
export const NO_BODY = z.undefined();

interface Definition<Body> extends Pick<Endpoint, 'base' | 'method' | 'path' | 'scope'> {
	body: BodySchema<Body>;
	/** Section 1, rule 14: `payment_source=stars` gets 403 here. */
	refusesStars?: boolean;
	handle: (call: Call, body: Body) => unknown;
}

const STABLE_CODE = /^[a-z][a-z_]+$/;

function codeOf(issue: z.ZodIssue): string {
	if (issue.code === 'unrecognized_keys') return 'unknown_field';
	if (issue.code === 'invalid_type' && issue.received === 'undefined') return 'missing_field';
	return STABLE_CODE.test(issue.message) ? issue.message : 'invalid_field';
}

function textOf(issue: z.ZodIssue): string {
	if (issue.code === 'unrecognized_keys')
		return `Not a field of this call: ${issue.keys.join(', ')}`;
	return `${issue.path.join('.')}: ${issue.message}`;
}

/** Refuses what the document forbids, before the fields are checked. */
function refuseForbidden(body: JsonObject, refusesStars: boolean): void {
	refusePartnerId(body);
	if (refusesStars && body.payment_source === 'stars') {
		throw forbidden('not_allowed', 'Payment is from the prepaid USDT balance only');
	}
}

function parseBody<Body>(schema: BodySchema<Body>, body: unknown, refusesStars: boolean): Body {
	if (body === undefined) throw badRequest('body_required', 'This call takes a JSON object');
	if (!isJsonObject(body)) throw badRequest('invalid_body', 'The body must be a JSON object');
	refuseForbidden(body, refusesStars);
	const parsed = schema.safeParse(body);
	if (parsed.success) return parsed.data;
	const [issue] = parsed.error.issues;
	if (!issue) throw badRequest('invalid_body', 'The body is not valid');
	throw badRequest(codeOf(issue), textOf(issue));
}

/** A call whose body is checked against its schema before anything is done. */
export function endpoint<Body>(definition: Definition<Body>): Endpoint {
	const { body: schema, refusesStars = false, handle, ...route } = definition;
	const bodiless = definition.body instanceof z.ZodUndefined;
	return {
		...route,
		bodiless,
		query: 'refused',
		async run(call, body) {
			const input = bodiless ? schema.parse(undefined) : parseBody(schema, body, refusesStars);
			return await handle(call, input);
		},
	};
}

/** POST {base_url}/api/partner/<name> (section 1, rule 6). */
export function partnerFunction<Body>(
	name: string,
	scope: string | null,
	body: BodySchema<Body>,
	handle: (call: Call, body: Body) => unknown,
): Endpoint {
	const path = `/api/partner/${name}`;
	return endpoint({ base: 'base', method: 'POST', path, scope, body, handle });
}

/** GET {api_url}<path>. */
export function apiRead(
	path: string,
	scope: string | null,
	handle: (call: Call) => unknown,
): Endpoint {
	return endpoint({ base: 'api', method: 'GET', path, scope, body: NO_BODY, handle });
}
