import { randomBytes } from 'node:crypto';

import {
	type CallResult,
	type Differences,
	type JsonObject,
	PartnerApiError,
} from '../../../partner-api';
import { errorIn } from '../definition/envelope';
import type { Operation } from '../definition/operation';
import { isLocalCode } from '../messages/failure-meanings';
import { judgeFailedLookup, saysNone } from '../orders/lookup';
import { type ApiTrial, neighboursOf } from './api-trial';
import { type CheckedCall, checkedCall, failedCall, lacksPath, placeText } from './checked-call';

/** How an API tells that there is no record with an ID. */
interface Told {
	/** As it came; absent for a success. */
	failure?: PartnerApiError;
	/** The same, where the call is there and speaks of the record. */
	refusal?: PartnerApiError;
	/** Whether it says that only of an ID that no record has. */
	isOwnCode: boolean;
	/** Where it was found. */
	calls?: Differences['calls'];
}

/** Longer than any ID (section 8), and no number. */
const NO_ID = 'x'.repeat(129);
/** Statuses that speak of the caller, the method, or of too many calls. */
const NOT_OF_A_RECORD = [401, 403, 405, 429];

/** Asks for a record that does not exist, then without a proper ID, then by a call that cannot exist. */
async function ask(api: ApiTrial, operation: Operation, madeUp: JsonObject): Promise<Told> {
	const failure = failureIn(await api.read(operation, madeUp));
	const { path, unknown: result } = await api.beside(operation);
	const unknown = failureIn(result);
	const [name = ''] = Object.keys(madeUp);
	const isInPath = path.includes(`{${name}}`);
	const wrong = failureIn(await api.read(operation, isInPath ? { [name]: NO_ID } : {}));
	const isThere = [failure, wrong].some((one) => saidBy(one) !== saidBy(unknown));
	const { status = 0 } = failure?.details ?? {};
	const isOfRecord =
		failure && status < 500 && !NOT_OF_A_RECORD.includes(status) && !isLocalCode(failure.code);
	const isOwnCode = failure?.code !== wrong?.code || (isInPath && failure?.code !== unknown?.code);
	return { failure, isOwnCode, refusal: isThere && isOfRecord ? failure : undefined };
}

/** An error beside other fields, under a success, is one as well. */
function failureIn({ failure, response }: CallResult): PartnerApiError | undefined {
	const code = errorIn(response);
	if (typeof code !== 'string') return failure;
	return new PartnerApiError({ code, status: 200, outcome: 'refused', phase: 'call' });
}

function saidBy(failure?: PartnerApiError): string {
	return failure ? `${String(failure.details.status)} ${failure.code}` : 'success';
}

/** The same; where the call is not there, at the likely places. */
async function find(api: ApiTrial, operation: Operation, madeUp: JsonObject): Promise<Told> {
	const told = await ask(api, operation, madeUp);
	if (told.refusal || !told.failure || !lacksPath(told.failure)) return told;
	for (const calls of neighboursOf(operation)) {
		const found = await ask(api.with({ calls }), operation, madeUp);
		if (found.refusal) return { ...found, calls };
	}
	return told;
}

const SUCCESS =
	'It gives a success for a made-up ID, so nobody can tell what exists. Ask the provider of the API.';
const TRY_IT = 'Look up a first small order with Document: Get before you rely on it.';

/** Whether a screening can be read: a made-up ID is refused otherwise than an unknown path. */
export async function checkScreening(api: ApiTrial, operation: Operation): Promise<CheckedCall> {
	const id = Number.MAX_SAFE_INTEGER - randomBytes(4).readUInt32BE();
	const { refusal, failure, calls } = await find(api, operation, { id });
	if (refusal && calls) return checkedCall(operation, 'differs', placeText(calls), { calls });
	if (refusal) return checkedCall(operation, 'works', 'It works.');
	return failure ? failedCall(operation, failure) : checkedCall(operation, 'fails', SUCCESS);
}

/** Whether an order can be looked up, and how the API says that there is none (section 7, rule 9: not shown). */
export async function checkLookup(api: ApiTrial, operation: Operation): Promise<CheckedCall> {
	const extId = `n8n-check-${randomBytes(16).toString('hex')}`;
	const { refusal, isOwnCode, failure, calls } = await find(api, operation, { ext_id: extId });
	if (!failure) return checkedCall(operation, 'fails', SUCCESS);
	if (!refusal) return failedCall(operation, failure);
	const place = calls ? `${placeText(calls)} ` : '';
	const said = `${place}HTTP ${String(refusal.details.status)} ${refusal.code} says that there is no such order.`;
	const isKnown =
		saysNone(refusal, api.differences) || judgeFailedLookup(refusal).finding === 'none';
	if (isKnown && !calls) return checkedCall(operation, 'works', `It works: ${said}`);
	if (isKnown) return checkedCall(operation, 'differs', `${said} ${TRY_IT}`, { calls });
	const suggestion = calls && { calls };
	if (isOwnCode) {
		const noOrder = [refusal.code];
		return checkedCall(operation, 'differs', `${said} ${TRY_IT}`, { ...suggestion, noOrder });
	}
	const what = `${place}It says ${refusal.code} of a made-up key and of a missing one. Ask the provider of the API which code means that there is no such order, and enter it as noOrder.`;
	return checkedCall(operation, 'fails', what, suggestion);
}
