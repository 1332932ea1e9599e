import { PartnerApiError, type PartnerApiErrorDetails } from '../../partner-api/errors';
import { type FailureContext, failureText } from '../../partner-api/failure-text';

const SPENDING: FailureContext = {
	call: 'Withdrawal: Create',
	changesState: true,
	scope: 'withdraw',
	urlField: 'API URL',
};

function text(details: Partial<PartnerApiErrorDetails>, context: FailureContext): string {
	const whole: PartnerApiErrorDetails = {
		code: 'x',
		outcome: 'refused',
		phase: 'call',
		...details,
	};
	return failureText(new PartnerApiError(whole), context).description;
}

test('without an ext_id an unknown outcome tells to look before repeating', () => {
	expect(text({ code: 'timeout', outcome: 'unknown' }, { ...SPENDING, extId: undefined })).toMatch(
		'Outcome unknown: it may have been carried out. Check before you repeat it.',
	);
});

test('a token without scopes has none granted', () => {
	expect(text({ code: 'not_allowed' }, { ...SPENDING, grantedScopes: [] })).toMatch('are: none');
});
