// A clock that is set back gives the HTTP Request node no old token.
import { authorizeRequest } from '../../partner-api';
import { useSandbox } from './support/use-sandbox';
import { EXCHANGE_REQUEST } from './support/partner';
const api = useSandbox();
afterEach(() => jest.restoreAllMocks());
test('HTTP Request node: after the clock was set back an hour, a token is still no older than a minute', async () => {
	const settings = api.contract.settings();
	const request = { url: `${settings.apiUrl}/partner/balance` };
	const real = Date.now;
	await authorizeRequest(settings, request);
	// Sixteen minutes later by any honest clock; the machine's was put back by an hour in between.
	jest.spyOn(Date, 'now').mockImplementation(() => real() + (16 - 60) * 60_000);
	await authorizeRequest(settings, request);
	expect(api.contract.arrived(EXCHANGE_REQUEST)).toBe(2);
});
