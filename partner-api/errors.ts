import { redactText } from './values/redact';

/**
 * What became of the money when a call or an order failed:
 * - `not_sent`: it never reached the API, so it spent nothing;
 * - `refused`: the API refused it, so it spent nothing;
 * - `unknown`: it was sent, now or earlier, and may have been carried out.
 */
export type FailureOutcome = 'not_sent' | 'refused' | 'unknown';

/** A mistake in the input: the call can't be sent as it is. */
export class InputError extends Error {
	override readonly name = 'InputError';

	/**
	 * @param message what is wrong, in the words of the editor
	 * @param hint what to do about it
	 */
	constructor(
		message: string,
		readonly hint?: string,
	) {
		super(message);
	}

	/** The message and the hint, for a place that shows only one text. */
	get text(): string {
		return [this.message, this.hint].filter(Boolean).join('. ');
	}
}

/** The facts about a failed call. */
export interface PartnerApiErrorDetails {
	/** The API's stable `error` code (section 2.9), or one of ours (`LocalErrorCode`) if there was no such response. */
	code: string;
	outcome: FailureOutcome;
	/** HTTP status, if there was a response. */
	status?: number;
	/** The API's optional human-readable `message`. */
	apiMessage?: string;
	/** Which request failed: the token exchange or the call itself. */
	phase: 'token' | 'call';
	/** The address that was called. */
	base?: 'api' | 'base';
	/** Seconds by which the local clock is ahead of the API's (negative: behind it), from the Date header. */
	clockSkewSeconds?: number;
	/** The wait that Retry-After asks for, in seconds. */
	retryAfterSeconds?: number;
	/** The scopes of the token that the call was made with, if they can be read. */
	grantedScopes?: readonly string[];
	/** Extra facts for the operator: the host of a redirect, or the field that a response lacks. */
	detail?: string;
}

/** This package's own codes, used if the API gave none. */
export type LocalErrorCode =
	| 'connection_failed'
	| 'connection_lost'
	| 'timeout'
	| 'cancelled'
	| 'blocked_by_egress_filter'
	| 'redirect'
	| 'html_answer'
	| 'empty_answer'
	| 'unreadable_encoding'
	| 'answer_too_large'
	| 'broken_json'
	| 'unexpected_answer'
	| 'another_order'
	| 'another_partner'
	| 'may_exist'
	| 'came_to_nothing'
	| 'ended_otherwise'
	| 'key_under_way'
	| 'redis_unreachable'
	| 'missing_scope'
	| 'no_longer_allowed'
	| 'wrong_call'
	| 'no_error_code';

const TOO_MANY_REQUESTS = 429;

/** A call that failed on the way to the API, there, or on the way back. It never holds a secret. */
export class PartnerApiError extends Error {
	override readonly name = 'PartnerApiError';

	readonly details: PartnerApiErrorDetails;

	constructor(given: PartnerApiErrorDetails) {
		const { code, apiMessage, detail } = given;
		// The API's message about an error may contain the card or the code that it is about.
		const details = {
			...given,
			code: redactText(code),
			apiMessage: apiMessage && redactText(apiMessage),
			detail: detail && redactText(detail),
		};
		super(
			[details.code, details.status && `HTTP ${String(details.status)}`, details.apiMessage]
				.filter(Boolean)
				.join(': '),
		);
		this.details = details;
	}

	get code(): string {
		return this.details.code;
	}

	get outcome(): FailureOutcome {
		return this.details.outcome;
	}

	get isRateLimit(): boolean {
		return this.details.status === TOO_MANY_REQUESTS;
	}

	/** Whether it has this code of ours. */
	is(code: LocalErrorCode): boolean {
		return this.code === code;
	}
}

/**
 * A failure with a code of ours.
 *
 * @param known more about it; without a phase, the call itself failed
 */
export function localFailure(
	code: LocalErrorCode,
	outcome: FailureOutcome,
	known?: Partial<PartnerApiErrorDetails>,
): PartnerApiError {
	return new PartnerApiError({ phase: 'call', ...known, code, outcome });
}

/**
 * The failure of a call whose outcome is open.
 *
 * @param detail for the operator, in addition to the code
 */
export function unknownOutcome(code: LocalErrorCode, detail?: string): PartnerApiError {
	return localFailure(code, 'unknown', { detail });
}

/**
 * Turns a failed call into a value.
 *
 * @returns the result of the work, or the PartnerApiError it failed with
 * @throws every other error
 */
export async function resultOrFailure<T>(work: Promise<T>): Promise<T | PartnerApiError> {
	return await work.catch((error: unknown) => {
		if (error instanceof PartnerApiError) return error;
		throw error;
	});
}

/**
 * Turns a mistake in the input into a value.
 *
 * @returns the result of the work, or the InputError that refused it
 * @throws every other error
 */
export async function resultOrRefusal<T>(work: Promise<T>): Promise<T | InputError> {
	return await work.catch((error: unknown) => {
		if (error instanceof InputError) return error;
		throw error;
	});
}
