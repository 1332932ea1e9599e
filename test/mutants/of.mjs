/**
 * Mistakes that somebody might make in the product, by room; tests have to notice each.
 *
 * @typedef {{ room: string, file: string, from: string, to: string, tests: string[] }} Mutant
 */

/** Mutants of one file: each has a text that occurs there once, and its replacement. */
export function of(room, file, tests, changes) {
	return changes.map(([from, to]) => ({ room, file, from, to, tests }));
}
