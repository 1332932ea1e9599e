import {
	checkExtId,
	checkIdentifier,
	hasDotSegment,
	InputError,
	type JsonObject,
	type JsonValue,
	queryIn,
} from '../../../partner-api';
import { IDENTIFIER } from './fields';

/** What is never sent, and why (section 1, rules 7 and 14). */
const FORBIDDEN: Readonly<Record<string, string>> = {
	partner_id: 'the API takes it only from the access token',
	payment_source: 'only the prepaid USDT balance can pay',
	client_id: 'it must not be sent',
};

/** What a gift offer asks for (section 4.5) may be a client_id: the shop's, not the API's. */
const FOR_THE_SHOP = 'required_fields';

/** What a path may not hold as it is: a URL leaves it out or replaces it, or ends there. */
const NOT_IN_PATH = /[\s\\#\p{Control}\p{Default_Ignorable_Code_Point}]/u;

/**
 * Refuses what must never be sent, however deep it stands: forbidden fields, and IDs that look like others.
 *
 * @throws InputError that names the field
 */
export function refuseForbidden(
	value: JsonValue | undefined,
	label: string,
	isForTheShop = false,
): void {
	if (typeof value !== 'object' || value === null) return;
	for (const [name, inner] of Object.entries(value)) {
		const isAllowed = isForTheShop && name === 'client_id';
		const why = Object.hasOwn(FORBIDDEN, name) && !isAllowed ? FORBIDDEN[name] : undefined;
		if (why !== undefined) throw new InputError(`${label} must not hold ${name}: ${why}`);
		if (typeof inner === 'string' && IDENTIFIER.test(name) && !isForTheShop) {
			// Blanks are taken off around an ext_id, and sent around any other.
			checkIdentifier(name === 'ext_id' ? inner.trim() : inner, `${label}, ${name}`);
		}
		refuseForbidden(inner as JsonValue | undefined, label, isForTheShop || name === FOR_THE_SHOP);
	}
}

/** @throws InputError for a path that could leave the chosen base, or whose query holds what must never be sent */
export function checkedPath(path: string): string {
	const [route = ''] = path.split('?', 1);
	const leaves = !path.startsWith('/') || path.startsWith('//') || hasDotSegment(route);
	if (leaves || NOT_IN_PATH.test(path)) {
		throw new InputError(
			'Path must start with a slash, without spaces, control or invisible characters, backslashes, hash signs or segments of dots alone',
		);
	}
	const [placeholder] = /\{[^}]{0,99}\}?|\}/.exec(path) ?? [];
	if (placeholder !== undefined) {
		throw new InputError(
			`Path contains ${placeholder}`,
			'Put the value itself there. To take it from the item, switch the field to Expression.',
		);
	}
	refuseForbidden(Object.fromEntries(queryIn(path)), 'Path');
	return path;
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

/** The name under which a field is sent. */
export function wireName(name: string, serviceCode: string): string {
	return name.replace('<svc>', serviceCode);
}
