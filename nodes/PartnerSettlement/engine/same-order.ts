import {
	contradictions,
	type JsonObject,
	type PartnerApiError,
	type PartnerSettings,
	unknownOutcome,
} from '../../../partner-api';
import type { Operation } from '../catalog/operation';
import { withOneSpelling } from '../catalog/screened-address';
import { wireName } from './request';

/** In whose name which operation was called. */
interface Called {
	operation: Operation;
	settings: PartnerSettings;
}

/**
 * Whether an answer is about another order than the one that was sent: an API that knows the key of another order may
 * answer with that one.
 *
 * @param answer the order's record
 * @param sent the order, by the names it was sent under
 * @param echoes fields that tell which order it is, by the API's names
 * @returns PartnerApiError `another_order`; undefined where nothing speaks against it
 */
export function anotherOrder(
	answer: unknown,
	sent: JsonObject,
	called: Called,
	echoes: readonly string[] = echoesOf(sent, called),
): PartnerApiError | undefined {
	// Of every operation: a batch and an API Call hold screenings as well, of which their `oneSpelling` knows nothing.
	const differing = contradictions(answer, sent, echoes, withOneSpelling);
	if (differing.length === 0) return undefined;
	return unknownOutcome('another_order', `it differs in ${differing.join(', ')}`);
}

/** The fields that tell which order it is, by the API's names. */
export function echoesOf(sent: JsonObject, { operation, settings }: Called): string[] {
	const { echoes = [] } = operation;
	const names = typeof echoes === 'function' ? echoes(sent) : echoes;
	return names.map((name) => wireName(name, settings.serviceCode));
}
