/** Proves that only the lookup itself says that there is no order: a token exchange that fails says nothing of it. */
import { judgeFailedLookup } from '../../../../../nodes/PartnerSettlement/orders/lookup';
import { PartnerApiError } from '../../../../../partner-api';

test.each([
	['call', 'none'],
	['token', 'unclear'],
] as const)('a 404 of the %s with the code of an order that is not there: %s', (phase, finding) => {
	const given = { code: 'document_not_found', outcome: 'refused', status: 404, phase } as const;
	expect(judgeFailedLookup(new PartnerApiError(given)).finding).toBe(finding);
});
