import { isJsonObject, type JsonObject } from '../../../partner-api';

/** A list, taken out of its response. */
interface SplitList {
	entries: unknown[];
	/** Names of the fields around the list, such as a cursor. */
	envelope: string[];
}

/** In so many objects a list may be. */
const MAX_LEVELS = 4;

/**
 * Finds the list in a response whose shape is not shown: the response itself, or the only array in it or in what it holds.
 *
 * @returns undefined for a response without such a list
 */
export function splitList(response: unknown): SplitList | undefined {
	if (Array.isArray(response)) return { entries: response, envelope: [] };
	const envelope: string[] = [];
	let level = isJsonObject(response) ? response : undefined;
	for (let depth = 0; level && depth < MAX_LEVELS; depth += 1) {
		const fields: [string, unknown][] = Object.entries(level);
		const [list, second] = fields.filter(([, value]) => Array.isArray(value));
		const inside = list ? [] : fields.filter(([, value]) => isJsonObject(value));
		const content: [string, unknown] | undefined =
			inside.length > 1 ? onlyHolder(inside) : inside[0];
		for (const field of fields) if (field !== list && field !== content) envelope.push(field[0]);
		if (second) return undefined;
		if (list) return { entries: list[1] as unknown[], envelope };
		level = content?.[1] as JsonObject | undefined;
	}
	return undefined;
}

/** Of several objects, the only one that holds a list. */
function onlyHolder(fields: readonly [string, unknown][]): [string, unknown] | undefined {
	const holders = fields.filter(([, value]) => Object.values(value as object).some(Array.isArray));
	return holders.length === 1 ? holders[0] : undefined;
}
