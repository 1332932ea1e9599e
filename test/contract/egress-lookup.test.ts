// n8n's policy (N8N_SSRF_PROTECTION_ENABLED) looks a name up in validateUrl, and rejects where the DNS does not answer.
import type { EgressFilter } from '../../partner-api/http/transport';
import { PartnerApiError, resultOrFailure } from '../../partner-api';
import { BALANCE, BALANCE_REQUEST } from '../support/partner';
import { useSandbox } from '../support/use-sandbox';

const api = useSandbox();

/** The name is not found for a moment, when a path is asked for. */
function flaky(path: string): EgressFilter {
	let isDown = true;
	return {
		validateUrl: (url) => {
			if (!isDown || !url.endsWith(path)) return Promise.resolve({ ok: true });
			isDown = false;
			const error = new Error('queryA EAI_AGAIN api.example.com');
			return Promise.reject(Object.assign(error, { code: 'EAI_AGAIN' }));
		},
		createSecureLookup: () => () => undefined,
	};
}

const RETRY = { retries: 3, longestWait: 1 };

test.each(['/partner/balance', '/partner/token'])(
	'a name that is not found once, for %s, is tried again: nothing was sent',
	async (path) => {
		await api.contract.client({ egress: flaky(path), retry: RETRY }).call(BALANCE);
		expect(api.contract.arrived(BALANCE_REQUEST)).toBe(1);
	},
);

test('... and without retries is an error that says so', async () => {
	const answer = await resultOrFailure(
		api.contract.client({ egress: flaky('/partner/balance') }).call(BALANCE),
	).catch((error: unknown) => error);
	expect(answer).toBeInstanceOf(PartnerApiError);
});
