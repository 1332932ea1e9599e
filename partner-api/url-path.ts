/** The API, and gateways before it. */
const MAX_READERS = 3;

/** A path as it is after each of several readers has undone its escapes. */
function unescaped(path: string): string {
	let text = path;
	for (let reader = 0; reader < MAX_READERS; reader += 1) {
		text = text.replace(/%[0-9a-f]{2}/gi, (escape) =>
			String.fromCharCode(Number.parseInt(escape.slice(1), 16)),
		);
	}
	return text;
}

/**
 * Whether a server or gateway may read a part of a path as a step up, or as none at all: `/..`, `/%252e`, `/..;/x`,
 * `/..%5cx`.
 *
 * @param path without its query
 */
export function hasDotSegment(path: string): boolean {
	return unescaped(path)
		.split(/[/\\;]/)
		.some((segment) => ['.', '..'].includes(segment.trim()));
}

/** Whether a text was cut within a character, which then has no bytes to be sent. */
export function holdsHalfCharacter(text: string): boolean {
	return /\p{Surrogate}/u.test(text);
}
