// A run of 1,000 items under a rate limit: all done, none twice.
import { addressFromLabel } from '../../dev/sandbox/addresses';
import { runNode } from '../support/n8n/harness';
import { startOwnSandbox } from '../support/n8n/own-sandbox';

const ITEMS = 1000;
const LIMIT_PER_SECOND = 50;
/** Without a rate limiter most calls are refused. How few it can be, bench/rate-limits.ts measures on an idle machine. */
const MOST_REFUSED = 0.2;

test('1,000 items under 50 a second: all done, none twice, few refused', async () => {
	const own = await startOwnSandbox({ rateLimitPerSecond: LIMIT_PER_SECOND, kytDelayMs: 0 });
	try {
		const { error, items } = await runNode({
			parameters: {
				resource: 'kyt',
				operation: 'check',
				network: 'tron_usdt',
				address: '={{ $json.address }}',
				additionalFields: { refresh: true },
			},
			items: Array.from({ length: ITEMS }, (_, index) => ({
				address: addressFromLabel('tron_usdt', `rate ${String(index)}`),
			})),
			credential: own.credential,
		});
		expect(error).toBeUndefined();
		expect(new Set(items.map(({ json }) => json.ext_id)).size).toBe(ITEMS);
		expect(own.sandbox.state.kytChecks).toHaveLength(ITEMS);

		const { requests, rateLimited } = own.sandbox.stats();
		const sent = Object.entries(requests)
			.filter(([name]) => name.endsWith('/kyt_check'))
			.reduce((sum, [, count]) => sum + count, 0);
		expect(sent).toBe(ITEMS + rateLimited);
		expect(rateLimited / sent).toBeLessThan(MOST_REFUSED);
	} finally {
		await own.sandbox.close();
	}
});
