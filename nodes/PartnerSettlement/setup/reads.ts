import { randomBytes } from 'node:crypto';

import {
	type ApiCall,
	type Dialect,
	isDecimal,
	isJsonObject,
	PartnerApiError,
	type PartnerClient,
	readAnswer,
	scalarText,
} from '../../../partner-api';
import { checkRead, directCall, documentedRecord, type Operation } from '../definition/operation';
import { quotedPrice } from '../limits/prices';
import { fieldsAround } from '../lists/pages';
import { isLocalCode } from '../messages/failure-meanings';
import { findOperation } from '../operations';
import { documentGet } from '../operations/document/get';
import { saysNone } from '../orders/match';

/** A finding about a call. */
export interface Finding {
	result: 'works' | 'differs' | 'fails' | 'not_checked';
	what: string;
	/** What to put into API Differences. A call that works only with it counts as one that differs. */
	suggestion?: Partial<Dialect>;
}

/** The client with the suggestion added, as if it were in the credential. Lists and objects in both are merged. */
export function trying(
	client: PartnerClient,
	{ suggestion = {} }: Partial<Finding>,
): PartnerClient {
	const whole: Record<string, unknown> = { ...client.settings.differences };
	for (const [name, value] of Object.entries(suggestion)) {
		const { [name]: old } = whole;
		if (isJsonObject(value)) whole[name] = { ...(old as object), ...value };
		else whole[name] = Array.isArray(old) ? [...new Set(old.concat(value))] : value;
	}
	return client.with(whole);
}

/**
 * Makes a read. An error among other fields of a successful response is a failure as well.
 *
 * @returns also `code`: the code of a failure, `empty` for a success without a record, otherwise the status of the
 *   record
 */
export async function ask(client: PartnerClient, call: ApiCall) {
	const asked = await client.ask(call);
	const { error, isEmpty, statusWord = '' } = asked.answer ?? {};
	const { code: told = 'unexpected_answer', message: apiMessage } = error ?? {};
	const known = { code: told, apiMessage, status: 200, outcome: 'refused', phase: 'call' } as const;
	const failure = asked.failure ?? (error && new PartnerApiError(known));
	const word = isEmpty ? 'empty' : statusWord;
	return { ...asked, failure, code: failure?.code.replace(/^empty_answer$/, 'empty') ?? word };
}

/** A record may be in three envelopes. */
const RECORD_LEVELS = 4;

/** The scalars of a record as text, by their places. */
export function fieldsIn(value: unknown): [string, string][] {
	return fieldsAround(value, '', RECORD_LEVELS).flatMap(([place, inner]): [string, string][] => {
		const text = scalarText(inner);
		return text === undefined ? [] : [[place, text]];
	});
}

/** The only field that fits: its name, and the names of the objects around it. */
function onlyField(value: unknown, fits: (field: [string, string]) => boolean) {
	const [only, second] = fieldsIn(value).filter(fits);
	const around = only && !second ? only[0].split('.') : [];
	return { name: around.pop() ?? '', around };
}

const NO_PRICE =
	"It works, but the nodes find no price in it. With limits, no screening is then sent. Enter the price's field as catalogs.kyt_quote.price.";
/** The fields that show which object in an envelope is the record. */
const MARK = /(?:^|\.)(?:available_balance|address|price_usdt)$/;
/** Usual names of envelopes. Any other object may be a part of the record: the document does not show its shape. */
const ENVELOPE = /^(?:body|content|data|payload|record|response|result)$/;

/** Whether a record can be read, and in which envelope it comes. @throws PartnerApiError */
export async function checkRecord(api: PartnerClient, operation: Operation): Promise<Finding> {
	const { response, failure, answer } = await ask(api, directCall(operation));
	if (failure) throw failure;
	const { name, around: envelope } = onlyField(response, ([place]) => MARK.test(place));
	const isSure = operation.strict ?? envelope.every((one) => ENVELOPE.test(one));
	const isRead = envelope.length === 0 || !isSure || name in (answer?.record ?? {});
	const suggestion = isRead ? {} : { envelope };
	const { dialect } = trying(api, { suggestion }).settings;
	checkRead(operation, documentedRecord(operation, response, dialect), dialect, new Set());
	if (operation === findOperation('kyt', 'quote') && !quotedPrice(response, dialect))
		return { result: 'differs', what: NO_PRICE, suggestion };
	const where = `Its record is in ${envelope.join('.')}. If orders come in other fields, add them to envelope.`;
	return { result: 'works', what: isRead ? 'It works.' : where, suggestion };
}

/** Codes that may be about the form of an ID, the caller or a fault, so they do not prove that there is no record. */
const OF_ANYTHING_ELSE =
	/valid|bad_|format|unprocess|missing|required|internal|server|unavail|allow|auth|denied|forbid|.{100}/i;

/**
 * Whether a record can be read by its ID, and how the API says that there is none (section 7, rule 9: not shown). It is
 * called with an ID that does not exist, and without a proper ID.
 *
 * @throws PartnerApiError if the call fails for another reason
 */
