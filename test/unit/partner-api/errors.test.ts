// The text of an error has a bounded length. Which errors a retry can outlive: http/retry.test.ts.
import { PartnerApiError } from '../../../partner-api/errors';

test('what it says is of a bounded length', () => {
	const long = 'a'.repeat(1_000_000);
	const error = new PartnerApiError({
		...{ code: long, apiMessage: long, detail: long },
		...{ outcome: 'unknown', phase: 'call' },
	});
	const { code, apiMessage, detail } = error.details;
	expect([code, apiMessage, detail].map((text) => text?.length)).toEqual([500, 500, 500]);
});
