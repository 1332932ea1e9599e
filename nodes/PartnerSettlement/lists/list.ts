import { type Dialect, isJsonObject, unknownOutcome } from '../../../partner-api';

/** A list, taken from its response. */
interface SplitList {
	entries: unknown[];
	/** Names of the fields around the list, such as a cursor. */
	envelope: string[];
}

/** A list may be in at most this many nested objects. */
const MAX_LEVELS = 4;

/**
 * Finds the list in a response of unknown shape: the response itself, or the only array in it or in an object of it.
 *
 * @param names of the dialect's envelopes: if fields have these names, only they are searched
 * @returns undefined for a response without such a list
 */
export function splitList(
	response: unknown,
	names: Dialect['envelope'] = 'auto',
	levels = MAX_LEVELS,
): SplitList | undefined {
	if (Array.isArray(response)) return { entries: response, envelope: [] };
	if (!isJsonObject(response) || levels === 0) return undefined;
	const fields = Object.keys(response);
	const told = fields.filter((name) => names !== 'auto' && names.includes(name));
	const [only, second] = (told.length > 0 ? told : fields).flatMap((name) => {
		const list = splitList(response[name], names, levels - 1);
		return list ? [{ ...list, name }] : [];
	});
	if (!only || second) return undefined;
	const around = fields.filter((name) => name !== only.name);
	return { entries: only.entries, envelope: [...around, ...only.envelope] };
}

/** @throws PartnerApiError if the response holds no list, or several */
export function entriesOf(response: unknown, { envelope }: Dialect): unknown[] {
	const list = splitList(response, envelope);
	if (list) return list.entries;
	const detail = 'it holds no list, or several: name its field under envelope in API Differences';
	throw unknownOutcome('unexpected_answer', detail);
}
