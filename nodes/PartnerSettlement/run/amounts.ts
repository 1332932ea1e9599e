import Big from 'big.js';
import type { IDataObject } from 'n8n-workflow';

import { isDecimal, isJsonObject } from '../../../partner-api';

/** Names of amounts in the document (section 2), and common names of prices. */
const AMOUNT =
	/(?:^|_)(?:amount|balance|price|fee|fees|reserved|credit|debit|cost|total|spent|limit)(?:_|$)|_usdt$/;
/** Such a field beside an amount, or of a card, is none. */
const NO_AMOUNT = /(?:^|[._])(?:id|currency|code|last4|ref|reference|account|number|pin)$/;
/** An amount may be in an object, such as a price with its currency. */
const MAX_DEPTH = 4;
const MAX_SHOWN = 5;

interface Place {
	record: IDataObject;
	name: string;
}

/**
 * Converts the amounts of records to numbers, in place, for nodes that calculate or sort. A column stays text if one of its
 * values is not an amount, or would change as a number.
 *
 * @returns the columns that stay text, for the operator
 */
export function amountsToNumbers(records: readonly IDataObject[]): string[] {
	const columns = new Map<string, Place[]>();
	for (const record of records) collect(record, '', columns, MAX_DEPTH);
	const kept: string[] = [];
	for (const [column, places] of columns) {
		if (!places.every(({ record, name }) => isExact(record[name]))) {
			kept.push(column);
			continue;
		}
		for (const { record, name } of places) record[name] = Number(record[name]);
	}
	return kept.slice(0, MAX_SHOWN);
}

function collect(
	record: IDataObject,
	path: string,
	columns: Map<string, Place[]>,
	depth: number,
): void {
	for (const [name, value] of Object.entries(record)) {
		const column = path + name;
		if (isJsonObject(value) && depth > 0) {
			collect(value, `${column}.`, columns, depth - 1);
		} else if (
			typeof value === 'string' &&
			value !== '' &&
			!NO_AMOUNT.test(column) &&
			AMOUNT.test(column.replaceAll('.', '_'))
		) {
			const places = columns.get(column) ?? [];
			places.push({ record, name });
			columns.set(column, places);
		}
	}
}

/** Whether a text is the same decimal as a number. */
function isExact(value: unknown): boolean {
	// A leading zero may belong to a number of an account.
	if (typeof value !== 'string' || !isDecimal(value) || /^-?0\d/.test(value)) return false;
	const number = Number(value);
	return Number.isFinite(number) && new Big(number).eq(value);
}
