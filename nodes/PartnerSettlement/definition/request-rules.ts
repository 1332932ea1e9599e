import {
	checkIdentifier,
	hasDotSegment,
	InputError,
	type JsonValue,
	queryIn,
} from '../../../partner-api';
import { IDENTIFIER } from './fields';

/** Fields that are never sent, and why (section 1, rules 7 and 14). */
const FORBIDDEN: Readonly<Record<string, string>> = {
	partner_id: 'the API reads it only from the access token',
	payment_source: 'only the prepaid USDT balance can pay',
	client_id: 'only required_fields may hold it',
};

/** A gift offer may ask for a client_id (section 4.5): the shop's, not the API's. */
const FOR_THE_SHOP = 'required_fields';

/** Characters that a path may not contain: a URL drops or replaces them, or ends there. */
const NOT_IN_PATH = /[\s\\#\p{Control}\p{Default_Ignorable_Code_Point}]/u;

/**
 * Refuses fields that must never be sent, at any depth, and IDs that look like other IDs.
 *
 * @throws InputError that names the field
 */
export function requireAllowedFields(
	value: JsonValue | undefined,
	label: string,
	isForTheShop = false,
): void {
	if (typeof value !== 'object' || value === null) return;
	for (const [name, inner] of Object.entries(value)) {
		const isAllowed = isForTheShop && name === 'client_id';
		const why = Object.hasOwn(FORBIDDEN, name) && !isAllowed ? FORBIDDEN[name] : undefined;
		if (why !== undefined) throw new InputError(`${label} must not contain ${name}: ${why}`);
		if (typeof inner === 'string' && IDENTIFIER.test(name) && !isForTheShop) {
			// Blanks around an ext_id are removed; around any other ID they are sent.
			checkIdentifier(name === 'ext_id' ? inner.trim() : inner, `${label}, ${name}`);
		}
		requireAllowedFields(
			inner as JsonValue | undefined,
			label,
			isForTheShop || name === FOR_THE_SHOP,
		);
	}
}

/** @throws InputError for a path that could leave its base, or whose query holds a field that must never be sent */
export function checkedPath(path: string): string {
	const [route = ''] = path.split('?', 1);
	const leaves = !path.startsWith('/') || path.startsWith('//') || hasDotSegment(route);
	if (leaves || NOT_IN_PATH.test(path)) {
		throw new InputError(
			'Path must start with a slash, and must not contain spaces, control or invisible characters, backslashes, hash signs or segments of only dots',
		);
	}
	const [placeholder] = /\{[^}]{0,99}\}?|\}/.exec(path) ?? [];
	if (placeholder !== undefined) {
		throw new InputError(
			`Path contains ${placeholder}`,
			'Put the value itself there. To take it from the item, switch the field to Expression.',
		);
	}
	requireAllowedFields(Object.fromEntries(queryIn(path)), 'Path');
	return path;
}

/** The name under which a field is sent. */
export function wireName(name: string, serviceCode: string): string {
	return name.replace('<svc>', serviceCode);
}
