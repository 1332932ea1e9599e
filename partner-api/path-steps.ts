/** The API, and gateways before it. */
const MOST_READERS = 3;

/** A path as it is where each of several readers undoes its escapes. */
export function unescaped(path: string): string {
	let text = path;
	for (let reader = 0; reader < MOST_READERS; reader += 1) {
		text = text.replace(/%[0-9a-f]{2}/gi, (escape) =>
			String.fromCharCode(Number.parseInt(escape.slice(1), 16)),
		);
	}
	return text;
}

/**
 * Whether some server or gateway may take a part of a path for a step up, or for none at all: `/..`, `/%252e`, `/..;/x`,
 * `/..%5cx`.
 *
 * @param path without its query
 */
export function hasDotSegment(path: string): boolean {
	return unescaped(path)
		.split(/[/\\;]/)
		.some((segment) => ['.', '..'].includes(segment.trim()));
}
