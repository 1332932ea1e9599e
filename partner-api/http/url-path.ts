import { InputError } from '../errors';

/** The API and the gateways before it: each may undo one level of escapes. */
const MAX_READERS = 3;

/**
 * Whether a server or gateway may read a part of a path as `..` or `.`: `/..`, `/%252e`, `/..;/x`, `/..%5cx`.
 *
 * @param path without its query
 */
export function hasDotSegment(path: string): boolean {
	let text = path;
	for (let reader = 0; reader < MAX_READERS; reader += 1) {
		text = text.replace(/%[0-9a-f]{2}/gi, (escape) =>
			String.fromCharCode(Number.parseInt(escape.slice(1), 16)),
		);
	}
	return text.split(/[/\\;]/).some((segment) => ['.', '..'].includes(segment.trim()));
}

/**
 * The query of a path or an address: everything after its first question mark. Some servers separate its members with
 * semicolons as well.
 *
 * @param text without a fragment
 */
export function queryIn(text: string): URLSearchParams {
	const [, ...query] = text.split('?');
	return new URLSearchParams(query.join('?').replaceAll(';', '&'));
}

/**
 * A value as one segment of a path.
 *
 * @throws InputError if even its escaped form could lead to another path
 */
export function pathSegment(value: string): string {
	if (['', '.', '..'].includes(value)) throw new InputError(`"${value}" cannot be an ID`);
	return encodeURIComponent(value);
}
