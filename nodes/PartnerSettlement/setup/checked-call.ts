import {
	type Differences,
	type NamedCall,
	PartnerApiError,
	redactText,
} from '../../../partner-api';
import type { Operation } from '../definition/operation';
import { failureText } from '../messages/failure-text';
import { callName } from '../messages/node-error';

/** What Setup: Check the API says of a call: one item of its output. */
export interface CheckedCall {
	/** As in the editor. */
	call: string;
	/** Its name in API Differences; absent where the document shows the call. */
	function?: NamedCall;
	section: string;
	result: 'works' | 'differs' | 'fails' | 'not_checked';
	what: string;
	/** What to put into API Differences. */
	suggestion?: Partial<Differences>;
	scope?: string;
}

/** Characters: what the API says may be of any length. */
const MAX_WORDS = 700;

export function checkedCall(
	operation: Operation,
	result: CheckedCall['result'],
	what: string,
	suggestion?: Partial<Differences>,
): CheckedCall {
	const { section, scope, endpoint } = operation;
	const [call, text] = [callName(operation), redactText(what).slice(0, MAX_WORDS)];
	return { call, function: endpoint.named, section, result, what: text, suggestion, scope };
}

/** A call that failed, with what to do about it. */
export function failedCall(operation: Operation, failure: Error): CheckedCall {
	if (!(failure instanceof PartnerApiError))
		return checkedCall(operation, 'fails', failure.message);
	const { endpoint, scope } = operation;
	const call = callName(operation);
	const urlField = endpoint.base === 'api' ? 'API URL' : 'Base URL';
	const text = failureText(failure, { call, changesState: false, scope, urlField });
	const isMissing = endpoint.named !== undefined && lacksPath(failure);
	const what = `It is not there (${failure.message.slice(0, 200)}), nor at a likely path. ${ASK_FOR_PATH}`;
	return checkedCall(operation, 'fails', isMissing ? what : text.description);
}

export const ASK_FOR_PATH =
	'Ask the provider of the API for its method and path, and enter them under calls.';

/** Whether a failure may say that there is no such call. */
export function lacksPath(failure: Error): boolean {
	if (!(failure instanceof PartnerApiError)) return false;
	const { status = 0 } = failure.details;
	return [404, 405, 501].includes(status) || (failure.code === 'html_answer' && status < 500);
}
