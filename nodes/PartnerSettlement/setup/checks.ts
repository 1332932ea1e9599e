import { randomBytes } from 'node:crypto';

import {
	type ApiCall,
	type Differences,
	InputError,
	type JsonObject,
	type PartnerApiError,
	type PartnerClient,
	resultOrFailure,
	shapeProblem,
	unknownOutcome,
} from '../../../partner-api';
import { directCall, type Operation, responseOf } from '../definition/operation';
import { wireName } from '../definition/request-rules';
import { readEntry } from '../lists/catalog-entry';
import { markPlaceIn, readPages, restOfList } from '../lists/pages';
import { isLocalCode } from '../messages/failure-meanings';
import { OPERATIONS } from '../operations';
import { judgeFailedLookup, saysNone } from '../orders/lookup';
import { splitList } from '../run/output';
import {
	type Check,
	checkedCall,
	endpointOf,
	errorUnderSuccess,
	failureBeside,
	failureOf,
	isForNow,
} from './trial';

/** Whether a read gives what the nodes can read: of a list, its entries and pages. */
export const checkResponse: Check = async (api, operation) => {
	const response = await api.call(directCall(operation));
	const problem = errorUnderSuccess(response) ?? shapeProblem(responseOf(operation), response);
	if (problem) throw problem;
	if (!operation.list) return checkedCall(operation, 'works', 'It works.');
	const list = splitList(response);
	if (!list) throw unknownOutcome('unexpected_answer', 'it holds no list');
	const { entries } = list;
	const count = entries.length === 1 ? '1 entry' : `${String(entries.length)} entries`;
	const found = `It works: ${count}. ${fieldsText(api, operation, entries)}`;
	const cursor = await cursorOf(api, operation, response, entries.length);
	const rest = cursor?.response ?? restOfList(response, entries.length);
	if (rest === undefined || (cursor && cursor === api.settings.differences.cursor)) {
		return checkedCall(operation, 'works', found.trim());
	}
	const next = cursor
		? `the next page is asked for by ${cursor.request}`
		: 'ask the provider of the API how the next page is asked for, and enter it as cursor';
	const what = `${found.trim()} This is not all, as ${rest.slice(0, 100)} says; ${next}.`;
	return checkedCall(operation, 'differs', what, cursor && { cursor });
};

/** Of a catalog, which fields the nodes read of its first entries, and whether that is sure. */
function fieldsText({ settings }: PartnerClient, operation: Operation, entries: unknown[]): string {
	const priceList = OPERATIONS.map((one) => one.priceList).find((one) => one?.read === operation);
	if (!priceList || entries.length === 0) return '';
	const id = wireName(priceList.id, settings.serviceCode);
	const read = entries.slice(0, 3).map((entry) => readEntry(entry, id).fields);
	const texts = (['id', 'name', 'price'] as const).map((part) => {
		const names = new Set(read.map(({ [part]: name = 'no field' }) => name.slice(0, 50)));
		return `the ${part === 'id' ? 'ID' : part} from ${[...names].join(' or ')}`;
	});
	const isSure = !texts.some((text) => /no field| or /.test(text));
	const doubt = ' That is not sure: choose By ID, and fill in Price (USDT) under Options.';
	return `The nodes read ${texts.join(', ')}.${isSure ? '' : doubt}`;
}

/** How the next page of a list is asked for, proven by asking for it: the mark `next_cursor` is sent as `cursor`. */
async function cursorOf(
	api: PartnerClient,
	operation: Operation,
	response: unknown,
	count: number,
): Promise<Differences['cursor']> {
	const { cursor = cursorAt(markPlaceIn(response)) } = api.settings.differences;
	if (!cursor) return undefined;
	const send = async (call: ApiCall) => await api.call(call);
	const differences = { ...api.settings.differences, cursor };
	const read = readPages(directCall(operation), send, differences, count + 1);
	const pages = await resultOrFailure(read);
	if (pages instanceof Error && cursor === api.settings.differences.cursor) throw pages;
	return Array.isArray(pages) && pages.length > count ? cursor : undefined;
}

/** A likely cursor: what stands at this place is sent by its name, without a `next` in front. */
function cursorAt(place: string | undefined): Differences['cursor'] {
	const name = place?.slice(place.lastIndexOf('.') + 1);
	const request = name?.replace(/^next_?(\w)/i, (_, first: string) => first.toLowerCase());
	return place === undefined || request === undefined ? undefined : { response: place, request };
}

/** Longer than any ID (section 8), and no number. */
const NO_ID = 'x'.repeat(129);
/** Statuses that speak of the caller, the method, or of too many calls. */
const NOT_OF_A_RECORD = [401, 403, 405, 429];

/**
 * How the API says that there is no record with an ID. It is asked for one that does not exist, then without a proper ID, and
 * by a call that cannot exist.
 *
 * @returns what it says, and whether it says that only of an ID that no record has
 * @throws PartnerApiError where the call is not there, or fails for another reason; InputError for a success
 */
async function refusalOf(api: PartnerClient, operation: Operation, madeUp: JsonObject) {
	const [name = ''] = Object.keys(madeUp);
	const isInPath = endpointOf(api, operation).path.includes(`{${name}}`);
	const failure = await failureOf(api, directCall(operation, { body: madeUp }));
	const unknown = await failureBeside(api, operation);
	const body = isInPath ? { [name]: NO_ID } : {};
	const wrong = await failureOf(api, directCall(operation, { body }));
	const open = [failure, unknown, wrong].find((one) => one && isForNow(one));
	if (open) throw open;
	if (!failure) {
		throw new InputError(
			'It gives a success for a made-up ID, so nobody can tell what exists. Ask the provider of the API.',
		);
	}
	const { status = 0 } = failure.details;
	const isThere = [failure, wrong].some((one) => saidBy(one) !== saidBy(unknown));
	const isOfRecord = status < 500 && !NOT_OF_A_RECORD.includes(status);
	if (!isThere || !isOfRecord || isLocalCode(failure.code)) throw failure;
	const isOwnCode = failure.code !== wrong?.code || (isInPath && failure.code !== unknown?.code);
	return { refusal: failure, isOwnCode };
}

function saidBy(failure?: PartnerApiError): string {
	return failure ? `${String(failure.details.status)} ${failure.code}` : 'success';
}

/** Whether a screening can be read: a made-up ID is refused otherwise than an unknown path. */
export const checkScreening: Check = async (api, operation) => {
	const id = Number.MAX_SAFE_INTEGER - randomBytes(4).readUInt32BE();
	await refusalOf(api, operation, { id });
	return checkedCall(operation, 'works', 'It works.');
};

/** Whether an order can be looked up, and how the API says that there is none (section 7, rule 9: not shown). */
export const checkLookup: Check = async (api, operation) => {
	const extId = `n8n-check-${randomBytes(16).toString('hex')}`;
	const { refusal, isOwnCode } = await refusalOf(api, operation, { ext_id: extId });
	const { code, details } = refusal;
	const said = `HTTP ${String(details.status)} ${code} says that there is no such order.`;
	const isKnown =
		saysNone(refusal, api.settings.differences) || judgeFailedLookup(refusal).finding === 'none';
	if (isKnown) return checkedCall(operation, 'works', `It works: ${said}`);
	if (!isOwnCode) {
		throw new InputError(
			`It says ${code} of a made-up key and of a missing one. Ask the provider of the API which code means that there is no such order, and enter it as noOrder.`,
		);
	}
	const what = `${said} Look up a first small order with Document: Get before you rely on it.`;
	return checkedCall(operation, 'differs', what, { noOrder: [code] });
};
