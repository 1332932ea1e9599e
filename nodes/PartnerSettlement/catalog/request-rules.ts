import {
	checkExtId,
	hasDotSegment,
	holdsHalfCharacter,
	InputError,
	type JsonObject,
	type JsonValue,
	stringifyJson,
	unescaped,
} from '../../../partner-api';
import type { Request } from './operation';

/** Section 1, rules 7 and 14. By the letters of the name, as it may be spelled otherwise: `partnerId`, `Partner-ID`. */
const FORBIDDEN_ANYWHERE: Record<string, string> = {
	partnerid: 'the API takes it only from the access token',
	paymentsource: 'only the prepaid USDT balance can pay',
};
const FORBIDDEN = { ...FORBIDDEN_ANYWHERE, clientid: 'it must not be sent' };

/** What a gift offer asks for (section 4.5) may be a client_id: the shop's, not the API's. */
const FOR_THE_SHOP = 'requiredfields';

/** A query may spell what is nested, or a list, in one name: `a[partner_id]`, `a.partner_id`, `partner_id[]`. */
const NESTING = /[[\].]+/;
/** What stands between the names in a path, or in one segment of it. */
const BETWEEN_NAMES = /[/;,=&:]/;
/** What a path may not hold as it is: a URL leaves it out or replaces it, or ends there. */
const NOT_IN_PATH = /[\s\\#\p{Control}]/u;

/**
 * Refuses what must never be sent, however deep it stands.
 *
 * @throws InputError that names the field
 */
export function refuseForbidden(
	value: JsonValue | undefined,
	label: string,
	forbidden: Record<string, string> = FORBIDDEN,
): void {
	if (typeof value !== 'object' || value === null) return;
	for (const [key, inner] of Object.entries(value)) {
		const rules = refuseName(key, label, forbidden);
		refuseForbidden(inner as JsonValue | undefined, label, rules);
	}
}

/** @returns what is forbidden under the name @throws InputError for one that is */
function refuseName(
	name: string,
	label: string,
	forbidden: Record<string, string>,
): Record<string, string> {
	let rules = forbidden;
	for (const part of name.split(NESTING)) {
		const letters = part.toLowerCase().replace(/[^a-z\d]/g, '');
		const why = Object.hasOwn(rules, letters) ? rules[letters] : undefined;
		if (why !== undefined) throw new InputError(`${label} must not hold ${part}: ${why}`);
		if (letters === FOR_THE_SHOP) rules = FORBIDDEN_ANYWHERE;
	}
	return rules;
}

/**
 * A text for a URL.
 *
 * @throws InputError for one that would not arrive as it is
 */
export function sentAsItIs(text: string, label: string): string {
	if (!holdsHalfCharacter(text)) return text;
	throw new InputError(
		`${label} holds half a character`,
		'It would not arrive as it is. Look for a text that was cut within an emoji.',
	);
}

/** @throws InputError for a path that could leave the chosen base, or whose query holds what must never be sent */
export function checkedPath(path: string): string {
	const [route = '', ...rest] = path.split('?');
	const leaves = !path.startsWith('/') || path.startsWith('//') || hasDotSegment(route);
	if (leaves || NOT_IN_PATH.test(path)) {
		throw new InputError(
			'Path must start with a slash and hold no spaces, control characters, backslashes, hash signs or segments of dots alone',
		);
	}
	const [placeholder] = /\{[^}]*\}?|\}/.exec(path) ?? [];
	if (placeholder !== undefined) {
		throw new InputError(
			`Path holds ${placeholder}`,
			'Put the value itself there. If it should come from the item, turn the field into an expression.',
		);
	}
	const names = route.split('/').flatMap((segment) => unescaped(segment).split(BETWEEN_NAMES));
	// Some readers take a semicolon for an ampersand.
	const query = new URLSearchParams(rest.join('?').replaceAll(';', '&'));
	for (const name of [...names, ...query.keys()]) refuseName(name, 'Path', FORBIDDEN);
	return sentAsItIs(path, 'Path');
}

/** Each rotation of the webhook secret kills the secret of the one before (section 4.1). */
const ROTATION = 'hmac/rotate';

/** Whether a call to this path rotates the secret, however a server or gateway reads the path. */
export function isRotation(path: string): boolean {
	const [route = ''] = path.split('?');
	// No step up is among them: checkedPath refuses it.
	const segments = unescaped(route)
		.toLowerCase()
		.split(/[/\\]/)
		.map((segment) => segment.replace(/;.*/s, '').trim())
		.filter(Boolean);
	return segments.slice(-2).join('/') === ROTATION;
}

/**
 * Refuses to rotate the webhook secret where the new one would come out redacted: it is shown only once.
 *
 * @throws InputError with what to do
 */
export function refuseLostSecret({ method, path }: Request, revealsSecrets: boolean): void {
	if (method === 'GET' || revealsSecrets || !isRotation(path)) return;
	throw new InputError(
		'Reveal Secrets is off: the new Webhook Secret would be lost, and the old one stops working at once',
		'Turn Reveal Secrets on, in Webhook: Rotate Secret or in API Call. The new secret comes out only this once, and is saved with the execution.',
	);
}

/**
 * A value as one segment of a path.
 *
 * @throws InputError for one that no escaping keeps from being another path
 */
export function pathSegment(value: string): string {
	if (['', '.', '..'].includes(value) || holdsHalfCharacter(value)) {
		throw new InputError(`"${value}" cannot be an ID`);
	}
	return encodeURIComponent(value);
}

/** A value for a path or a query. */
export function textOf(value: JsonValue | undefined): string {
	return typeof value === 'string' ? value : stringifyJson(value ?? null);
}

/**
 * The idempotency key that a body of the operator's own brings; undefined when it brings none.
 *
 * @param label what to call the body in an error
 * @throws InputError when it is too long, or no text
 */
export function customKeyIn(body: JsonObject | undefined, label: string): string | undefined {
	const { ext_id: own } = body ?? {};
	// Sent empty, it would be an order that nothing keeps from being made twice.
	return own === undefined || own === null || own === ''
		? undefined
		: checkExtId(own, `${label}, ext_id`);
}
