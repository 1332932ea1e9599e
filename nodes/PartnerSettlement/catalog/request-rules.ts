import {
	checkExtId,
	holdsHalfCharacter,
	InputError,
	type JsonObject,
	type JsonValue,
	stringifyJson,
} from '../../../partner-api';

/** Section 1, rules 7 and 14. */
const FORBIDDEN_ANYWHERE: Record<string, string> = {
	partner_id: 'the API takes it only from the access token',
	payment_source: 'only the prepaid USDT balance can pay',
};
const FORBIDDEN = { ...FORBIDDEN_ANYWHERE, client_id: 'it must not be sent' };

/** What a gift offer asks for (section 4.5) may be a client_id: the shop's, not the API's. */
const FOR_THE_SHOP = 'required_fields';

/** A URL takes these as a step up or none at all, also when the dots are escaped. */
const DOT_SEGMENT = /(^|\/)(\.|%2e){1,2}([/?#]|$)/i;

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
		// A query may spell a list as name[].
		const name = key.replace(/\[.*$/, '');
		// Many a reader of JSON takes a name in any case.
		const known = name.toLowerCase();
		const why = Object.hasOwn(forbidden, known) ? forbidden[known] : undefined;
		if (why !== undefined) throw new InputError(`${label} must not hold ${name}: ${why}`);
		const rules = known === FOR_THE_SHOP ? FORBIDDEN_ANYWHERE : forbidden;
		refuseForbidden(inner as JsonValue | undefined, label, rules);
	}
}

/** @throws InputError for a path that could leave the chosen base, or whose query holds what must never be sent */
export function checkedPath(path: string): string {
	const leaves = !path.startsWith('/') || path.startsWith('//') || DOT_SEGMENT.test(path);
	if (leaves || /[\s\\#]/.test(path)) {
		throw new InputError(
			'Path must start with a slash and hold no spaces, backslashes, hash signs or segments of dots alone',
		);
	}
	const [placeholder] = /\{[^}]*\}?|\}/.exec(path) ?? [];
	if (placeholder !== undefined) {
		throw new InputError(
			`Path holds ${placeholder}`,
			'Put the value itself there. If it should come from the item, turn the field into an expression.',
		);
	}
	const query = new URLSearchParams(path.split('?').slice(1).join('?'));
	refuseForbidden(Object.fromEntries(query), 'Path');
	return path;
}

/** A rotation of the webhook secret (section 4.1): each one kills the secret of the one before. */
const ROTATION = /\/hmac\/rotate\/*$/i;

/** Whether a call to this path, as `checkedPath` gives it, rotates the secret. */
export function isRotation(path: string): boolean {
	const [route = ''] = path.split('?');
	return ROTATION.test(unescaped(route));
}

function unescaped(route: string): string {
	try {
		return decodeURIComponent(route);
	} catch {
		return route;
	}
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
export function ownExtId(body: JsonObject | undefined, label: string): string | undefined {
	const { ext_id: own } = body ?? {};
	// Sent empty, it would be an order that nothing keeps from being made twice.
	return own === undefined || own === null || own === ''
		? undefined
		: checkExtId(own, `${label}, ext_id`);
}