export async function checkById(api: PartnerClient, operation: Operation): Promise<Finding> {
	const { dialect, differences } = api.settings;
	const isLookup = operation === documentGet;
	const [name, madeUp, noun] = isLookup
		? ['ext_id', `n8n-check-${randomBytes(16).toString('hex')}`, 'order']
		: ['id', Number.MAX_SAFE_INTEGER - randomBytes(4).readUInt32BE(), 'screening'];
	const { path } = dialect.calls[isLookup ? 'document_get' : 'kyt_check_get'] ?? {};
	// Longer than any ID (section 8), and not a number.
	const noId = path?.includes(`{${name}}`) ? { [name]: 'x'.repeat(129) } : {};
	const none = await ask(api, directCall(operation, { body: { [name]: madeUp } }));
	const wrong = await ask(api, directCall(operation, { body: noId }));
	for (const one of [none.failure, wrong.failure]) if (one && isOpen(one)) throw one;
	const { failure, code } = none;
	const { status = 200 } = failure?.details ?? {};
	if (failure && ([401, 403, 405].includes(status) || isLocalCode(code))) throw failure;

	const said = `HTTP ${String(status)} ${code}`.trim();
	const what = `${said} says that there is no such ${noun}.`;
	const isSame = code === wrong.code;
	const isOwn = !isSame || (isLookup && differences.noOrder?.includes(code));
	const hasNoRecord = failure !== undefined || code === 'empty';
	const isKnown = isLookup ? saysNone(code, dialect) : hasNoRecord;
	if (isOwn && isKnown) return { result: 'works', what: `It works: ${what}` };
	if (isOwn && hasNoRecord && !OF_ANYTHING_ELSE.test(code))
		return { result: 'works', what, suggestion: { noOrder: [code] } };
	const doubt = `Not sure: the API says ${said} for a made-up ID${isSame ? ', and without an ID as well' : ''}. Ask your provider how the API says that there is no such ${noun}${isLookup ? ', and enter the code as noOrder' : ''}. If the call has another path, enter it under calls.`;
	return { result: 'not_checked', what: doubt };
}

/** Whether a retry may outlive the failure, so that it says nothing about the call. */
function isOpen({ isRateLimit, outcome, details: { status = 503 } }: PartnerApiError): boolean {
	return isRateLimit || (outcome !== 'refused' && status > 299);
}

const NO_ORDER =
	'The API says that there is no such order. Check its number. If it is right, such orders may have no document: ask your provider, and enter its kind as noDocument.';

const TELLS_ERROR =
	'It shows an error, so its outcome is unknown. If that is no failure, enter the fields that report failures as error.';

/** The findings from the document of a first order, and the entries that are still open. @throws PartnerApiError */
export async function checkOrder(api: PartnerClient, extId: string): Promise<Finding> {
	const { dialect } = api.settings;
	const call = directCall(documentGet, { body: { ext_id: extId } });
	const { code, failure, response, answer } = await ask(api, call);
	if (saysNone(code, dialect)) return { result: 'fails', what: NO_ORDER };
	if (failure && answer?.extId === undefined) throw failure;

	const { name, around: envelope } = onlyField(response, ([, text]) => text === extId);
	const key = [...dialect.key, name];
	const read = (suggested: Partial<Dialect> = {}) =>
		readAnswer(response, trying(api, { suggestion: suggested }).settings.dialect);
	const suggestion = [{}, { key }, { envelope }, { envelope, key }].find((way) => {
		const { extId: shown, statusWord } = read(way);
		return shown === extId && (statusWord !== '' || answer?.statusWord === '');
	});
	const { status = 'unclear', statusWord, record, field, error } = read(suggestion);
	const isClear = statusWord !== '' && status !== 'unclear';
	const hasKey = suggestion !== undefined || dialect.key.length === 0;
	const amount = fieldsIn(record).find(([one, text]) => one.includes('amount') && isDecimal(text));
	const isOther = amount && field('amount') === undefined;
	// A failed order tells why.
	const told = status === 'failed' ? undefined : error;
	const isOver = status === 'over' && !told;
	const what = [
		statusSentence(isClear, statusWord),
		told && TELLS_ERROR,
		hasKey
			? `It shows its number${name && ` in ${name}`}.`
			: 'It does not show its number. If no document does, and an unknown number gets none, enter "key": [] in API Differences.',
		isOther
			? `If ${amount[0]} shows the amount that was ordered, enter ${amount[0]} as amount.`
			: '',
		isOver ? 'You can order.' : 'Run Setup again with the number of an order that is completed.',
	];
	const result = isClear && hasKey && !told ? (isOver ? 'works' : 'not_checked') : 'differs';
	return { result, what: what.filter(Boolean).join(' '), suggestion };
}

function statusSentence(isClear: boolean, statusWord = ''): string {
	if (statusWord === '')
		return 'It shows no status. Ask your provider which field holds it, and enter that field as status.';
	return isClear
		? `Its status is ${statusWord}, and the nodes know that word.`
		: `Its status is ${statusWord}, and the nodes don't know what it means. Ask your provider, and enter the word under standingStatuses, terminalStatuses or failedStatuses. If another field holds the status, enter that field as status.`;
}
