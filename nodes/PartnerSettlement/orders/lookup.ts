import {
	type CallLimits,
	isJsonObject,
	type LocalErrorCode,
	PartnerApiError,
	type PartnerClient,
	redactSecrets,
	resultOrFailure,
	schemas,
} from '../../../partner-api';
import { directCall } from '../catalog/operation';
import { documentGet } from '../operations/document/get';
import { callLimitsOf } from '../run/call-options';
import type { RunItem } from './item';
import {
	cameToNothing,
	differenceText,
	errorIn,
	type Order,
	showsWhatWasSent,
	statusesOf,
	tellingText,
} from './order';
import type { Finding } from './settle';

/** What a lookup found. */
export interface Lookup {
	finding: Finding;
	/** The record of the order as it may come out, where it is this one. */
	record?: unknown;
	/** The key is that of another order. */
	isKeyTaken?: boolean;
	/** For the operator; absent where there is nothing to say. */
	detail?: string;
}

const NOT_THE_API = new Set<string>(['html_answer', 'no_error_code'] satisfies LocalErrorCode[]);
const NOT_FOUND = 404;

/** The document of an order (section 1, rule 10). @throws PartnerApiError */
export async function getDocument(
	client: PartnerClient,
	extId: string,
	limits: CallLimits,
): Promise<unknown> {
	return await client.call(directCall(documentGet, { body: { ext_id: extId } }), limits);
}

/** Asks the API by its idempotency key what became of an order. */
export async function lookUp(
	{ run, options, revealsSecrets }: RunItem,
	order: Order,
): Promise<Lookup> {
	const { extId } = order;
	if (extId === undefined || run.signal.aborted) return { finding: 'unclear' };
	const document = await resultOrFailure(getDocument(run.client, extId, callLimitsOf(options)));
	if (document instanceof PartnerApiError) {
		return refuses(document, NOT_FOUND)
			? { finding: 'none', detail: 'A lookup shows no order with this ext_id' }
			: { finding: 'unclear', detail: `looking the order up failed too (${document.code})` };
	}
	const lookup = judgeDocument(document, order);
	if (lookup.finding !== 'this_order') return lookup;
	return { ...lookup, record: shownDocument(document, revealsSecrets) };
}

/** Whether the API itself, and not something in between, refuses a call with one of these statuses. */
export function refuses({ code, details }: PartnerApiError, ...statuses: number[]): boolean {
	return statuses.includes(details.status ?? 0) && !NOT_THE_API.has(code);
}

/**
 * Whether a document is that of an order: it carries the key, and every identifying field that it shows is the one that was
 * sent. A custom key may have been used for an order of another kind, so one of these fields has to be shown.
 */
export function judgeDocument(document: unknown, order: Order): Lookup {
	if (!isJsonObject(document) || document.ext_id !== order.extId) {
		const detail = 'the lookup does not show this ext_id, so it tells nothing';
		return { finding: 'unclear', detail };
	}
	// A lookup that failed may show the key that was asked for.
	const isError = errorIn(document) !== undefined || typeof document.code === 'string';
	if (isError && tellingText(document) === '') {
		return { finding: 'unclear', detail: 'the lookup shows an error, and nothing of an order' };
	}
	const difference = differenceText(document, order);
	if (difference !== undefined) {
		const detail = `A lookup shows another order with this ext_id: ${difference}`;
		return { finding: 'unclear', isKeyTaken: true, detail };
	}
	if (order.hasCustomKey && !showsWhatWasSent(document, order)) {
		const shown = tellingText(document);
		const detail = `A lookup shows an order with this ext_id${shown && ` (${shown})`}, but not enough of it to be sure that it is this one`;
		return { finding: 'unclear', detail };
	}
	if (cameToNothing(document)) {
		const detail = `A lookup shows this order as ${statusesOf(document).join(', ')}: it came to nothing, and a new order needs another ext_id`;
		return { finding: 'came_to_nothing', detail };
	}
	return { finding: 'this_order' };
}

/**
 * A document as Document: Get gives it, whichever operation looked it up. Its fields are not shown (section 2.10), and it
 * may hold more secrets than the response to the order.
 *
 * @param document an object
 * @param revealsSecrets whether the operator asked for them
 */
export function shownDocument(document: unknown, revealsSecrets: boolean): Record<string, unknown> {
	const redacted = () => redactSecrets(document, 'goods');
	return schemas.recordSchema.parse(revealsSecrets ? document : redacted());
}
