import { PartnerApiError, type PartnerApiErrorDetails } from '../../../partner-api/errors';
import {
	type FailureContext,
	failureText,
} from '../../../nodes/PartnerSettlement/messages/failure-text';

export const SPENDING: FailureContext = {
	call: 'Withdrawal: Create',
	changesState: true,
	extId: 'order-1',
	scope: 'withdraw',
};
export const READING: FailureContext = {
	call: 'Balance: Get',
	changesState: false,
};

/** The message and the description of a failed call. */
export function text(details: Partial<PartnerApiErrorDetails>, context = SPENDING): string {
	const whole: PartnerApiErrorDetails = {
		code: 'x',
		outcome: 'refused',
		phase: 'call',
		base: 'api',
		grantedScopes: ['balance:read'],
		...details,
	};
	const { message, description } = failureText(new PartnerApiError(whole), context);
	return `${message} | ${description}`;
}
