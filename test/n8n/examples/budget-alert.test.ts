// The example "Warn before a budget is used up": a message from 80 percent on, and none before.
import { runNode } from '../../support/n8n/harness';
import { outputOf } from '../../support/n8n/example-runs';
import { useOwnSandbox } from '../../support/n8n/own-sandbox';
import { WITHDRAWAL } from '../../support/n8n/withdrawals';
import { StartedExample } from '../../support/n8n/started-example';

const own = useOwnSandbox({ settleMs: 0 });

test('it sends a message once 80 percent are spent', async () => {
	const credential = await own.credentialWith({ maximumPerDay: '20', withdrawalFee: '1' });
	const example = await StartedExample.start('budget-alert', own, undefined, credential);
	const spend = async (amount: string) =>
		await runNode({ parameters: { ...WITHDRAWAL, amount }, credential });
	await spend('14.5');
	expect(outputOf(await example.run(), 'Message')).toEqual([]);
	await spend('1');
	const [{ text } = {}] = outputOf(await example.run(), 'Message');
	expect(text).toMatch(
		/^17\.5 of 20 USDT was spent in the last 24h: 2\.5 USDT is left\. From \S+Z, another 15\.5 USDT is free\.$/,
	);
	await example.remove();
});
