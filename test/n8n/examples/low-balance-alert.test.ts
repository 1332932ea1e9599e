// The example "Warn of a low balance": it warns once for each fall below the threshold, and never without one.
import { useOwnSandbox } from '../../support/n8n/own-sandbox';
import { outputOf } from '../../support/n8n/example-runs';
import { StartedExample } from '../../support/n8n/started-example';

const own = useOwnSandbox({ initialBalance: '1000.00' });

test('a manual run calls a balance low only if it is', async () => {
	const example = await StartedExample.start('low-balance-alert', own);
	const message = async (balance: string): Promise<unknown> => {
		own.sandbox.setBalance(own.partner.partnerId, balance);
		return outputOf(await example.run(), 'Message')[0]?.text;
	};
	expect(await message('987.65')).toMatch(
		/^TEST, the balance is not low: 987\.65 USDT is available, and the threshold is 500\./,
	);
	expect(await message('123.45')).toMatch(/^The balance is LOW: 123\.45 USDT is available/);
	await example.remove();
});
