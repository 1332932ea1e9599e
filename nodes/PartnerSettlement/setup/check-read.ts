import { type Differences, shapeProblem } from '../../../partner-api';
import { type Operation, responseOf } from '../definition/operation';
import { fieldsRead } from '../lists/catalog-entry';
import { marksIn, restOfList } from '../lists/pages';
import { splitList } from '../run/output';
import { type ApiTrial, neighboursOf } from './api-trial';
import { type CheckedCall, checkedCall, failedCall, lacksPath, placeText } from './checked-call';

/** Makes the call of a read; where it is not there, looks for it at the likely places. @param id of a catalog's entries */
export async function checkRead(
	api: ApiTrial,
	operation: Operation,
	id?: string,
): Promise<CheckedCall> {
	const { response, failure } = await api.read(operation);
	if (!failure) return await checkResponse(api, operation, response, id);
	for (const calls of lacksPath(failure) ? neighboursOf(operation) : []) {
		const trial = api.with({ calls });
		const found = await trial.read(operation);
		if (found.failure) continue;
		const checked = await checkResponse(trial, operation, found.response, id);
		// Where any path gives a success, one of them proves nothing.
		if (checked.result === 'fails' || !(await trial.beside(operation)).unknown.failure) continue;
		const suggestion = { calls, ...checked.suggestion };
		const what = `${placeText(calls)} ${checked.what}`;
		return { ...checked, result: 'differs', what, suggestion };
	}
	return failedCall(operation, failure);
}

async function checkResponse(
	api: ApiTrial,
	operation: Operation,
	response: unknown,
	id?: string,
): Promise<CheckedCall> {
	const problem = shapeProblem(responseOf(operation), response);
	if (problem) return failedCall(operation, problem);
	if (!operation.list) return checkedCall(operation, 'works', 'It works.');
	const list = splitList(response);
	if (!list) return checkedCall(operation, 'fails', 'The response holds no list by itself.');
	const { entries } = list;
	const texts = [`It works: ${String(entries.length)} entries.`];
	if (id !== undefined) texts.push(fieldsText(entries, id));
	const cursor = await cursorOf(api, operation, response, entries.length);
	const rest = cursor?.response ?? restOfList(response, entries.length);
	if (rest === undefined || (cursor && cursor === api.differences.cursor)) {
		return checkedCall(operation, 'works', texts.join(' '));
	}
	const next = cursor
		? `the next page is asked for by ${cursor.request}`
		: 'ask the provider of the API how the next page is asked for, and enter it as cursor';
	texts.push(`This is not all, as ${rest.slice(0, 100)} says; ${next}.`);
	return checkedCall(operation, 'differs', texts.join(' '), cursor && { cursor });
}

/** So many entries tell which fields a catalog has. */
const SAMPLE = 100;

/** Which fields the nodes read, and whether that is sure. A card has no price. */
function fieldsText(entries: unknown[], id: string): string {
	if (entries.length === 0) return 'Which fields they have is not known.';
	const read = entries.slice(0, SAMPLE).map((entry) => fieldsRead(entry, id));
	const namesOf = (part: 'id' | 'name' | 'price') => [...new Set(read.map((one) => one[part]))];
	const fields = [
		{ label: 'ID', names: namesOf('id') },
		{ label: 'name', names: namesOf('name') },
		...(id === 'card_id' ? [] : [{ label: 'price', names: namesOf('price') }]),
	];
	const texts = fields.map(({ label, names }) => {
		const shown = names.slice(0, 3).map((name = 'no field') => name.slice(0, 50));
		return `the ${label} from ${shown.join(' or ')}`;
	});
	const isSure = fields.every(({ names: [name, second] }) => name && second === undefined);
	const doubt = ' That is not sure: choose By ID, and fill in Price (USDT) under Options.';
	return `The nodes read ${texts.join(', ')}.${isSure ? '' : doubt}`;
}

/** How the next page of a list is asked for, proven by asking for it. */
async function cursorOf(
	api: ApiTrial,
	operation: Operation,
	response: unknown,
	count: number,
): Promise<Differences['cursor']> {
	const { cursor: known } = api.differences;
	for (const cursor of known ? [known] : marksIn(response).slice(0, 3).flatMap(cursorsBy)) {
		const entries = await api.with({ cursor }).pages(operation, count + 1);
		if (entries.length > count) return cursor;
	}
	return undefined;
}

/** The names under which a mark may be sent: `next_cursor` as `cursor`, or as it is. */
function cursorsBy(response: string): { response: string; request: string }[] {
	const name = response.split('.').at(-1) ?? '';
	const bare = name.replace(/^next_?/i, '').replace(/^./, (first) => first.toLowerCase());
	const names = new Set([bare, name, 'cursor', 'page', 'after'].filter(Boolean));
	return [...names].map((request) => ({ response, request }));
}
